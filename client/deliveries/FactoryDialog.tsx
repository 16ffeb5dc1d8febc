import { factoryChange, type Factory } from '#contract/deliveries/factories.ts'
import { lettersAndDigits, text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'

const fields = {
  code: { title: 'Code', ...lettersAndDigits(10) },
  name: { title: 'Name', ...text(60) },
  reason: { title: 'Reason', ...text(500, { required: false }) },
}

/** What is proposed: a new factory, another name of one, or that one takes deliveries or no longer. */
export type FactoryProposal = { name: 'add' } | { name: 'rename' | 'turn'; factory: Factory }

/** Proposes a change of a factory; a second person decides. */
export function FactoryDialog({ proposal, onClose }: { proposal: FactoryProposal; onClose: () => void }) {
  const words = useWords().cherry
  const user = useUser()
  const factory = proposal.name === 'add' ? undefined : proposal.factory
  const isSwitch = proposal.name === 'turn'
  const active = isSwitch ? !factory?.active : (factory?.active ?? true)
  const state = useRecordForm({ fields, initial: factory ? { code: factory.code, name: factory.name } : {} })
  const title = !factory
    ? words.factories.addTitle
    : !isSwitch
      ? words.factories.renameTitle(factory.name)
      : factory.active
        ? words.factories.closeTitle(factory.name)
        : words.factories.openTitle(factory.name)
  return (
    <RecordDialog
      title={title}
      state={state}
      {...(isSwitch
        ? { lead: <p className="faint">{active ? words.factories.openHint : words.factories.closeHint}</p> }
        : {})}
      groups={[{ names: isSwitch ? ['reason'] : ['code', 'name', 'reason'] }]}
      controls={{ reason: { as: 'textarea', wide: true } }}
      submitLabel={words.send}
      send={({ code, name, reason }, key) =>
        call(factoryChange.calls.propose, {
          params: { organisationId: user.organisation.id },
          body: { ...(factory ? { id: factory.id } : {}), code, name, active, ...(reason ? { reason } : {}) },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={520}
    />
  )
}
