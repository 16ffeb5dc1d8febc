import { Skeleton } from '@mantine/core'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { day, decimalFromZero, positiveDecimal, text } from '#contract/kit/field.ts'
import { feeCaps, feeNames, feeRule, type FeeName, type FeeRule } from '#contract/settlement/feeRules.ts'
import { call } from '#client/kit/call.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { businessToday } from '#client/kit/format.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'

const dollars = decimalFromZero({ max: 10_000, places: 2 })
const fields = {
  validFrom: { title: 'From sale day', ...day },
  brokerPercent: { title: 'Broker %', ...decimalFromZero({ max: feeCaps.brokerPercent, places: 2 }) },
  dssPercent: { title: 'Settlement %', ...decimalFromZero({ max: feeCaps.dssPercent, places: 2 }) },
  exchangePercent: { title: 'Exchange %', ...decimalFromZero({ max: feeCaps.exchangePercent, places: 2 }) },
  millingPerTonne: { title: 'Milling (USD per tonne)', ...dollars },
  handlingPerPackage: { title: 'Handling (USD per package)', ...dollars },
  storagePerPackageDay: { title: 'Storage (USD per package and day)', ...dollars },
  warrantPerLot: { title: 'Warrant (USD per lot)', ...dollars },
  shillingsPerDollar: { title: 'KES per USD', ...positiveDecimal({ max: 10_000, places: 6 }) },
  reason: { title: 'Reason', ...text(500, { required: false }) },
}
const usual = {
  brokerPercent: '1',
  dssPercent: '0.3',
  exchangePercent: '0.5',
}

/** The rules in force, the latest first: so many of them that one of today is there, whatever is agreed for later. */
const inForce = { paginate: 'Y', size: 50, filter: 'status:APPROVED', sort: '-validFrom' } as const

/** Proposes what is charged on sales from a day on, beginning with what counts today; somebody else of the bank decides. */
export function FeeRuleDialog({ onClose }: { onClose: () => void }) {
  const words = useWords().settlement
  const rules = useCall(feeRule.calls.all, { query: inForce }, { staleTime: 0, gcTime: 0 })
  const found = rules.data as PageOf<FeeRule> | undefined // border: paged, as asked for
  if (found) {
    const today = businessToday()
    return <FeeRuleForm known={found.data.find(({ validFrom }) => validFrom <= today)} onClose={onClose} />
  }
  return (
    <Dialog title={words.proposeFees} size={640} onClose={onClose}>
      {rules.isError ? (
        <NotLoaded refused={rules.error} onReload={() => void rules.refetch()} />
      ) : (
        <Skeleton height={280} />
      )}
    </Dialog>
  )
}

/** `known`: the rule that counts today; none before the first. */
function FeeRuleForm({ known, onClose }: { known: FeeRule | undefined; onClose: () => void }) {
  const words = useWords().settlement
  const state = useRecordForm({
    fields,
    initial: known
      ? (Object.fromEntries(feeNames.map((name) => [name, String(known[name])])) as Record<FeeName, string>) // border: one for each name
      : usual,
  })
  return (
    <RecordDialog
      title={words.proposeFees}
      state={state}
      lead={<p className="faint">{words.feesHint}</p>}
      groups={[
        { names: ['validFrom'] },
        { title: words.shares, names: ['brokerPercent', 'dssPercent', 'exchangePercent'] },
        {
          title: words.charges,
          names: [
            'millingPerTonne',
            'handlingPerPackage',
            'storagePerPackageDay',
            'warrantPerLot',
            'shillingsPerDollar',
          ],
        },
        { names: ['reason'] },
      ]}
      controls={{
        validFrom: { as: 'date' },
        brokerPercent: { hint: words.most(feeCaps.brokerPercent) },
        dssPercent: { hint: words.most(feeCaps.dssPercent) },
        exchangePercent: { hint: words.most(feeCaps.exchangePercent) },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={words.send}
      send={({ validFrom, reason, ...typed }, key) =>
        call(feeRule.calls.propose, {
          body: {
            validFrom,
            ...(Object.fromEntries(feeNames.map((name) => [name, Number(typed[name])])) as Record<
              (typeof feeNames)[number],
              number
            >), // border: one for each name
            ...(reason ? { reason } : {}),
          },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={640}
    />
  )
}
