import { version } from '../common/version.js'

/** Says in every response of the API what sends it, so that `verify` and `probe` do not take a mock for a real service. */
export const identity = { server: `conmock/${version}` }
