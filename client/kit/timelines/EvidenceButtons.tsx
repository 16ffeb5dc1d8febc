import { Button, Group, type MantineSize } from '@mantine/core'
import { IconFileTypePdf, IconJson } from '@tabler/icons-react'
import { chains } from '#contract/statements/chains.ts'
import { download } from '#client/kit/download.ts'
import { usePaper } from '#client/kit/paper.ts'
import { useWords } from '#client/kit/words.ts'

const packs = {
  line: { paper: chains.paper, file: chains.file },
  slip: { paper: chains.slipPaper, file: chains.slipFile },
} as const

type EvidenceButtonsProps = { of: keyof typeof packs; id: string; size?: MantineSize }

/** The evidence pack of a payment, or of a grower's part of a lot: on paper, and for programs. */
export function EvidenceButtons({ of, id, size = 'sm' }: EvidenceButtonsProps) {
  const words = useWords().chains
  const print = usePaper()
  const { paper, file } = packs[of]
  return (
    <Group mt={size === 'sm' ? 'md' : 'sm'}>
      <Button
        variant="default"
        size={size}
        loading={print.busy}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        onClick={() => void print.print(paper, { id })}
      >
        {words.paper}
      </Button>
      <Button
        variant="default"
        size={size}
        leftSection={<IconJson size={16} aria-hidden />}
        onClick={() => void download(file, { params: { id } })}
      >
        {words.file}
      </Button>
    </Group>
  )
}
