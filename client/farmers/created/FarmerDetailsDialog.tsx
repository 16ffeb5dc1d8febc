import { Button } from '@mantine/core'
import { createdFarmerForm } from '#contract/farmers/createdFarmerFields.ts'
import type { CreatedFarmer } from '#contract/farmers/createdFarmers.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { FactList, type ViewFact } from './BankDetailsDialog.tsx'

/** A created farmer, to read. */
export function FarmerDetailsDialog({ farmer, onClose }: { farmer: CreatedFarmer; onClose: () => void }) {
  const words = useWords().createdFarmers
  const translate = useContractWords()
  const { number, weight, money } = useFormat()
  const title = (name: keyof typeof createdFarmerForm) => translate(createdFarmerForm[name].title)
  const year = (at: number, kilograms: number | null, price: number | null): ViewFact => ({
    title: words.produceOf(at),
    value: kilograms === null ? '' : words.produceAt(weight(kilograms), price === null ? '–' : money(price)),
  })
  const sections: { title: string; facts: ViewFact[] }[] = [
    {
      title: words.identity,
      facts: [
        { title: title('memberNumber'), value: farmer.memberNumber, code: true },
        { title: title('farmerId'), value: farmer.farmerId, code: true },
        { title: title('gender'), value: translate(farmer.gender === 'FEMALE' ? 'Female' : 'Male') },
        { title: title('yearOfBirth'), value: String(farmer.yearOfBirth ?? '') },
        { title: title('kraPin'), value: farmer.kraPin, code: true },
      ],
    },
    {
      title: words.contact,
      facts: [
        { title: title('mobileNumber'), value: farmer.mobileNumber, code: true },
        { title: title('county'), value: farmer.county.name },
        { title: title('subCounty'), value: farmer.subCounty.name },
        { title: title('ward'), value: farmer.ward.name },
        { title: title('village'), value: farmer.organisation.village },
      ],
    },
    {
      title: words.farm,
      facts: [
        { title: title('acreage'), value: number(farmer.acreage) },
        { title: title('numberOfTrees'), value: farmer.numberOfTrees === null ? '' : number(farmer.numberOfTrees) },
        { title: title('variety'), value: farmer.productVariety },
        { title: title('grower'), value: `${farmer.organisationName} ${farmer.growerCode}` },
        year(1, farmer.yearOneProduce, farmer.yearOnePrice),
        year(2, farmer.yearTwoProduce, farmer.yearTwoPrice),
        year(3, farmer.yearThreeProduce, farmer.yearThreePrice),
      ],
    },
    {
      title: words.payment,
      facts: [
        { title: title('institution'), value: farmer.institutionName },
        { title: title('accountName'), value: farmer.farmerBankDetail.accountName },
        { title: title('accountNumber'), value: farmer.bankAccount, code: true },
        { title: title('currency'), value: farmer.farmerBankDetail.currency },
        { title: words.accountCheck, value: words.accountStates[farmer.accountState] },
      ],
    },
  ]
  return (
    <Dialog onClose={onClose} size={760} title={farmer.fullName}>
      <div className="view-sections">
        {sections.map(({ title: heading, facts }) => (
          <section key={heading}>
            <h3>{heading}</h3>
            <FactList facts={facts} />
          </section>
        ))}
      </div>
      <div className="view-foot">
        <Button variant="default" data-autofocus onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  )
}
