import { useEffect, useEffectEvent } from 'react'
import type { DeliveringMember } from '#contract/deliveries/cherryDeliveries.ts'
import { LookupNumber } from '#client/kit/forms/LookupNumber.tsx'
import type { ControlProps } from '#client/kit/forms/FormControl.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'
import { useMember, type MemberLookUp } from './member.ts'

/** What is known of the member under a member number, as one line. */
export function MemberLine({ lookUp }: { lookUp: MemberLookUp }) {
  const words = useWords().cherry
  const { weight, number } = useFormat()
  if (lookUp.state === 'none') return words.typeMore
  if (lookUp.state === 'searching') return words.searching
  if (lookUp.state === 'unasked') return words.unasked
  if (lookUp.state === 'unknown') return <span className="member-unknown">{words.unknown}</span>
  const { fullName, approvedKg, pendingKg, numberOfTrees } = lookUp.member
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
  const lookUp = useMember(props.value)
  const member = lookUp.state === 'found' ? lookUp.member : undefined
  // The other fields of the form belong to whoever was found.
  const tellFound = useEffectEvent(onFound)
  useEffect(() => tellFound(member), [member])
  return (
    <LookupNumber
      {...props}
      maxLength={10}
      isSearching={lookUp.state === 'searching'}
      result={<MemberLine lookUp={lookUp} />}
    />
  )
}
