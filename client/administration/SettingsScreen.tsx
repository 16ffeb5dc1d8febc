import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import {
  adminSettings,
  settingField,
  storedSetting,
  type AdminSetting,
} from '#contract/administration/adminSettings.ts'
import type { SettingName } from '#contract/house/settings.ts'
import { inUnits } from '#contract/house/settingUnits.ts'
import { call } from '#client/kit/call.ts'
import { useFormat } from '#client/kit/format.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { RequestForm } from './RequestForm.tsx'
import { ContractText } from './ContractText.tsx'
import { SettingExample, useShownValue } from './SettingExample.tsx'
import { Waiting } from './Waiting.tsx'

const cells: Cells<AdminSetting> = {
  title: (setting) => <Explained setting={setting} />,
  shown: (setting) => <Value setting={setting} value={setting.value} />,
  shownDefault: (setting) => <Shipped setting={setting} />,
  help: ({ help }) => <ContractText text={help} />,
}

function Explained({ setting: { title, help } }: { setting: AdminSetting }) {
  const translate = useContractWords()
  return (
    <span className="said">
      <span className="strong">{translate(title)}</span>
      <small className="faint">{translate(help)}</small>
    </span>
  )
}

const Value = ({ setting, value }: { setting: AdminSetting; value: unknown }) => useShownValue()(setting, value)

/** On a card no heading says what the second value is. */
function Shipped({ setting }: { setting: AdminSetting }) {
  const words = useWords().administration
  const value = useShownValue()(setting, setting.default)
  return (
    <>
      <span className="headed">{value}</span>
      <span className="unheaded">{words.shipped(value)}</span>
    </>
  )
}

/** Values that hold for the whole house. */
export function SettingsScreen() {
  const words = useWords().administration
  const translate = useContractWords()
  const [edited, setEdited] = useState<AdminSetting>()
  return (
    <>
      <ListScreen<AdminSetting>
        source={adminSources.settings}
        title={(setting) => translate(setting.title)}
        sub={words.subOfSettings}
        rowActions={[{ label: words.changeSetting, Icon: IconPencil, run: setEdited }]}
        Lead={SettingLead}
        cells={cells}
      />
      {edited && <SettingForm setting={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function SettingLead({ row }: { row: AdminSetting }) {
  const words = useWords().administration
  const { dateTime } = useFormat()
  const shown = useShownValue()
  return (
    <>
      <Waiting waits={row.changeWaiting} title={row.title} />
      {row.history.length > 0 && (
        <section className="sentences">
          <h3>{words.history}</h3>
          <ul>
            {row.history.map(({ at, requestedBy, approvedBy, before, after }) => (
              <li key={at}>
                {words.historyLine(shown(row, before), shown(row, after), `${requestedBy}, ${approvedBy}`)}{' '}
                <span className="faint">{dateTime(at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function SettingForm({ setting, onClose }: { setting: AdminSetting; onClose: () => void }) {
  const words = useWords().administration
  const translate = useContractWords()
  const shown = useShownValue()
  const isSwitch = typeof setting.value === 'boolean'
  // The row's id is the name it is declared under.
  const name = setting.id as SettingName
  const initial = typeof setting.value === 'boolean' ? (setting.value ? 'On' : 'Off') : inUnits(setting.value, setting)
  const [typed, setTyped] = useState(initial)
  return (
    <RequestForm
      title={translate(setting.title)}
      hint={translate(setting.help)}
      fields={{ value: { title: 'Value', ...settingField(name) } }}
      initial={{ value: initial }}
      controls={{
        value: isSwitch
          ? {
              as: 'select',
              wide: true,
              options: [
                { value: 'On', label: words.on },
                { value: 'Off', label: words.off },
              ],
            }
          : {
              wide: true,
              unit: translate(setting.unit),
              hint: words.shipped(shown(setting, setting.default)),
              onChanged: setTyped,
            },
      }}
      above={<SettingExample name={name} before={setting.value} after={storedSetting(name, typed)} />}
      send={({ value, reason }, key) =>
        call(adminSettings.propose, {
          // The field has read it by the same rule.
          body: { name, value: storedSetting(name, value) ?? setting.value, reason },
          idempotencyKey: key,
        })
      }
      onClose={onClose}
    />
  )
}
