import { setTimeout as sleep } from 'node:timers/promises'
import { sign, signatureHeaders } from '#server/kit/bank/bankSignature.ts'
import type { Faults } from './faults.ts'

/** A message of the bank's own accord; `wrong` is its body when it mixes up two customers. */
type Callback = { url: string; accountNumber: string; body: object; wrong: object }

/** Sends messages to the address that an order named, signed, once each and never again, unless a fault changes that. */
export function makeCallbacks({ secret, faults }: { secret: string; faults: Faults }) {
  const figures = { sent: 0, accepted: 0 }
  let underWay = 0
  // A message that a fault keeps back until the next one has gone.
  let postponed: (() => Promise<void>)[] = []

  async function post({ url, text }: { url: string; text: string }): Promise<void> {
    const timestamp = new Date().toISOString()
    figures.sent += 1
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [signatureHeaders.timestamp]: timestamp,
          [signatureHeaders.signature]: sign({ secret, timestamp, path: new URL(url).pathname, body: text }),
        },
        body: text,
        signal: AbortSignal.timeout(5_000),
      })
      await response.body?.cancel()
      if (response.ok) figures.accepted += 1
    } catch {
      // Nobody there: the message is lost, and the customer has to query.
    }
  }

  async function deliver(callback: Callback): Promise<void> {
    underWay += 1
    // A moment later: the answer to a question goes before its result.
    await sleep(1)
    await deliverNow(callback)
    underWay -= 1
  }

  async function deliverNow({ url, accountNumber, body, wrong }: Callback): Promise<void> {
    const fault = faults.callbackFault({ path: new URL(url).pathname, accountNumber })
    const right = { url, text: JSON.stringify(body) }
    switch (fault?.kind) {
      case 'callbackNever':
        return
      case 'callbackTwice':
        await post(right)
        return post(right)
      case 'callbackLate':
        await sleep(fault.delayMs)
        return post(right)
      case 'callbackAfterNext':
        postponed.push(() => post(right))
        return
      case 'callbackWrong':
        return post({ url, text: JSON.stringify(wrong) })
      case 'callbackGarbage':
        return post({ url, text: JSON.stringify({ garbage: right.text.slice(0, 20) }) })
      case undefined:
        await post(right)
    }
    const waited = postponed
    postponed = []
    for (const send of waited) await send()
  }

  return {
    send: (callback: Callback): void => void deliver(callback),
    underWay: (): number => underWay,
    figures: (): object => ({ ...figures }),
  }
}
