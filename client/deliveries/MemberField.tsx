import { useEffect } from 'react'
import type { DeliveringMember } from '#contract/deliveries/cherryDeliveries.ts'
import { FoundField } from '#client/kit/forms/FoundField.tsx'
import type { ControlProps } from '#client/kit/forms/FormControl.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'
import { useMember, type MemberLookUp } from './member.ts'

/** What is known of the member under a member number, as one line. */
export function MemberLine({ found }: { found: MemberLookUp }) {
  const words = useWords().cherry
  const { weight, number } = useFormat()
  if (found.state === 'none') return words.typeMore
  if (found.state === 'searching') return words.searching
  if (found.state === 'unasked') return words.unasked
  if (found.state === 'unknown') return <span className="member-unknown">{words.unknown}</span>
  const { fullName, approvedKg, pendingKg, numberOfTrees } = found.member
  return (
    <>
      <b className="member-found">{fullName}</b>
      {numberOfTrees !== null && <> · {words.trees(numberOfTrees, number(numberOfTrees))}</>}
      <span className="num"> · {words.memberSeason(weight(approvedKg), weight(pendingKg))}</span>
    </>
  )
}

type MemberFieldProps = ControlProps & { onFound: (member: DeliveringMember | undefined) => void }

/** A member number that is looked up as it is typed: more than 2 characters, after 300 ms. */
export function MemberField({ onFound, ...props }: MemberFieldProps) {
  const found = useMember(props.value)
  const member = found.state === 'found' ? found.member : undefined
  // The other fields of the form belong to whoever was found.
  useEffect(() => {
    onFound(member)
    // Only another member counts, not that the callback is new.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [member])
  return (
    <FoundField
      {...props}
      maxLength={10}
      isSearching={found.state === 'searching'}
      found={<MemberLine found={found} />}
    />
  )
}
