import { useParams } from '@tanstack/react-router'
import { findingKinds } from '#contract/dataQuality/dataQuality.ts'
import { WorkListScreen } from '#client/dataQuality/WorkListScreen.tsx'
import { UpdateDialog } from '#client/farmers/UpdateDialog.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'

/** A work list of the quality of data with the dialog of farmers: what is found is put right in one go. */
export function FindingScreen() {
  const { finding }: { finding?: string } = useParams({ strict: false })
  const kind = findingKinds.find((one) => one === finding)
  return kind ? <WorkListScreen key={kind} kind={kind} Change={UpdateDialog} /> : <NotFoundScreen />
}
