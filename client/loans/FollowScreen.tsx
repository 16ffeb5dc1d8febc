import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { loanSlips, type FollowedLoan } from '#contract/loans/loanSlips.ts'
import { payoutCauses } from '#contract/payouts/payoutStand.ts'
import { payoutChannels } from '#contract/payouts/payouts.ts'
import { useFormat } from '#client/kit/format.ts'
import { TrackerStages } from '#client/kit/timelines/PaymentTracker.tsx'
import { PublicAnswer, PublicPage } from '#client/kit/PublicPage.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** Often enough for who waits for the money. */
const everyMs = 30_000

/** Where the square code of a slip leads: how far the loan has come, for whoever holds the slip, and nothing of whose it is. */
export function FollowScreen() {
  const words = useWords().loans.follow
  const { code } = useParams({ from: '/follow/$code' })
  const read = useCall(loanSlips.follow, { params: { code } }, { refetchInterval: everyMs })
  return (
    <PublicPage title={words.title}>
      <PublicAnswer read={read} words={{ ...words, waiting: words.loading }}>
        {read.data && <Way loan={read.data} />}
      </PublicAnswer>
    </PublicPage>
  )
}

/** Where it is, why, and whether the member has to do anything. */
function Way({ loan: { stages, stand, organisationName } }: { loan: FollowedLoan }) {
  const words = useWords().loans.follow
  const { causes } = useWords().payouts.track
  const translate = useContractWords()
  const { dateTime } = useFormat()
  const isPaid = stand?.cause === 'PAID'
  const isRefused = stand === null && stages.some(({ state }) => state === 'STOPPED')
  const needsMember = isRefused || (stand !== null && payoutCauses[stand.cause].of === 'society')
  const sentence = stand
    ? causes[stand.cause]({
        channel: stand.channel ? translate(payoutChannels[stand.channel]) : '',
        since: dateTime(stand.since),
        next: stand.nextAt ? dateTime(stand.nextAt) : '',
      })
    : isRefused
      ? words.refused
      : words.waiting
  return (
    <>
      <TrackerStages stages={stages} />
      <Alert
        mt="md"
        color={isPaid ? 'leaf' : needsMember ? 'gold' : 'gray'}
        icon={isPaid ? <IconCircleCheck aria-hidden /> : needsMember ? <IconAlertTriangle aria-hidden /> : undefined}
        title={sentence}
      >
        {needsMember ? words.ask(organisationName) : words.nothing(organisationName)}
      </Alert>
      <p className="faint">{words.privacy}</p>
    </>
  )
}
