import type { Findings } from './findings.js'
import type { Ending, Sample, ServerProcess } from './server-process.js'

/** What the server had when nobody was connected must be all that it has when nobody is any more. */
export function checkReleased(before: Sample, after: Sample, findings: Findings): void {
  if (after.sockets > before.sockets) {
    findings.fault(`${after.sockets - before.sockets} connections were left open in the server`)
  }
  if ((after.descriptors ?? 0) > (before.descriptors ?? 0)) {
    findings.fault(`file descriptors: ${before.descriptors} before, ${after.descriptors} after`)
  }
}

/** The server's own log must tell of the same answers, and of no more than those that nobody waited for. */
export function checkLog({ log }: ServerProcess, findings: Findings): void {
  for (const status of new Set([...log.statuses, ...findings.statuses.keys()])) {
    const [logged, seen] = [log.of(status), findings.statuses.get(status) ?? 0]
    if (logged < seen || logged > seen + findings.uncertain) {
      findings.fault(`the log tells of ${logged} answers with ${status}, and ${seen} were seen`)
    }
    if (status >= 500) findings.fault(`the log tells of ${logged} answers with ${status}`)
  }
}

/** A server that is asked to stop must do so without a complaint. */
export function checkEnding({ code, stderr }: Ending, findings: Findings): void {
  if (code !== 0) findings.fault(`the server ended with the code ${String(code)}`)
  if (stderr !== '') findings.fault(`the server wrote on stderr: ${stderr.slice(0, 1000)}`)
}
