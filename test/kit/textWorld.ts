import type { FarmerText } from '#contract/house/texts.ts'
import { setClock } from '#server/kit/clock.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { sendDue } from '#server/texts/sendTexts.ts'
import { newReceipt } from './deliveryFiles.ts'
import type { Person } from './people.ts'
import { startSmsGateway, type SmsGateway } from './smsGateway.ts'
import { freshMember, type Member } from './updateRequests.ts'
import { makeWorld, type World } from './world.ts'

type Delivery = { id: string; version: number }
export type TextWorld = {
  world: World
  gateway: SmsGateway
  /** Puts the clock so far ahead of now. */
  setLater: (ms: number) => void
  /** No texts, the settings as shipped, the gateway without faults, the clock right. */
  reset: () => Promise<void>
  set: (name: string, value: boolean | number) => Promise<unknown>
  sendAll: () => Promise<void>
  states: () => Promise<{ occasion: string; state: string; problem: string; attempts: number }[]>
  textsTo: (member: Member) => string[]
  /** A member who has delivered nothing yet. */
  newcomer: () => Promise<Member>
  deliver: (member: Member, kilograms: number) => Promise<Delivery>
  decide: (delivery: Delivery, action?: 'approve' | 'decline') => Promise<void>
  close: () => Promise<void>
}

/** A world whose server texts farmers through a gateway on this machine. */
export async function makeTextWorld(): Promise<TextWorld> {
  const gateway = await startSmsGateway()
  let [later, waited] = [0, 0]
  setClock(() => Date.now() + later + (waited += 17)) // a request takes a little time
  const world = await makeWorld({ settings: gateway.settings })
  const { owner, people } = world
  // The days of these tests are longer than a session.
  await owner.query(
    `update sessions set expires_at = now() + interval '1 year', last_seen_at = now() + interval '1 day'`,
  )
  return {
    world,
    gateway,
    setLater: (ms) => (later = ms),
    reset: async () => {
      later = 0
      gateway.behave({})
      gateway.texts.length = 0
      await owner.query(`delete from farmer_texts; delete from settings where name like 'sms%'`)
    },
    set: (name, value) =>
      owner.query(`insert into settings (name, value) values ($1, $2)`, [name, JSON.stringify(value)]),
    sendAll: async () => {
      while ((await sendDue(world.house)) > 0);
    },
    states: async () =>
      (
        await owner.query<{ occasion: string; state: string; problem: string; attempts: number }>(
          'select occasion, state, problem, attempts from farmer_texts order by created_at',
        )
      ).rows,
    textsTo: ({ mobile_number }) =>
      gateway.texts.filter(({ to }) => to === `+${mobile_number}`).map(({ message }) => message),
    newcomer: async () => {
      const member = await freshMember(world)
      await owner.query('delete from cherry_deliveries where farmer_id = $1', [member.id])
      return member
    },
    deliver: async ({ member_number }, currentDelivery) => {
      const { body } = await people.wanjikuMaker.post<{ data: Delivery }>('/farmercherry/', {
        memberNumber: member_number,
        growerCode: 'CF4100',
        productName: 'COFFEE',
        currentDelivery,
        season: currentSeason(),
        receiptNumber: newReceipt(),
      })
      return body.data
    },
    decide: async ({ id, version }, action = 'approve') => {
      const confirmCherry = { id, version, approverComment: 'The scale' }
      const { status } = await people.otienoChecker.post('/farmercherry/approve', { action, confirmCherry })
      if (status !== 200) throw new Error(`no decision: ${status}`)
    },
    close: async () => {
      await world.close()
      setClock(null)
      await gateway.stop()
    },
  }
}

/** The texts on the page of a farmer. */
export const readTexts = async (person: Person, { id }: Member) =>
  (await person.get<{ on: boolean; texts: FarmerText[] }>(`/farmer/${id}/texts`)).body
