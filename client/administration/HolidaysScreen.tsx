import { Button } from '@mantine/core'
import { IconBriefcase, IconCalendarOff, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import {
  adminHolidays,
  holidayOrigins,
  holidayStatuses,
  type AdminHoliday,
  type HolidayStatus,
} from '#contract/administration/adminHolidays.ts'
import { text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { RequestForm } from './RequestForm.tsx'
import { ContractText } from './ContractText.tsx'
import { Waiting } from './Waiting.tsx'

const cells: Cells<AdminHoliday> = {
  name: ({ name }) => <ContractText text={name} strong />,
  origin: ({ origin }) => <ContractText text={holidayOrigins[origin]} />,
  status: ({ status }) => <Status {...holidayStatuses[status]} />,
}

type Proposal = { holiday: AdminHoliday | undefined; status: HolidayStatus }

/** Days on which no record gets older: by law, and as gazetted. */
export function HolidaysScreen() {
  const words = useWords().administration
  const translate = useContractWords()
  const [proposal, setProposal] = useState<Proposal>()
  return (
    <>
      <ListScreen<AdminHoliday>
        source={adminSources.holidays}
        title={(holiday) => translate(holiday.name)}
        sub={words.subOfHolidays}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setProposal({ holiday: undefined, status: 'DAY_OFF' })}
          >
            {words.newHoliday}
          </Button>
        }
        rowActions={[
          {
            label: words.workedHoliday,
            Icon: IconBriefcase,
            run: (holiday) => setProposal({ holiday, status: 'WORKING_DAY' }),
            isShown: ({ status }) => status === 'DAY_OFF',
          },
          {
            label: words.keptHoliday,
            Icon: IconCalendarOff,
            run: (holiday) => setProposal({ holiday, status: 'DAY_OFF' }),
            isShown: ({ status }) => status === 'WORKING_DAY',
          },
        ]}
        Lead={HolidayLead}
        cells={cells}
      />
      {proposal && <HolidayForm {...proposal} onClose={() => setProposal(undefined)} />}
    </>
  )
}

const HolidayLead = ({ row }: { row: AdminHoliday }) => <Waiting waits={row.changeWaiting} title={row.day} />

const fields = { day: { title: 'Day', ...text(10) }, name: { title: 'Name', ...text(60) } }

function HolidayForm({ holiday, status, onClose }: Proposal & { onClose: () => void }) {
  const words = useWords().administration
  const translate = useContractWords()
  const { date } = useFormat()
  const step = status === 'DAY_OFF' ? words.keptHoliday : words.workedHoliday
  return (
    <RequestForm
      title={holiday ? `${translate(holiday.name)}, ${date(holiday.day)}: ${step}` : words.newHoliday}
      hint={holiday ? words.changeHolidayHint : words.holidayHint}
      fields={fields}
      initial={{ day: holiday?.day ?? '', name: holiday?.name ?? '' }}
      controls={{
        day: { as: 'date', disabled: holiday?.day ?? false },
        name: { disabled: holiday?.name ?? false },
      }}
      send={(values, key) => call(adminHolidays.propose, { body: { ...values, status }, idempotencyKey: key })}
      onClose={onClose}
    />
  )
}
