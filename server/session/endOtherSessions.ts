import type { Actor } from '#contract/house/permissions.ts'
import { changed, sql, type Tx } from '#server/kit/db.ts'
import type { RequestFacts } from '#server/kit/web/serve.ts'
import { tokenHash } from '#server/kit/web/sessionToken.ts'

/** Who asks, and in which session. */
export type Asking = { actor: Actor; request: RequestFacts }

/** Ends all sessions of a user but the one that asks, and says how many there were. */
export const endOtherSessions = (tx: Tx, { actor, request }: Asking): Promise<number> =>
  changed(
    tx,
    sql`delete from sessions where user_id = ${actor.userId} and token_hash <> ${tokenHash(request.token ?? '')}`,
  )
