import { createHash } from 'node:crypto'
import { bankMessages, type BankProvider } from '#contract/bank/bankMessages.ts'
import { readBankMessage } from '#server/kit/bank/bankTransfers.ts'
import { now } from '#server/kit/clock.ts'
import { sql, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { announce } from '#server/kit/watched.ts'
import { serve } from '#server/kit/web/serve.ts'

/** Messages of the bank. The kit has checked the signature; whose transfer it is about is found out later. */
export const bankMessageRoutes = serve(
  bankMessages,
  {
    callback: async ({ house, params, request }) => {
      await house.db.transaction('system', (tx) => storeMessage(tx, params.provider, request.signedBody ?? ''))
      return { error: false as const, message: 'Message received' }
    },
  },
  { transactions: 'own' },
)

/** Keeps a message as it came, once: the same bytes again are the same message. */
async function storeMessage(tx: Tx, provider: BankProvider, text: string): Promise<void> {
  announce(tx, 'bank.messages')
  const receivedAt = now()
  const message = readBankMessage({ provider, json: JSON.parse(text) as unknown, receivedAt })
  await sql`insert into bank_messages (id, provider, reference, says, body, body_hash, received_at)
    values (${newId()}, ${provider}, ${message?.reference ?? null}, ${message?.says.outcome ?? 'NOT_UNDERSTOOD'}, ${text}::jsonb,
      ${createHash('sha256').update(text).digest()}, ${receivedAt})
    on conflict (provider, body_hash) do nothing`.execute(tx)
}
