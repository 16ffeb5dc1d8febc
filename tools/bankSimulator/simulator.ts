import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerPath, sign, signatureFault, signatureHeaders } from '#server/kit/bank/bankSignature.ts'
import { makeAccountBook } from './accountBook.ts'
import type { BankCall, SimulatedBank } from './bankCall.ts'
import { makeCallbacks } from './callbacks.ts'
import { connectCalls, connectMessage } from './connectCalls.ts'
import { BadControl, controls } from './controls.ts'
import { darajaCalls, darajaMessage } from './darajaCalls.ts'
import { fileCalls } from './fileCalls.ts'
import { makeFaults } from './faults.ts'
import { sendAnswer, sendJson, type SignAnswer } from './faultyAnswer.ts'
import { makeLedger } from './ledger.ts'
import { lookUps } from './lookUps.ts'
import { makeOrders, type Change } from './orders.ts'
import { makeRates, rateCalls } from './rates.ts'
import { smsPath, takeSms } from './smsGateway.ts'
import { append, saveState, restoreState } from './stateFile.ts'

/** How a simulated bank is set; staleMs 0 accepts a signature of any age, port 0 takes a free one. */
type SimulatorOptions = {
  port: number
  host: string
  secret: string
  seed: string
  staleMs: number
  stateFile: string | undefined
}

// A file of payments is a hundred times as long as an order.
const longestRequestBytes = 4 * 1024 ** 2
const bankCalls = new Map<string, BankCall>(
  [...lookUps, ...connectCalls, ...fileCalls, ...darajaCalls, ...rateCalls].map((call) => [call.path, call]),
)

/** Starts the simulated bank; stop ends open calls, keeps the state and resolves when the port is free. */
export async function startSimulator(options: SimulatorOptions): Promise<{ url: string; stop: () => Promise<void> }> {
  const book = makeAccountBook({ seed: options.seed })
  const faults = makeFaults({ seed: options.seed, now: Date.now })
  const callbacks = makeCallbacks({ secret: options.secret, faults })
  const ledger = makeLedger()
  const { stateFile: file } = options
  const rates = makeRates()
  const orders = makeOrders({
    ledger,
    onDeal: rates.use,
    book,
    journal: (change: Change) => file && append({ file, change }),
    onSettled: (order) => {
      const message = (order.provider === 'mpesa' ? darajaMessage : connectMessage)(order, new Date())
      callbacks.send({ url: order.callbackUrl, accountNumber: order.to.accountNumber, ...message })
    },
  })
  const bank: SimulatedBank = { book, ledger, orders, rates, sendLater: callbacks.send }
  const figures = { seed: options.seed, calls: {} as Record<string, number>, refusedSignatures: 0 }
  let held = 0
  const keepState = () => file && saveState({ file, book, ledger, orders, rates })
  if (file) {
    restoreState({ file, book, ledger, orders, rates })
    keepState()
  }

  async function answerBankCall(call: BankCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request)
    if (text === null) return sendJson(response, 413, { error: 'Request too long' })
    const now = new Date()
    const fault = signatureFault({
      secret: options.secret,
      timestamp: header(request, signatureHeaders.timestamp),
      signature: header(request, signatureHeaders.signature),
      path: call.path,
      body: text,
      now,
      staleMs: options.staleMs,
    })
    if (fault) {
      figures.refusedSignatures += 1
      return sendJson(response, 401, { error: `Signature ${fault}` })
    }
    figures.calls[call.path] = (figures.calls[call.path] ?? 0) + 1
    const operation = call.read({ body: parseJson(text), bank, now })
    if (!operation) return sendJson(response, 400, { error: 'Request not understood' })
    const injected = faults.answerFault({ path: call.path, accountNumber: operation.accountNumber })
    const timestamp = now.toISOString()
    const signed: SignAnswer = (body) => ({
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.signature]: sign({ secret: options.secret, timestamp, path: answerPath(call.path), body }),
    })
    const to = { response, signed }
    if (injected?.kind === 'refuse') return sendAnswer(to, await operation.run(injected.code), null)
    if (injected?.when !== 'before') return sendAnswer(to, await operation.run(), injected)
    // The order went astray; if only for a while, it has its effect when the customer has given up on it.
    if (injected.kind !== 'late') return sendAnswer(to, { status: 200, body: {} }, injected)
    held += 1
    await sleep(injected.delayMs)
    held -= 1
    return sendAnswer(to, await operation.run(), null)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    if (path === '/health/live') return sendJson(response, 200, { status: 'live' })
    const call = request.method === 'POST' ? bankCalls.get(path) : undefined
    if (call) return answerBankCall(call, request, response)
    if (path === smsPath && request.method === 'POST') {
      const { status, body } = takeSms((await readText(request)) ?? '')
      return sendJson(response, status, body)
    }
    const control = controls.find((each) => each.path === path && each.method === request.method)
    if (!control) return sendJson(response, 404, { error: 'No such call' })
    const result = await control.run(request, {
      ...bank,
      faults,
      figures: () => ({
        ...figures,
        callbacks: callbacks.figures(),
        underWay: held + orders.open() + callbacks.underWay(),
      }),
    })
    if (request.method !== 'GET' && !control.isPassing) keepState()
    return sendJson(response, 200, result)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A caller that hung up while its request was read needs no answer.
      if (response.headersSent || request.socket.destroyed) return response.destroy()
      request.resume()
      const isCallersFault = error instanceof BadControl
      sendJson(response, isCallersFault ? 400 : 500, { error: isCallersFault ? error.message : 'The simulator failed' })
    })
  })
  const url = await listen(server, options)
  orders.resume()
  return {
    url,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      keepState()
    },
  }
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: boundPort } = server.address() as AddressInfo // a TCP server has a port
  return `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`
}

async function readText(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= longestRequestBytes) chunks.push(chunk)
  }
  return bytes > longestRequestBytes ? null : Buffer.concat(chunks).toString()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
