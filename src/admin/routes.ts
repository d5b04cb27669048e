import { assumptionRoutes } from './routes/assumptions.js'
import { clockRoutes } from './routes/clock.js'
import { dataRoutes } from './routes/data.js'
import { faultRoutes } from './routes/faults.js'
import { recordRoutes } from './routes/records.js'
import { requestRoutes } from './routes/requests.js'
import { snapshotRoutes } from './routes/snapshots.js'
import { sandboxRoutes } from './routes/sandboxes.js'
import { tokenRoutes } from './routes/tokens.js'
import type { Route } from './route.js'

/** All routes below `/__conmock/v1` with JSON bodies. The routing, the OpenAPI document and the documentation use them. */
export const routes: readonly Route[] = [
  ...sandboxRoutes,
  ...snapshotRoutes,
  ...dataRoutes,
  ...recordRoutes,
  ...tokenRoutes,
  ...assumptionRoutes,
  ...clockRoutes,
  ...faultRoutes,
  ...requestRoutes,
]
