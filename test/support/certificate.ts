import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from './temporary-folder.js'

export function openssl(folder: string, args: string): void {
  execFileSync('openssl', args.split(' '), { cwd: folder, stdio: 'pipe' })
}

/** A certificate for this machine that signs itself, in the files `cert.pem` and `key.pem` of a folder. */
export class Certificate {
  readonly folder = temporaryFolder()

  constructor() {
    this.renew()
  }

  renew(): void {
    const request = 'req -x509 -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc'
    const name = '-subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1'
    openssl(this.folder, `${request} ${name} -keyout key.pem -out cert.pem`)
  }

  pathOf(file: string): string {
    return path.join(this.folder, file)
  }

  read(file: string): string {
    return readFileSync(this.pathOf(file), 'utf8')
  }

  /** The option `tls`. */
  get tls(): { readonly cert: string; readonly key: string } {
    return { cert: this.read('cert.pem'), key: this.read('key.pem') }
  }
}
