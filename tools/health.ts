// npm run health: whether the server of this machine is ready, for whoever looks after it (containers, systemd). Says it by the exit code.
import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import { config } from '#server/config.ts'

const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host
const { tls } = config
const address = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${config.port}/health/ready`
const signal = AbortSignal.timeout(2_500)

type Answer = { ok: boolean; text: string }

/** Over TLS it is our own certificate that answers, whatever name stands in it. */
function askOver({ certificate }: { certificate: string }): Promise<Answer> {
  const trusted = { ca: readFileSync(certificate), allowPartialTrustChain: true, checkServerIdentity: () => undefined }
  return new Promise((resolve, reject) => {
    get(address, { ...trusted, signal }, (answer) => {
      textOf(answer).then((text) => resolve({ ok: answer.statusCode === 200, text }), reject)
    }).on('error', reject)
  })
}

const askPlainly = async (): Promise<Answer> => {
  const answer = await fetch(address, { signal })
  return { ok: answer.ok, text: await answer.text() }
}

const { ok, text } = await (tls ? askOver(tls) : askPlainly()).catch((error: unknown) => ({
  ok: false,
  text: `no answer (${String(error)})`,
}))
if (!ok) process.stderr.write(`${address}: ${text}\n`)
process.exitCode = ok ? 0 : 1
