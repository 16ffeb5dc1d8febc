import { Button } from '@mantine/core'
import { Dialog } from '#client/kit/Dialog.tsx'
import { useWords } from '#client/kit/words.ts'
import './createdFarmers.css'

/** Where a farmer is paid, as both the register and the created farmers know it. */
type BankDetails = {
  fullName: string
  institutionName: string
  bankCode: string
  accountName: string
  accountNumber: string
  currency?: string
  accountState: 'VERIFIED' | 'NAME_DIFFERS' | 'UNVERIFIED'
}

/** The account of a farmer, to read. */
export function BankDetailsDialog({ details, onClose }: { details: BankDetails; onClose: () => void }) {
  const words = useWords().createdFarmers
  const facts = [
    { title: words.bankName, value: details.institutionName },
    { title: words.bankCode, value: details.bankCode, code: true },
    { title: words.accountName, value: details.accountName },
    { title: words.account, value: details.accountNumber, code: true },
    { title: words.currency, value: details.currency ?? '' },
    { title: words.accountCheck, value: words.accountStates[details.accountState] },
  ]
  return (
    <Dialog onClose={onClose} size={440} title={words.bankTitle(details.fullName)}>
      <FactList facts={facts} />
      <div className="view-foot">
        <Button variant="default" data-autofocus onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  )
}

export type ViewFact = { title: string; value: string; code?: boolean }

/** Facts under each other; what is empty is left out. */
export function FactList({ facts }: { facts: readonly ViewFact[] }) {
  return (
    <dl className="facts view-facts">
      {facts
        .filter(({ value }) => value !== '')
        .map(({ title, value, code }) => (
          <div key={title} className="fact">
            <dt>{title}</dt>
            <dd className={code ? 'code' : undefined}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
