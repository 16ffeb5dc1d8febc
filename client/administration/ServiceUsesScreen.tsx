import { outcomesOfUse, type ServiceUse } from '#contract/administration/adminServices.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'

const Address = ({ address }: Pick<ServiceUse, 'address'>) => {
  const { others } = useWords().administration.services
  return address === '' ? others : <code>{address}</code>
}

const cells: Cells<ServiceUse> = {
  outcome: ({ outcome }) => <Status {...outcomesOfUse[outcome]} />,
  address: ({ address }) => <Address address={address} />,
}

/** By which key, from where, how often and with what outcome programs have called. */
export function ServiceUsesScreen() {
  const { services: words, none } = useWords().administration
  return (
    <ListScreen<ServiceUse>
      source={adminSources.serviceUses}
      title={({ name, key }) => `${name}, ${key}`}
      sub={words.subOfUses}
      cells={cells}
      next={{ text: none }}
    />
  )
}
