import { counted } from '#contract/kit/counted.ts'
export const farmers = {
  template: 'Download Farmer Template',
  upload: 'Upload Farmers Files',
  companyTemplate: 'Download Farmer Company Template',
  companyUpload: 'Upload Farmer Company Files',
  farmers: (count: number, shown: string) => ({ shown, unit: count === 1 ? 'farmer' : 'farmers' }),
  numberOf: 'Farmers',
  overrideTitle: 'Registered in another society',
  overrideHint:
    'These IDs are registered in another society already. Give a reason to register a farmer here all the same; a row without a reason is not registered.',
  overrideReason: (row: string) => `Reason for row ${row}`,
  overridePlaceholder: 'For example: moved to this society in October',
  overrideShort: 'At least 3 characters',
  overrideMore: (shown: string) =>
    `Shown: the first ${counted(shown, 'row')} only. Approve what is shown, then the rest.`,
  allUploads: 'Farmer uploads',
  allCompanyUploads: 'Company uploads',
  uploadedFarmers: 'Uploaded farmers',
  ofSociety: (code: string) => `Society ${code}`,
  everySociety: 'All societies in your reach',
  viewMore: 'View more',
  noneYet: 'Farmers appear here once an upload has been approved.',
  toUploads: 'Go to the farmer uploads',
  fromFile: 'Farmers from one file',
  fromCompanyFile: 'Farmer companies from one file',
}
