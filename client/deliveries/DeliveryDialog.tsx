import { Modal } from '@mantine/core'
import { cherryDelivery, type CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { call } from '#client/kit/call.ts'
import type { Control, ControlProps, Option } from '#client/kit/forms/FormControl.tsx'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm, type FormValues } from '#client/kit/forms/useRecordForm.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { useFactories, useSeasonsCall } from './deliveryCalls.ts'
import { deliveryFields, type DeliveryFieldName } from './deliveryFields.ts'
import { DisclaimerCheck, useDisclaimer } from './DisclaimerCheck.tsx'
import { seasonFor, type EntrySeason } from './entries.ts'
import { MemberField } from './MemberField.tsx'
import './deliveries.css'

type Values = FormValues<DeliveryFieldName>
type DeliveryDialogProps = {
  /** The delivery to edit; a new one without it. */
  edited?: CherryDelivery | undefined
  /** The number of the member for whom a new one was begun. */
  member?: string | undefined
  onClose: () => void
}

/** Create Cherry Record and Edit Cherry Record. The member number fills in whom it belongs to; the day and the season go together. */
export function DeliveryDialog(props: DeliveryDialogProps) {
  const seasons = useSeasonsCall()
  // The form starts with the server's day and season, so it waits for them.
  if (seasons.data) return <Form {...props} seasons={seasons.data} />
  return (
    <Modal opened onClose={props.onClose} size={760} title={<Title edited={props.edited} />}>
      {seasons.isError ? (
        <NotLoaded refused={seasons.error} onReload={() => void seasons.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Modal>
  )
}

function Title({ edited }: Pick<DeliveryDialogProps, 'edited'>) {
  const words = useWords().cherry
  return <span className="modal-title">{edited ? words.editTitle : words.createTitle}</span>
}

function Form({ edited, member, onClose, seasons }: DeliveryDialogProps & { seasons: readonly EntrySeason[] }) {
  const words = useWords().cherry
  const { disclaimer } = useDisclaimer()
  const current = seasons.find(({ takesDeliveries }) => takesDeliveries)
  const state = useRecordForm({
    fields: edited
      ? { ...deliveryFields, growerCode: { ...deliveryFields.growerCode, title: 'Grower' } }
      : deliveryFields,
    // What was begun for somebody else must not take the place of who was chosen.
    ...(edited || member ? {} : { draft: 'create-cherry' }),
    initial: edited ? valuesOf(edited) : { productName: 'COFFEE', memberNumber: member ?? '', ...dayOf(current) },
    check: ({ deliveredOn, season }) => {
      const known = seasons.find(({ name }) => name === season)
      const isOutside = known && known.takesDeliveries && (deliveredOn < known.firstDay || deliveredOn > known.lastDay)
      return isOutside ? { deliveredOn: `Not a day of the season ${season}` } : {}
    },
  })
  const { form } = state
  const controls = useControls({ state, seasons, stored: edited })
  const send = (values: Values, key: string) => {
    const { disclaimer: ticked, factoryId, ...delivery } = values
    const body = {
      ...delivery,
      productName: 'COFFEE' as const,
      factoryId: factoryId || null,
      disclaimerAccepted: ticked === 'Y' ? (true as const) : undefined,
      ...(disclaimer ? { disclaimerVersion: disclaimer.version } : {}),
    }
    return edited
      ? call(cherryDelivery.calls.update, {
          body: { ...body, id: edited.id, version: edited.version },
          idempotencyKey: key,
        })
      : call(cherryDelivery.calls.create, { body, idempotencyKey: key })
  }
  return (
    <RecordDialog
      title={edited ? words.editTitle : words.createTitle}
      state={state}
      {...(edited ? { lead: <p className="faint">{words.editHint}</p> } : {})}
      groups={[
        { title: words.groupMember, names: ['memberNumber', 'fullName', 'idNumber', 'growerCode'] },
        {
          title: words.groupDelivery,
          names: [
            'productName',
            'currentDelivery',
            'deliveredOn',
            'season',
            'factoryId',
            'receiptNumber',
            'disclaimer',
          ],
        },
      ]}
      controls={{
        ...controls,
        memberNumber: {
          wide: true,
          render: (field) => (
            <MemberField
              {...field}
              onFound={(member) => {
                form.setValue('fullName', member?.fullName ?? '', { shouldValidate: member !== undefined })
                form.setValue('idNumber', member?.idNumber ?? '', { shouldValidate: member !== undefined })
                form.setValue('growerCode', member?.grower ?? '', { shouldValidate: member !== undefined })
              }}
            />
          ),
        },
      }}
      invalid={words.fix}
      send={send}
      onDone={onClose}
      onClose={onClose}
      size={760}
    />
  )
}

const dayOf = (season: EntrySeason | undefined) => ({ season: season?.name ?? '', deliveredOn: season?.lastDay ?? '' })

const valuesOf = (edited: CherryDelivery): Partial<Values> => ({
  memberNumber: edited.memberNumber,
  fullName: edited.fullName,
  idNumber: edited.idNumber,
  growerCode: edited.growerCode,
  productName: edited.productName,
  currentDelivery: String(edited.currentDelivery),
  deliveredOn: edited.deliveredOn,
  season: edited.season,
  factoryId: edited.factoryId ?? '',
  receiptNumber: edited.receiptNumber,
})

type Controls = Partial<Record<DeliveryFieldName, Control>>
type Controlled = {
  state: ReturnType<typeof useRecordForm<DeliveryFieldName>>
  seasons: readonly EntrySeason[]
  stored: CherryDelivery | undefined
}

function useControls({ state, seasons, stored }: Controlled): Controls {
  const words = useWords().cherry
  const translate = useContractWords()
  const factories = useFactories()
  const { setValue, getValues } = state.form
  const factoryOptions: Option[] = factories
    .filter(({ id, active }) => active || id === stored?.factoryId)
    .map(({ id, name, active }) => ({ value: id, label: active ? name : words.closedFactory(name) }))
  const seasonOptions = seasons
    .filter(({ name, takesDeliveries }) => takesDeliveries || name === stored?.season)
    .map(({ name }) => ({ value: name, label: name }))
  const filled = { disabled: words.filled }
  return {
    fullName: filled,
    idNumber: filled,
    growerCode: filled,
    productName: { options: [{ value: 'COFFEE', label: translate('COFFEE') }] },
    currentDelivery: { unit: words.unit },
    deliveredOn: {
      as: 'date',
      onChanged: (day) => {
        const of = seasonFor(seasons, day)
        if (of) setValue('season', of.name, { shouldValidate: true })
      },
    },
    season: {
      options: seasonOptions,
      onChanged: (name) => {
        const chosen = seasons.find((one) => one.name === name)
        const day = getValues('deliveredOn') ?? ''
        // A day of another season would refuse the record; the last day that may be entered is the likeliest.
        if (chosen && (day < chosen.firstDay || day > chosen.lastDay)) setValue('deliveredOn', chosen.lastDay)
      },
    },
    factoryId: { options: factoryOptions },
    disclaimer: {
      wide: true,
      render: ({ value, onChange, error }: ControlProps) => (
        <DisclaimerCheck checked={value === 'Y'} onChange={(ticked) => onChange(ticked ? 'Y' : '')} error={error} />
      ),
    },
  }
}
