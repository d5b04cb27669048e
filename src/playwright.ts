// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
export { conmock, type ConmockFixtures } from './playwright/conmock.js'
export type { ConmockOptions } from './playwright/options.js'
export type { RemoteMock } from './control/client/remote-mock.js'
export type { SpaceOptions } from './spaces/space.js'
export { DataError, InvalidOptionError } from './common/errors.js'
