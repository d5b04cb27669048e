// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
export { conmock, type ConmockFixtures } from './integrations/playwright/conmock.js'
export type { PlaywrightOptions } from './integrations/playwright/options.js'
export type { RemoteMock } from './admin/client/remote-mock.js'
export type { SandboxOptions } from './sandboxes/sandbox.js'
export { DataError, InvalidOptionError } from './common/errors.js'
