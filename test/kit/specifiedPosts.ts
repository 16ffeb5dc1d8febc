import type { ConversionRate } from '#contract/payments/conversionRates.ts'
import type { Parchment } from '#contract/parchment/parchments.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { cycleOf, decideFloor, setFloor } from './communalRates.ts'
import { waitingLot } from './catalogueFiles.ts'
import { agreeDeals, submitDeal } from './conversionRates.ts'
import { eslipIn } from './eslips.ts'
import { newFarmerBody, decideFarmer, enterFarmer } from './createdFarmers.ts'
import { memberOf } from './deliveryFiles.ts'
import { detailsOf, decideSchedule, saveSchedule } from './schedules.ts'
import {
  makeAgreedDispatch,
  makeDispatchRecord,
  makeDroppedDispatch,
  makeReceivedDispatch,
} from './dispatchDecisions.ts'
import { makeFloor, makeRetry, makeSchedule } from './everyKind.ts'
import { decideRetry, initiateRetry, refuseLine } from './paymentRetries.ts'
import { companiesCsv, farmersCsv } from './farmerFiles.ts'
import { sendFarmers } from './farmerUploads.ts'
import { limitsCsv, newLimits, sendLimits } from './limitFiles.ts'
import { borrower, decideLoans, fillFund, waitingLoan } from './loans.ts'
import { decideFile as decideDispatch, dispatchCsv, newDispatch, openSale, weighedLess } from './dispatchFiles.ts'
import { decideParchment, parchmentCsv, sendParchment } from './parchmentFiles.ts'
import type { HttpAnswer, Person } from './people.ts'
import { freshMember, openRequest } from './updateRequests.ts'
import type { World } from './world.ts'

type Post = (world: World) => Promise<HttpAnswer>
type Listed = { id: string } & Record<string, unknown>

const society = (world: World) => world.organisationId('CF4100')
/** A record exactly as its list answers it: clients of the specification post it back whole. */
async function asListed(person: Person, path: string, id: string): Promise<Listed> {
  const { body } = await person.get<Listed[]>(path)
  const record = body.find((record) => record.id === id)
  if (!record) throw new Error(`${path} does not list ${id}`)
  return record
}
/** What the screens of uploads post of a file. */
const fileOf = ({ id, file, fileName, fileType, fileExtension }: Listed, more: object) => ({
  id,
  file,
  fileName,
  fileType,
  fileExtension,
  ...more,
})

async function farmerFile(world: World): Promise<Listed> {
  const { wanjikuMaker, otienoChecker } = world.people
  const { id } = await sendFarmers(wanjikuMaker, 1)
  return asListed(otienoChecker, `/upload/cherry/farmerFiles/${society(world)}`, id)
}
async function limitFile(world: World): Promise<Listed> {
  const { wanjikuMaker, otienoChecker } = world.people
  const { id } = await sendLimits(wanjikuMaker, newLimits(1), { shareData: false })
  return asListed(otienoChecker, `/upload/cherry/limitFiles/${society(world)}`, id)
}
async function parchmentRecord(world: World, by: Person): Promise<Listed> {
  const { id } = await sendParchment(world.people.wanjikuMaker)
  return asListed(by, `/upload/parchment/deliveryFiles/${world.organisationId(by.organisationCode)}`, id)
}
async function lotAsListed(world: World, by: Person): Promise<Listed> {
  const { id, documentUpload } = await waitingLot(world)
  return asListed(by, `/upload/catalogue/${documentUpload.id}/data`, id)
}
const cherry = (n: number) => ({
  idNumber: '',
  fullName: '',
  memberNumber: memberOf('CF4100', n),
  growerCode: 'CF4100',
  productName: 'COFFEE',
  currentDelivery: 31 + n / 100,
  season: currentSeason(),
  status: 'PENDING_APPROVAL',
})
async function enteredCherry({ people: { wanjikuMaker } }: World, n: number): Promise<Listed> {
  const { body } = await wanjikuMaker.post<{ data: { id: string } }>('/farmercherry', cherry(n))
  return asListed(wanjikuMaker, '/farmercherry', body.data.id)
}
async function loan(world: World, stage: 'pending' | 'approved'): Promise<Listed> {
  const { id: farmerId } = await borrower(world)
  const { id } = await waitingLoan(world, farmerId, 1_500)
  if (stage === 'approved') await decideLoans(world.people.otienoChecker, 'approve', [{ id }])
  const { body } = await world.people.otienoChecker.get<Listed[]>(`/disbursement/${stage}/${society(world)}`, {
    paginate: 'N',
  })
  const record = body.find((record) => record.id === id)
  if (!record) throw new Error('the loan is not listed')
  return record
}
async function waitingRate({ people: { josephKpcuMaker, mercyKpcuChecker } }: World, rate: number): Promise<Listed> {
  const proposal = { growerCode: 'CF4100', rate }
  const { body } = await josephKpcuMaker.post<{ data: { id: string } }>('/cherry/rate/update', proposal)
  return asListed(mercyKpcuChecker, '/cherry/rate/unapproved', body.data.id)
}

/** Each call of the specification that changes something, by its path, made as the specification's screens make it. */
export const specifiedPosts: Readonly<Record<string, Post>> = {
  '/upload/cherry/farmer/:organisationId': (world) =>
    world.people.wanjikuMaker.upload(`/upload/cherry/farmer/${society(world)}`, 'spec.csv', farmersCsv(1)),
  '/upload/cherry/farmerCompany/:organisationId': (world) =>
    world.people.wanjikuMaker.upload(`/upload/cherry/farmerCompany/${society(world)}`, 'spec.csv', companiesCsv(1)),
  '/upload/cherry/approve_farmer/:organisationId': async (world) =>
    world.people.otienoChecker.post(
      `/upload/cherry/approve_farmer/${society(world)}`,
      fileOf(await farmerFile(world), { approverComment: '', action: 'APPROVE' }),
    ),
  '/upload/cherry/approve_farmer_company/:organisationId': async (world) => {
    const { wanjikuMaker, otienoChecker } = world.people
    const path = `/upload/cherry/farmerCompany/${society(world)}`
    const { body } = await wanjikuMaker.upload<{ data: Listed }>(path, 'approved.csv', companiesCsv(1))
    const payload = fileOf(body.data, { approverComment: '', action: 'APPROVE' })
    return otienoChecker.post(`/upload/cherry/approve_farmer_company/${society(world)}`, payload)
  },
  '/upload/cherry/decline_farmer': async (world) =>
    world.people.otienoChecker.post(
      '/upload/cherry/decline_farmer',
      fileOf(await farmerFile(world), { approverComment: 'Sent twice', action: 'REJECT' }),
    ),
  '/farmer/edit': async (world) => {
    const member = await freshMember(world)
    return world.people.wanjikuMaker.post('/farmer/edit', {
      id: member.id,
      firstName: 'Wangari',
      lastName: 'Maathai',
      middleName: 'Muta',
      memberNumber: member.member_number,
      gender: 'FEMALE',
      farmerId: member.id_number,
      growerId: society(world),
      mobileNumber: member.mobile_number,
      companyName: '',
      companyRegistrationNumber: '',
    })
  },
  '/farmer/store': ({ people }) => people.wanjikuMaker.post('/farmer/store', newFarmerBody()),
  '/farmer/update/:id': async ({ people: { wanjikuMaker } }) => {
    const farmer = await enterFarmer(wanjikuMaker)
    const { farmerId, memberNumber, mobileNumber } = farmer
    const body = newFarmerBody({ farmerId, memberNumber, mobileNumber, village: 'Mahiga' })
    return wanjikuMaker.post(`/farmer/update/${farmer.id}`, body)
  },
  '/farmer/approve': async ({ people: { wanjikuMaker, otienoChecker } }) => {
    const { id } = await enterFarmer(wanjikuMaker)
    return decideFarmer(otienoChecker, 'approve', { id })
  },
  '/farmer/reject': async (world) => {
    const { wanjikuMaker, otienoChecker } = world.people
    const { id } = await openRequest(wanjikuMaker, await freshMember(world), { firstName: 'Wangui' })
    return otienoChecker.post('/farmer/reject', { id, approverComments: 'Not the name on the card' })
  },
  '/upload/cherry/approve_limit/:organisationId': async (world) =>
    world.people.otienoChecker.post(`/upload/cherry/approve_limit/${society(world)}`, await limitFile(world)),
  '/upload/cherry/decline_limit': async (world) =>
    world.people.otienoChecker.post('/upload/cherry/decline_limit', {
      ...(await limitFile(world)),
      approverComment: 'Sent twice',
    }),
  '/upload/cherry/delivery/:organisationId': (world) =>
    world.people.wanjikuMaker.upload(
      `/upload/cherry/delivery/${society(world)}`,
      'spec limits.csv',
      limitsCsv(newLimits(1)),
      { shareData: 'false' },
    ),
  '/upload/cherry/delivery': ({ people }) =>
    people.wanjikuMaker.upload('/upload/cherry/delivery', 'own limits.csv', limitsCsv(newLimits(1)), {
      shareData: 'false',
    }),
  '/farmercherry': ({ people }) => people.wanjikuMaker.post('/farmercherry', cherry(41)),
  '/farmercherry/update': async (world) => {
    const { steps: _, ...record } = await enteredCherry(world, 42)
    return world.people.wanjikuMaker.post('/farmercherry/update', { ...record, currentDelivery: 12 })
  },
  '/farmercherry/approve': async (world) =>
    world.people.otienoChecker.post('/farmercherry/approve', {
      action: 'approve',
      confirmCherry: await enteredCherry(world, 43),
    }),
  '/grn_record': async (world) => {
    await openSale(world)
    const fileData = Buffer.from(dispatchCsv(newDispatch(1))).toString('base64')
    const body = { fileName: 'spec dispatch.csv', fileType: 'text/csv', fileData }
    return world.people.kipronoMillerMaker.post('/grn_record', body)
  },
  '/eslip/download/:id': async (world) => world.people.wanjikuMaker.post(`/eslip/download/${await eslipIn(world)}`),
  '/grn_record/approve-item': async (world) =>
    world.people.graceWarehouseChecker.post('/grn_record/approve-item', {
      ...(await asListed(world.people.graceWarehouseChecker, '/grn_record/records', await makeAgreedDispatch(world))),
      actionComment: 'Weighed again',
    }),
  '/grn_record/update': async (world) =>
    world.people.francisWarehouseChecker.post('/grn_record/update', {
      ...(await asListed(world.people.francisWarehouseChecker, '/grn_record/records', await makeDispatchRecord(world))),
      ...weighedLess,
      actionComment: 'One bag is missing',
    }),
  '/grn_record/delete-grnFile': async (world) =>
    decideDispatch(world.people.kipronoMillerMaker, 'delete-grnFile', { id: await makeReceivedDispatch(world) }),
  '/grn_record/approve-delete-grnFile': async (world) =>
    decideDispatch(world.people.francisWarehouseChecker, 'approve-delete-grnFile', {
      id: await makeDroppedDispatch(world),
    }),
  '/grn_record/reject-delete-grnFile': async (world) =>
    decideDispatch(world.people.francisWarehouseChecker, 'reject-delete-grnFile', {
      id: await makeDroppedDispatch(world),
    }),
  '/upload/parchment/delivery/amend/file': async (world) => {
    const { margaretManager, aliceMillerChecker } = world.people
    const { id } = await parchmentRecord(world, aliceMillerChecker)
    await decideParchment(aliceMillerChecker, 'decline', { id }, 'Weighed 97 kg')
    const { body } = await margaretManager.get<Listed[]>(`/upload/parchment/delivery/${id}`)
    const data = body.map(({ rowid, growerCode, commodity, totalBags, season }) => ({
      rowid,
      growerCode,
      commodity,
      totalBags,
      netWeight: 97,
      season,
    }))
    return margaretManager.post('/upload/parchment/delivery/amend/file', { data, id, approverComment: 'As weighed' })
  },
  '/upload/parchment/delivery/approve/file': async (world) => {
    const { aliceMillerChecker } = world.people
    return aliceMillerChecker.post(
      '/upload/parchment/delivery/approve/file',
      await parchmentRecord(world, aliceMillerChecker),
    )
  },
  '/upload/catalogue/update': async (world) => {
    const { catherineBrokerChecker } = world.people
    const lot = await lotAsListed(world, catherineBrokerChecker)
    return catherineBrokerChecker.post('/upload/catalogue/update', {
      ...lot,
      outTurn: lot['outturn'],
      cert: 'RA',
      comment: 'Certified',
    })
  },
  '/upload/catalogue/approve-catalogue-item': async (world) => {
    const { francisWarehouseChecker } = world.people
    const lot = await lotAsListed(world, francisWarehouseChecker)
    return francisWarehouseChecker.post('/upload/catalogue/approve-catalogue-item', { ...lot, comment: 'As weighed' })
  },
  '/upload/parchment/delivery': ({ people }) =>
    people.wanjikuMaker.upload<{ data: Parchment }>('/upload/parchment/delivery', 'spec.csv', parchmentCsv(1), {
      shareData: 'false',
      millerCode: 'ML2001',
    }),
  '/disbursement/approve': async (world) =>
    world.people.otienoChecker.post('/disbursement/approve', [await loan(world, 'pending')]),
  '/disbursement/authorize': async (world) => {
    await fillFund(world, 'KPCU', 10_000)
    return world.people.mercyKpcuChecker.post('/disbursement/authorize', [await loan(world, 'approved')])
  },
  '/disbursement/decline': async (world) =>
    world.people.mercyKpcuChecker.post('/disbursement/decline', {
      ...(await loan(world, 'approved')),
      approvalComment: 'The fund is short',
    }),
  '/disbursement/reject': async (world) =>
    world.people.otienoChecker.post('/disbursement/reject', {
      ...(await loan(world, 'pending')),
      approvalComment: 'Not a member any more',
    }),
  '/settlement/transactions': ({ people }) =>
    people.otienoChecker.post('/settlement/transactions', {
      growerCode: 'CF4100',
      from: '2025-10-01',
      to: '2025-12-31',
    }),
  '/cherry/rate/update': ({ people }) =>
    people.josephKpcuMaker.post('/cherry/rate/update', { rate: 47, growerCode: 'CF4102' }),
  '/cherry/rate/approve': async (world) =>
    world.people.mercyKpcuChecker.post('/cherry/rate/approve', await waitingRate(world, 46.5)),
  '/cherry/rate/reject': async (world) =>
    world.people.mercyKpcuChecker.post('/cherry/rate/reject', {
      ...(await waitingRate(world, 48.5)),
      approverComment: 'Too high',
    }),
  '/payment/conversionRate/update': async (world) => {
    await agreeDeals(world, { dealCode: '7001' })
    return submitDeal(world.people.wanjikuMaker, 7001)
  },
  '/payment/conversionRate/approve': async ({ people: { purityChecker } }) => {
    const { body } = await purityChecker.get<ConversionRate[]>('/payment/conversionRate/history')
    const waiting = body.find(({ status }) => status.id === 3)
    const named = { id: waiting?.id, growerId: waiting?.grower.id }
    return purityChecker.post('/payment/conversionRate/approve', { ...named, action: 'APPROVE' })
  },
  // As the screens of the specification send them: numbers and flags as texts.
  '/payment/fetchFCSLimitInfo': ({ people }) =>
    people.wanjikuMaker.post('/payment/fetchFCSLimitInfo', { growerCode: 'CF4100' }),
  '/payment/computeCycle': ({ people }) =>
    people.wanjikuMaker.post('/payment/computeCycle', { growerCode: 'CF4100', season: currentSeason() }),
  '/payment/setCommunalRateLimit': async ({ people }) => {
    const { data } = (await cycleOf(people.wanjikuMaker, 'CF4100')).body
    return setFloor(people.wanjikuMaker, '91.50', { paymentCycle: String(data.cycle), lastPayment: 'false' })
  },
  '/payment/getGrowerDetails': ({ people }) => detailsOf(people.wanjikuMaker),
  '/payment/saveCommunalPayment': async (world) => {
    await makeSchedule(world)
    await world.owner.query(`update communal_payments set status = 'WITHDRAWN' where status = 'PENDING_APPROVAL'`)
    return saveSchedule(world, world.people.wanjikuMaker)
  },
  '/payment/approveFarmerSchedule/:organisationId': async (world) => {
    const id = await makeSchedule(world)
    return decideSchedule(world, world.people.margaretManager, 'APPROVE', { id })
  },
  '/payment/initiateScheduleRetry': async (world) => {
    const id = await makeSchedule(world)
    await decideSchedule(world, world.people.margaretManager, 'APPROVE', { id })
    return initiateRetry(world.people.wanjikuMaker, await refuseLine(world, id))
  },
  '/payment/approveScheduleRetry': async (world) =>
    decideRetry(world.people.otienoChecker, { id: await makeRetry(world) }, 'APPROVE'),
  '/payment/approveCommunalRate/:loggedInOrgId': async (world) => {
    const id = await makeFloor(world)
    return decideFloor(world, world.people.margaretManager, 'APPROVE', { id })
  },
  '/organization/validateAccountDetails': ({ people }) =>
    people.wanjikuMaker.post('/organization/validateAccountDetails', {
      organisationType: 'FARMER_SOCIETY',
      accountNumber: '01109012345600',
    }),
  '/organization/validateIpslAccountDetails': ({ people }) =>
    people.wanjikuMaker.post('/organization/validateIpslAccountDetails', {
      accountNumber: '01109012345600',
      pic: '0011',
    }),
}
