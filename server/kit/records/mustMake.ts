import { makingRefused } from '#contract/kit/proposal.ts'
import { Refused } from '../refused.ts'

/** Refuses who may not make a proposal of this kind. */
export function mustMake(...[flow, actor]: Parameters<typeof makingRefused>): void {
  const refused = makingRefused(flow, actor)
  if (refused) throw new Refused(refused)
}
