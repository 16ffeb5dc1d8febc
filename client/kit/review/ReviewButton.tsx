import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useWords } from '../words.ts'

/** The way from a list to the review of what waits in it. */
export function ReviewButton({ onOpen }: { onOpen: () => void }) {
  const words = useWords().review
  return (
    <Button
      className="review-button"
      variant="default"
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      onClick={onOpen}
    >
      {words.open}
    </Button>
  )
}
