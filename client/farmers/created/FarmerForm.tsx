import { createdFarmerForm, type CreatedFarmerFormField } from '#contract/farmers/createdFarmerFields.ts'
import { createdFarmer, type CreatedFarmer } from '#contract/farmers/createdFarmers.ts'
import { reference } from '#contract/house/reference.ts'
import { call } from '#client/kit/call.ts'
import type { Control, Option } from '#client/kit/forms/FormControl.tsx'
import { LookupField } from '#client/kit/forms/LookupField.tsx'
import { organisationLookup } from '#client/kit/forms/organisationLookup.ts'
import { useCall } from '#client/kit/queries.ts'
import { RecordDialog, type FormGroup } from '#client/kit/forms/RecordForm.tsx'
import { useFormValue, useRecordForm, type RecordFormState } from '#client/kit/forms/useRecordForm.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { useDuplicateHints } from './useDuplicateHints.ts'

type Name = CreatedFarmerFormField
type State = RecordFormState<Name>
type FormText = Record<Name, string>

const years = ['One', 'Two', 'Three'] as const
const groups = {
  identity: ['firstName', 'middleName', 'lastName', 'farmerId', 'memberNumber', 'gender', 'yearOfBirth', 'kraPin'],
  contact: ['mobileNumber', 'county', 'subCounty', 'ward', 'village'],
  farm: [
    'acreage',
    'numberOfTrees',
    'variety',
    'grower',
    ...years.map((year) => `year${year}Produce` as const),
    ...years.map((year) => `year${year}Price` as const),
  ],
  payment: ['institutionType', 'institution', 'accountName', 'accountNumber', 'currency'],
} as const satisfies Record<string, readonly Name[]>

/** Where nothing is known yet. */
const defaults: Partial<FormText> = { currency: 'KES' }

/** A farmer as the form shows one; a value that the reader may not see is left out, and stays as it is. */
function textsOf(farmer: CreatedFarmer): Partial<FormText> {
  const text = (value: string | number | null | undefined) => String(value ?? '')
  return {
    firstName: farmer.firstName,
    middleName: farmer.middleName,
    lastName: farmer.lastName,
    farmerId: farmer.farmerId,
    memberNumber: farmer.memberNumber,
    mobileNumber: farmer.mobileNumber,
    gender: farmer.gender,
    yearOfBirth: text(farmer.yearOfBirth),
    kraPin: farmer.kraPin,
    acreage: text(farmer.acreage),
    numberOfTrees: text(farmer.numberOfTrees),
    variety: text(farmer.variety?.id),
    county: text(farmer.county.id),
    subCounty: text(farmer.subCounty.id),
    ward: text(farmer.ward.id),
    village: farmer.organisation.village,
    yearOneProduce: text(farmer.yearOneProduce),
    yearTwoProduce: text(farmer.yearTwoProduce),
    yearThreeProduce: text(farmer.yearThreeProduce),
    yearOnePrice: text(farmer.yearOnePrice),
    yearTwoPrice: text(farmer.yearTwoPrice),
    yearThreePrice: text(farmer.yearThreePrice),
    grower: '',
    institutionType: farmer.institutionType,
    institution: farmer.institutionCode,
    accountName: farmer.farmerBankDetail.accountName,
    accountNumber: farmer.bankAccount,
    currency: farmer.farmerBankDetail.currency,
  }
}
const isMasked = (value: string | undefined) => value?.includes('•') ?? false

/** Creates a farmer, or edits one who is not approved. */
export function FarmerForm({ farmer, onClose }: { farmer?: CreatedFarmer; onClose: () => void }) {
  const words = useWords().createdFarmers
  const initial = farmer ? textsOf(farmer) : defaults
  const visible = Object.entries(createdFarmerForm).filter(([name]) => !isMasked(initial[name as Name]))
  const state: State = useRecordForm<Name>({
    fields: Object.fromEntries(visible) as typeof createdFarmerForm, // border: the masked ones are no names of a group either
    initial: Object.fromEntries(Object.entries(initial).filter(([, value]) => !isMasked(value))) as Partial<FormText>,
    ...(farmer ? {} : { draft: 'create-farmer' }),
  })
  const controls = useControls(state, farmer?.id)
  const shown = (names: readonly Name[]) => names.filter((name) => state.names.includes(name))
  const fullName = [
    useFormValue(state, 'firstName'),
    useFormValue(state, 'middleName'),
    useFormValue(state, 'lastName'),
  ]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ')
  const sections: FormGroup<Name>[] = [
    {
      title: words.identity,
      hint: fullName ? words.identityHint(fullName) : words.identityEmpty,
      names: shown(groups.identity),
    },
    { title: words.contact, names: shown(groups.contact) },
    { title: words.farm, hint: words.farmHint, names: shown(groups.farm) },
    { title: words.payment, hint: words.paymentHint, names: shown(groups.payment) },
  ]
  return (
    <RecordDialog
      title={farmer ? words.editTitle(farmer.fullName) : words.createTitle}
      size={960}
      state={state}
      groups={sections}
      controls={controls}
      submitLabel={words.save}
      send={(body, idempotencyKey) =>
        farmer
          ? call(createdFarmer.calls.update, {
              params: { id: farmer.id },
              body: { ...body, version: farmer.version },
              idempotencyKey,
            })
          : call(createdFarmer.calls.create, { body, idempotencyKey })
      }
      onDone={onClose}
      onClose={onClose}
    />
  )
}

const optionsOf = (entries: readonly { id: number; name: string }[] | undefined): Option[] =>
  (entries ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
const forEver = { staleTime: Infinity }

/** Lists that depend on what was chosen before, and what others already have. */
function useControls(state: State, id: string | undefined): Partial<Record<Name, Control>> {
  const words = useWords().createdFarmers
  const translate = useContractWords()
  const duplicateHints = useDuplicateHints(state, id)
  const [county, subCounty] = [useFormValue(state, 'county'), useFormValue(state, 'subCounty')]
  const type = useFormValue(state, 'institutionType')
  const counties = useCall(reference.counties, {}, forEver)
  const subCounties = useCall(
    reference.subCountiesOf,
    { params: { countyId: county } },
    { ...forEver, enabled: county !== '' },
  )
  const wards = useCall(
    reference.wardsOf,
    { params: { subCountyId: subCounty } },
    { ...forEver, enabled: subCounty !== '' },
  )
  const varieties = useCall(reference.varieties, {}, forEver)
  const institutions = useCall(reference.institutions, {}, forEver)
  const ofType = (kind: string): Option[] =>
    (institutions.data ?? [])
      .filter(({ institutionType }) => institutionType === kind)
      .map(({ institutionCode, institutionName }) => ({ value: institutionCode, label: institutionName }))
  const set = (name: Name, value: string) => state.form.setValue(name, value, { shouldDirty: true })
  const produce = { unit: words.kilograms }
  const price = { unit: words.perKilogram }
  return {
    farmerId: { note: duplicateHints.farmerId },
    memberNumber: { note: duplicateHints.memberNumber },
    mobileNumber: { note: duplicateHints.mobileNumber },
    accountNumber: { note: duplicateHints.accountNumber },
    gender: {
      options: [
        { value: 'FEMALE', label: translate('Female') },
        { value: 'MALE', label: translate('Male') },
      ],
    },
    acreage: { unit: words.acres },
    county: {
      options: optionsOf(counties.data),
      loading: counties.isPending,
      onChanged: () => {
        set('subCounty', '')
        set('ward', '')
      },
    },
    subCounty: {
      options: optionsOf(subCounties.data),
      loading: subCounties.isFetching,
      disabled: county === '' && words.chooseCounty,
      onChanged: () => set('ward', ''),
    },
    ward: {
      options: optionsOf(wards.data),
      loading: wards.isFetching,
      disabled: subCounty === '' && words.chooseSubCounty,
    },
    variety: { options: optionsOf(varieties.data), loading: varieties.isPending },
    grower: {
      wide: true,
      hint: words.growerHint,
      render: (props) => <LookupField {...props} {...organisationLookup} />,
    },
    institutionType: {
      onChanged: (chosen) => {
        const [only, ...others] = ofType(chosen)
        set('institution', only && others.length === 0 ? only.value : '')
      },
    },
    institution: {
      options: ofType(type),
      loading: institutions.isPending,
      disabled: type === '' && words.chooseType,
    },
    yearOneProduce: produce,
    yearTwoProduce: produce,
    yearThreeProduce: produce,
    yearOnePrice: price,
    yearTwoPrice: price,
    yearThreePrice: price,
  }
}
