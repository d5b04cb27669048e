import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of /proc in a second: fixed in Linux's interface to programs (USER_HZ). */
const TICKS_PER_SECOND = 100

interface Stat {
  readonly parent: number
  readonly cpuSeconds: number
}

function readStat(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may hold spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return {
      parent: Number(fields[1]),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    }
  } catch {
    // It has ended since its folder was listed.
    return undefined
  }
}

/** A process and all its descendants. */
function family(root: number): { readonly pid: number; readonly stat: Stat }[] {
  const all = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined
    return stat ? [{ pid: Number(name), stat }] : []
  })
  const members = new Set([root])
  // A child's id may be lower than its parent's, so one pass over the list is not enough.
  for (let before = 0; before !== members.size;) {
    before = members.size
    for (const { pid, stat } of all) if (members.has(stat.parent)) members.add(pid)
  }
  return all.filter(({ pid }) => members.has(pid))
}

/** CPU time that a process and its children have used so far, in seconds. Only on Linux. */
export function cpuSeconds(root: number): number {
  return family(root).reduce((sum, { stat }) => sum + stat.cpuSeconds, 0)
}

/** Memory that a process and its children hold (resident), in MB of 10⁶ bytes. Only on Linux. */
export function residentMegabytes(root: number): number {
  const sizes = family(root).map(({ pid }) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
  })
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6
}
