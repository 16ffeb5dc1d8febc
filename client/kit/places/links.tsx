import { Button } from '@mantine/core'
import { IconArrowRight, IconRoute, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { readsFarmers } from '#contract/house/permissions.ts'
import { may, useUser } from '../user.ts'
import { useWords } from '../words.ts'
import { allowed } from './allowed.built.ts'
import { usePlaces, viewOf } from './places.ts'

/** The way to everything about the farmer, for who may read it. */
export function FarmerLink({ id }: { id: string }) {
  const words = useWords().farmerPage
  if (!may(useUser(), readsFarmers)) return null
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconUser size={15} aria-hidden />}
      renderRoot={(rest) => <Link {...rest} to="/farmers/farmer/$id" params={{ id }} />}
    >
      {words.page}
    </Button>
  )
}

/** The way to everything about an outturn, from cherry to sale, for who may read it. */
export function OutturnLink({ outturn, season, size }: { outturn: string; season: string; size?: 'sm' }) {
  const words = useWords().outturns
  if (!may(useUser(), allowed['outturns.page'])) return null
  return (
    <Button
      variant="default"
      size={size ?? 'xs'}
      leftSection={<IconRoute size={15} aria-hidden />}
      renderRoot={(rest) => <Link {...rest} to="/trade/outturn" search={{ outturn, season }} />}
    >
      {words.page}
    </Button>
  )
}

/** The way to another record, such as the file that this one came in. */
export function RecordLink({ kind, id, label }: { kind: string; id: string; label: string }) {
  const place = usePlaces().get(kind)
  if (!place) return null
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconArrowRight size={15} aria-hidden />}
      renderRoot={(rest) => <Link {...rest} {...viewOf(place, id)} />}
    >
      {label}
    </Button>
  )
}
