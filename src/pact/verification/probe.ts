import net from 'node:net'
import { hostOf } from './forward.js'
import { SetupProblem } from './problem.js'

/**
 * Looks whether anything listens where the target is said to be, so that a dead one is told of at once.
 *
 * @throws SetupProblem When nothing does.
 */
export function probe(url: URL, mostMs: number): Promise<void> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostOf(url), port })
    const done = (reason?: string) => {
      socket.destroy()
      if (reason === undefined) resolve()
      else reject(new SetupProblem(`${url.origin} cannot be reached: ${reason}`))
    }
    socket
      .setTimeout(mostMs, () => done(`no connection within ${mostMs / 1000} s`))
      .once('connect', () => done())
      .once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
  })
}
