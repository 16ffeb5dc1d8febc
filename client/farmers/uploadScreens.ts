import { farmerCompaniesFile, farmersFile } from '#contract/farmerFiles.ts'
import { farmerCompanyUpload, farmerUpload } from '#contract/farmerUploads.ts'

export type UploadKindName = 'farmers' | 'farmer_companies'

/** Where the rows of an upload are shown. */
export const detailRoutes = {
  farmers: '/farmers/$id/details',
  farmer_companies: '/farmercompany/$id/details',
} as const satisfies Record<UploadKindName, string>

/** Where the uploads of a kind are listed. */
export const listRoutes = {
  farmers: '/farmers/uploads',
  farmer_companies: '/farmers/farmercompany',
} as const satisfies Record<UploadKindName, string>

/** The declarations behind each kind of upload. */
export const uploadCalls = {
  farmers: {
    kind: farmersFile,
    list: farmerUpload.list,
    all: farmerUpload.calls.list,
    upload: farmerUpload.calls.upload,
    rows: farmerUpload.calls.rows,
  },
  farmer_companies: {
    kind: farmerCompaniesFile,
    list: farmerCompanyUpload.list,
    all: farmerCompanyUpload.calls.list,
    upload: farmerCompanyUpload.calls.upload,
    rows: farmerCompanyUpload.calls.rows,
  },
} as const

/** The kind a review names, as the server stores it. */
export const kindNamed = (name: string): UploadKindName =>
  name === farmerCompaniesFile.name ? 'farmer_companies' : 'farmers'
