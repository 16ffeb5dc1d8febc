import { Button } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { chains } from '#contract/statements/chains.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { ChainParts } from '#client/kit/timelines/ChainParts.tsx'
import { EvidenceButtons } from '#client/kit/timelines/EvidenceButtons.tsx'
import { useWords } from '#client/kit/words.ts'

/** Opens where the shillings of a line came from, lot by lot, with the evidence pack of it. */
export function LineChainButton({ line }: { line: { id: string; season: string; cycle: number } }) {
  const words = useWords().chains
  const { number } = useFormat()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRoute size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {words.open}
      </Button>
      {isOpen && (
        <Dialog title={words.title(line.season, number(line.cycle))} size="lg" onClose={() => setOpen(false)}>
          <Chain lineId={line.id} />
        </Dialog>
      )}
    </>
  )
}

function Chain({ lineId }: { lineId: string }) {
  const { data, error, refetch } = useCall(chains.line, { params: { id: lineId } })
  if (error && !data) return <NotLoaded refused={error} onReload={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return (
    <>
      <ChainParts chain={data} renderLink={(id, name) => <SlipLink id={id} name={name} />} />
      <EvidenceButtons of="line" id={lineId} />
    </>
  )
}

/** A lot that leads to its e-slip, and from there to every account that it reached. */
const SlipLink = ({ id, name }: { id: string; name: string }) => (
  <Link to="/eslips" search={{ tab: 'all', open: id }}>
    <b>{name}</b>
  </Link>
)
