import type { CommunalRate, CycleFigures } from '#contract/payments/communalRates.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

type Body = { code?: string; message: string; details?: Record<string, unknown>; data: CommunalRate }

export const setFloor = (person: Person, limit: number | string, more: object = {}) =>
  person.post<Body>('/payment/setCommunalRateLimit', {
    growerCode: person.organisationCode,
    limit,
    season: currentSeason(),
    paymentCycle: 1,
    ...more,
  })

export const decideFloor = (
  world: World,
  person: Person,
  action: 'APPROVE' | 'REJECT',
  { id }: { id: string },
  more: object = {},
) => {
  const path = `/payment/approveCommunalRate/${world.organisationId(person.organisationCode)}`
  return person.post<Body>(path, { limitId: id, action, ...more })
}

export const cycleOf = (person: Person, growerCode: string, season = currentSeason()) =>
  person.post<{ code?: string; data: CycleFigures; details?: Record<string, unknown> }>('/payment/computeCycle', {
    growerCode,
    season,
  })

/** Puts so many shillings on the farmers' shilling account of a society, as the owner: as if they had come by a statement. */
export async function fillFarmersAccount({ owner }: World, code: string, shillings: number): Promise<void> {
  await owner.query(
    `with society as (select id from organisations where code = $1),
      opened as (insert into ledger_accounts (id, organisation_id, kind, book, normal_side, may_overdraw, subject_id, currency, lender_id, opened_at)
        select gen_random_uuid(), s.id, k.kind, k.book, k.normal_side, k.may_overdraw, s.id, 'KES', case when k.kind = 'outside' then null else s.id end, now()
        from society s join ledger_account_kinds k on k.kind in ('farmers', 'outside')
        where not exists (select from ledger_accounts a where a.organisation_id = s.id and a.kind = k.kind and a.subject_id = s.id and a.currency = 'KES')
        returning id)
      select count(*) from opened`,
    [code],
  )
  await owner.query(
    `insert into society_accounts (id, organisation_id, purpose, account_number, account_name, ledger_account_id, opened_at, changed_at)
      select gen_random_uuid(), o.id, 'FARMERS_KES', '01' || right('000000000000' || replace($1, 'CF', '9'), 12), 'FARMERS', a.id, now(), now()
      from organisations o join ledger_accounts a on a.organisation_id = o.id and a.kind = 'farmers' and a.currency = 'KES' where o.code = $1
      on conflict do nothing`,
    [code],
  )
  await owner.query(
    `insert into ledger_movements (id, organisation_id, reference, kind, debit_account_id, credit_account_id, book, currency, amount_cents, business_date, cause_kind, cause_id, place, created_at)
      select gen_random_uuid(), o.id, 'POOL' || gen_random_uuid(), 'POST', f.id, w.id, 'MONEY', 'KES', $2, current_date, 'test', o.id, 1, now()
      from organisations o join ledger_accounts f on f.organisation_id = o.id and f.kind = 'farmers' and f.currency = 'KES'
        join ledger_accounts w on w.organisation_id = o.id and w.kind = 'outside' and w.currency = 'KES' where o.code = $1`,
    [code, Math.round(shillings * 100)],
  )
}

/** Lowest rates in every state that people bring about. */
export async function makeFloors(world: World): Promise<void> {
  const { wanjikuMaker, margaretManager, danielMaker } = world.people
  for (const [limit, action] of [
    [90, 'APPROVE'],
    [120, 'REJECT'],
    [95, 'APPROVE'],
  ] as const)
    await decideFloor(world, margaretManager, action, (await setFloor(wanjikuMaker, limit)).body.data, {
      approverComment: 'Seen',
    })
  const { data } = (await setFloor(wanjikuMaker, 97)).body
  await wanjikuMaker.post('/payment/communalRateLimit/withdraw', { id: data.id })
  await setFloor(danielMaker, 88.5)
}
