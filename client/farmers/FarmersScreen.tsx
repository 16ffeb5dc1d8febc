import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { farmerUploads } from '#contract/farmerUploads.ts'
import type { Farmer } from '#contract/farmers.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { farmersSource } from './farmerSources.ts'

/** Farmers of the own organisation or, for the bank, KPCU and the government, of all societies; with a code in the address, of one. */
export function FarmersScreen() {
  const words = useWords().farmers
  const user = useUser()
  const { organisationCode }: { organisationCode?: string } = useParams({ strict: false })
  const toUploads = may(user, farmerUploads.upload.allow) && (
    <Button renderRoot={(rest) => <Link {...rest} to="/farmers/uploads" />}>{words.toUploads}</Button>
  )
  return (
    <ListScreen<Farmer>
      source={farmersSource(user, organisationCode)}
      title={(farmer) => farmer.fullName}
      sub={organisationCode ? words.ofSociety(organisationCode) : user.organisation.organisationName}
      next={{ text: words.noneYet, action: toUploads }}
    />
  )
}
