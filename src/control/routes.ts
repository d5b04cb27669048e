import { faultRoutes, requestRoutes } from './routes/requests.js'
import { recordRoutes } from './routes/records.js'
import { spaceRoutes } from './routes/spaces.js'
import { settingRoutes, dataRoutes } from './routes/state.js'
import type { Route } from './route.js'

/** All routes below `/__conmock/v1` with JSON bodies. The routing, the OpenAPI document and the documentation use them. */
export const routes: readonly Route[] = [
  ...spaceRoutes,
  ...dataRoutes,
  ...recordRoutes,
  ...settingRoutes,
  ...faultRoutes,
  ...requestRoutes,
]
