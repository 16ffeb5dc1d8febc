import { adminChange } from './adminChanges.ts'
import { cherryDeliveryUpload } from './cherryDeliveryUploads.ts'
import { cherryRate } from './cherryRates.ts'
import { createdFarmer } from './createdFarmers.ts'
import { factoryChange } from './factories.ts'
import { limitFile } from './limitFiles.ts'
import { plot } from './plots.ts'
import { exceptionResolution } from './statementExceptions.ts'
import { statementImport } from './statementImports.ts'
import { updateRequest } from './updateRequests.ts'
import { wayOnChange } from './waysOn.ts'

/** The first register: every kind of record with a workflow that is declared as a whole, by the name of its calls. */
export const records = {
  createdFarmers: createdFarmer,
  updateRequests: updateRequest,
  plots: plot,
  cherryDeliveryUploads: cherryDeliveryUpload,
  factories: factoryChange,
  limitFiles: limitFile,
  cherryRates: cherryRate,
  waysOn: wayOnChange,
  resolutions: exceptionResolution,
  statementImports: statementImport,
  adminChanges: adminChange,
}
