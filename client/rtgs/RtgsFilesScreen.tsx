import { Button } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { rtgsFile, rtgsFileFlow, type RtgsFile } from '#contract/rtgs/rtgsFiles.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useAct, useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { RtgsPayments, rtgsFileView } from './rtgsFileView.tsx'

/** Files of payments that are too large for PesaLink. What waits for a file stands above them. */
export function RtgsFilesScreen() {
  const words = useWords().rtgs
  const user = useUser()
  return (
    <ListScreen<RtgsFile>
      {...rtgsFileView.on(user)}
      heading={<h1>{words.title}</h1>}
      sub={words.sub}
      above={mayMake(rtgsFileFlow, user) && <Waiting />}
      next={{ text: words.none }}
    />
  )
}

function Waiting() {
  const words = useWords().rtgs
  const { money, number } = useFormat()
  const { organisationCode: organisationId } = useUser().organisation
  const { data, refetch } = useCall(rtgsFile.calls.waiting, { params: { organisationId } }, { staleTime: 0 })
  const make = useAct(rtgsFile.calls.make, { onDone: () => void refetch() })
  const payments = data?.data ?? []
  if (payments.length === 0) return null
  const amount = payments.reduce((sum, one) => sum + Math.round(one.amount * 100), 0) / 100
  return (
    <section className="card pad rtgs-waiting" aria-label={words.waiting}>
      <h2>{words.waits(number(payments.length), money(amount))}</h2>
      <RtgsPayments payments={payments} />
      <Button
        leftSection={<IconFilePlus size={16} aria-hidden />}
        loading={make.isPending}
        onClick={() => make.mutate({ params: { organisationId } })}
      >
        {words.make}
      </Button>
    </section>
  )
}
