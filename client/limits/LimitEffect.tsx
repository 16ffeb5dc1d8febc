import { limitFile } from '#contract/limits/limitFiles.ts'
import type { Upload } from '#contract/uploads/uploads.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { Stake } from '#client/kit/decisions/Stake.tsx'
import { isRejected } from '#client/kit/uploads/UploadLead.tsx'
import { useWords } from '#client/kit/words.ts'

/** What the approval of a limit file does, in money: at the rate in force, or as it was done. */
export function LimitEffect({ id, status }: Pick<Upload, 'id' | 'status'>) {
  const words = useWords().limits
  const { money, number, weight, list } = useFormat()
  const { data: effect, error } = useCall(limitFile.calls.effect, { params: { id } })
  if (error)
    return (
      <p className="faint" role="alert">
        {words.effectFailed}
      </p>
    )
  if (!effect || effect.members === 0) return null
  const facts = [
    [words.members, number(effect.members)],
    [words.kilograms, weight(effect.kilograms)],
    [words.rate, money(effect.rate)],
    [words.before, money(effect.before)],
    [words.after, money(effect.before + effect.added)],
    [words.seasons, list(effect.seasons)],
  ] as const
  const title = effect.done ? words.hasAdded : isRejected({ status }) ? words.wouldAdd : words.willAdd
  return <Stake label={title} title={title} amount={money(effect.added)} facts={facts} />
}
