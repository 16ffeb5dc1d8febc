import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { LoanSchedule, LoanScheduleLine } from '#contract/loanReports/loanSchedules.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { loanScheduleSource, loanSchedulesSource } from './loanReportSources.ts'

/** Approved limit files, each a schedule of what its members may borrow. */
export function LoanSchedulesScreen() {
  const words = useWords().loanReports
  const user = useUser()
  const navigate = useNavigate()
  return (
    <ListScreen<LoanSchedule>
      source={loanSchedulesSource(user)}
      title={(row) => row.fileName}
      sub={words.schedulesSub}
      noDrawer
      onView={({ id }) => void navigate({ to: '/ccarf/farmer/loan/schedule/$id', params: { id } })}
      next={{ text: words.noSchedules }}
    />
  )
}

/** One schedule: each member, the account, and the amount. */
export function LoanScheduleScreen() {
  const words = useWords().loanReports
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return (
    <ListScreen<LoanScheduleLine>
      source={loanScheduleSource(id)}
      title={(row) => row.memberName}
      sub={words.scheduleSub}
      actions={
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          renderRoot={(rest) => <Link {...rest} to="/ccarf/farmer/loan/schedule" />}
        >
          {words.allSchedules}
        </Button>
      }
    />
  )
}
