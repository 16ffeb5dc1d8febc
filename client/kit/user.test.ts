import { afterEach, expect, test } from 'vitest'
import type { SessionUser } from '#contract/house/session.ts'
import { endPreview, startPreview } from './preview.ts'
import { changeUser, currentUser, rememberUser } from './user.ts'

const administrator: SessionUser = {
  id: '1',
  username: 'admin',
  fullName: 'Samuel Kariuki',
  language: 'en',
  totpEnabled: false,
  passkeyEnabled: false,
  secondFactorFirst: false,
  organisation: {
    id: '2',
    organisationCode: 'KAHAWA',
    organisationName: 'Kahawa',
    organisationType: { id: 9, name: 'OPERATOR' },
  },
  roleId: { name: 'ADMINISTRATOR', label: 'Administrator', permissions: ['admin.users'] },
}
afterEach(endPreview)

test('what changes of a user while another role is looked at leaves the own role as it is', () => {
  rememberUser(administrator)
  startPreview({ name: 'FCS_MAKER', label: 'Clerk', permissions: ['farmer.read'], types: ['FARMER_SOCIETY'] })
  expect(currentUser()?.roleId.name).toBe('FCS_MAKER')
  changeUser({ language: 'sw' })
  endPreview()
  expect(currentUser()).toEqual({ ...administrator, language: 'sw' })
})
