import { createHash } from 'node:crypto'
import type { Actor } from '#contract/house/permissions.ts'
import { changed, rows, sql, together, type Tx } from '../db.ts'
import { Refused } from '../refused.ts'

/** A state-changing request with the client's key; `of` is what makes it this request and no other. */
export type KeyedRequest = { actor: Actor; key: string; of: readonly unknown[] }

const hashOf = ({ of }: KeyedRequest): Buffer => createHash('sha256').update(JSON.stringify(of)).digest()

/** The stored first answer to the same request; refuses when the key was used for another one. */
export async function findAnswer(tx: Tx, request: KeyedRequest): Promise<{ answer: unknown } | null> {
  if (request.key.length > 255) throw new Refused('input.malformed')
  const [stored] = await rows(
    tx,
    sql<{ request_hash: Buffer; answer: unknown }>`
      select request_hash, answer from idempotency_keys where user_id = ${request.actor.userId} and key = ${request.key}`,
  )
  if (!stored) return null
  if (!stored.request_hash.equals(hashOf(request))) throw new Refused('key.reused')
  return { answer: stored.answer }
}

/** Takes the key for this transaction, or answers what its first request was answered. Refuses while that one still runs. */
export async function claim(tx: Tx, request: KeyedRequest): Promise<{ answer: unknown } | null> {
  const [[lock], stored] = await together([
    rows(
      tx,
      sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`${request.actor.userId} ${request.key}`}, 0)) as taken`,
    ),
    findAnswer(tx, request),
  ])
  if (!lock?.taken) throw new Refused('key.in_progress')
  return stored
}

/** Keeps the answer in the transaction of its effect. */
export async function storeAnswer(tx: Tx, request: KeyedRequest, answer: unknown): Promise<void> {
  const { actor, key } = request
  const inserted = await changed(
    tx,
    sql`insert into idempotency_keys (user_id, key, organisation_id, request_hash, answer)
      values (${actor.userId}, ${key}, ${actor.organisationId}, ${hashOf(request)}, ${JSON.stringify(answer ?? null)}) on conflict do nothing`,
  )
  if (inserted === 0) throw new Refused('key.in_progress')
}
