import type { Plot } from '#contract/farmers/plots.ts'
import { freshMembers, openRequest } from './updateRequests.ts'
import type { World } from './world.ts'

/** Update requests and plots of members, decided and waiting. */
export async function makeFarmerRequests(world: World): Promise<void> {
  const { wanjikuMaker, otienoChecker } = world.people
  for (const [at, member] of (await freshMembers(world, 4)).entries()) {
    const { id, version } = await openRequest(wanjikuMaker, member, { firstName: `Everylist${'ABCD'.charAt(at)}` })
    const step = ['approve', 'decline'][at]
    if (step)
      await otienoChecker.post('/farmer/updates/decide', { step, approverComment: 'Seen', records: [{ id, version }] })
  }
  for (const [at, member] of (await freshMembers(world, 4)).entries()) {
    const geometry = `{"type":"Point","coordinates":[36.9${at}0000,-0.420000]}`
    const body = { name: `Field ${at}`, geometry, areaHa: 0.4 + at / 10, screening: at === 2 ? 'NO_LOSS' : undefined }
    const plot = await wanjikuMaker.post<{ data: Plot }>(`/farmer/${member.id}/plots`, body)
    const { id, version } = plot.body.data
    const step = ['verify', 'reject'][at]
    if (step) await otienoChecker.post('/plots/decide', { step, approverComment: 'Seen', records: [{ id, version }] })
  }
}
