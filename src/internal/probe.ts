// What only `conmock probe` needs.
export { formatComparison, formatProbe } from '../probe/format-probe.js'
export { plannedRequests, probe } from '../probe/probe.js'
export { compare, profileOf } from '../probe/profile.js'
export type { ProbeReport } from '../probe/report.js'
