import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { communalPaymentFlow } from '#contract/schedules/communalPaymentFlow.ts'
import type { CommunalPayment } from '#contract/schedules/communalPayments.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { communalPaymentView } from './communalPaymentView.tsx'

/** What a society pays its members, season by season and cycle by cycle. */
export function CommunalPaymentsScreen() {
  const words = useWords().schedules
  const user = useUser()
  return (
    <ListScreen<CommunalPayment>
      {...communalPaymentView.on(user)}
      heading={<h1>{words.title}</h1>}
      sub={words.sub}
      actions={
        mayMake(communalPaymentFlow, user) && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(rest) => <Link {...rest} to="/farmers/schedule/new" />}
          >
            {words.new}
          </Button>
        )
      }
      next={{ text: words.none }}
    />
  )
}
