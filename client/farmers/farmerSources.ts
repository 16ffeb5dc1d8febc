import { farmerList, farmers, farmersSummaryList, uploadedFarmerList } from '#contract/farmers.ts'
import { farmerCompanyUploadFlow, farmerUploadFlow } from '#contract/farmerUploads.ts'
import { plotFlow, plot } from '#contract/plots.ts'
import { updateRequestFlow, updateRequest } from '#contract/updateRequests.ts'
import type { SessionUser } from '#contract/session.ts'
import type { ListSource } from '#client/kit/useListPage.ts'
import { uploadCalls, type UploadKindName } from './uploadScreens.ts'

/** Farmers of the own organisation or, with a code, of one society. */
export const farmersSource = (user: SessionUser, organisationCode?: string): ListSource =>
  organisationCode
    ? { list: farmerList, endpoint: farmers.ofSociety, params: { orgisationCode: organisationCode } }
    : { list: farmerList, endpoint: farmers.ofOrganisation, params: { organizationId: user.organisation.id } }

export const summarySource = (user: SessionUser): ListSource => ({
  list: farmersSummaryList,
  endpoint: farmers.summary,
  params: { organisationId: user.organisation.id },
})

export const uploadsSource = (user: SessionUser, name: UploadKindName): ListSource => ({
  list: uploadCalls[name].list,
  endpoint: uploadCalls[name].all,
  params: { organisationId: user.organisation.id },
  waits: name === 'farmers' ? farmerUploadFlow : farmerCompanyUploadFlow,
})

/** Update requests of the own society or, for wide readers, of all. */
export const updatesSource = (user: SessionUser): ListSource => ({
  list: updateRequest.list,
  endpoint: updateRequest.calls.all,
  params: { organisationId: user.organisation.id },
  waits: updateRequestFlow,
})

export const plotsSource = (user: SessionUser): ListSource => ({
  list: plot.list,
  endpoint: plot.calls.list,
  params: { organisationId: user.organisation.id },
  waits: plotFlow,
})

/** The rows of one upload. */
export const uploadRowsSource = (name: UploadKindName, id: string): ListSource => ({
  list: uploadedFarmerList,
  endpoint: uploadCalls[name].rows,
  params: { id },
})
