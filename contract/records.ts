import { adminChange } from './adminChanges.ts'
import { cherryDelivery } from './cherryDeliveries.ts'
import { cherryDeliveryUpload } from './cherryDeliveryUploads.ts'
import { cherryRate } from './cherryRates.ts'
import { createdFarmer } from './createdFarmers.ts'
import { factoryChange } from './factories.ts'
import { farmerCompanyUpload, farmerUpload } from './farmerUploads.ts'
import { limitFile } from './limitFiles.ts'
import { loanRequest } from './loanRequests.ts'
import { parchment } from './parchments.ts'
import { plot } from './plots.ts'
import { exceptionResolution } from './statementExceptions.ts'
import { statementImport } from './statementImports.ts'
import { updateRequest } from './updateRequests.ts'
import { payoutResolution } from './payoutResolutions.ts'

/** The first register: every kind of record with a workflow, by the name of its calls. */
export const records = {
  farmerUploads: farmerUpload,
  farmerCompanyUploads: farmerCompanyUpload,
  createdFarmers: createdFarmer,
  updateRequests: updateRequest,
  plots: plot,
  cherryDeliveries: cherryDelivery,
  cherryDeliveryUploads: cherryDeliveryUpload,
  factories: factoryChange,
  limitFiles: limitFile,
  cherryRates: cherryRate,
  parchments: parchment,
  loanRequests: loanRequest,
  exceptionResolutions: exceptionResolution,
  statementImports: statementImport,
  payoutResolutions: payoutResolution,
  adminChanges: adminChange,
}
