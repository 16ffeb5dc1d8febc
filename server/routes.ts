import { auditRoutes } from './audit/audit.ts'
import { farmerRoutes } from './farmers/farmers.ts'
import { farmerUploadRoutes } from './farmers/farmerUploads.ts'
import { inboxRoutes } from './inbox/inbox.ts'
import type { Route } from './kit/serve.ts'
import { recordKinds } from './recordKinds.ts'
import { referenceRoutes } from './reference/reference.ts'
import { sessionRoutes } from './session/session.ts'
import { uploadBindings } from './uploadBindings.ts'
import { uploadRoutes } from './uploads/uploads.ts'
import { viewRoutes } from './views/views.ts'

/** Every call the server answers, in no particular order: the router picks the most exact path. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...inboxRoutes(recordKinds),
  ...farmerUploadRoutes,
  ...uploadRoutes(uploadBindings),
  ...farmerRoutes,
  ...referenceRoutes,
  ...auditRoutes(recordKinds),
  ...viewRoutes,
]
