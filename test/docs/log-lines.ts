/** Removes the time and the duration of each request from the log of the server. */
export function withoutTimes(log: string): string {
  return log.replaceAll(/^[\d:]{8} (.*) [\d.]+ ms –/gm, '$1 –')
}
