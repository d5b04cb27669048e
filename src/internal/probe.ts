// What only `conmock probe` needs.
export { resolveSettings } from '../contract/settings.js'
export { compare, formatRequests } from '../probe/format-probe.js'
export { checkService, probe, profileOf } from '../probe/probe.js'
