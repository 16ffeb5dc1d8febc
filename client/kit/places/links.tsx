import { Button } from '@mantine/core'
import { IconArrowRight, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { readsFarmers } from '#contract/house/permissions.ts'
import { may, useUser } from '../user.ts'
import { useWords } from '../words.ts'
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
