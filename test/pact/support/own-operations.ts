import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { loadPacts } from '../../../src/convention/load-pacts.js'
import { createMock } from '../../../src/index.js'
import { recordPactFile } from '../../../src/pact/recording/recorded-file.js'
import {
  VerificationError,
  verifyPacts,
  type ExtendedVerifyOptions,
  type VerificationReport,
} from '../../../src/pact.js'
import { registrations } from '../../extension/registrations.js'
import { temporaryFolder } from '../../support/temporary-folder.js'

/** Opens a mock with an extension. */
export function open(extend: object, assumptions: object = {}) {
  const mock = createMock({ extend, assumptions } as object)
  async function ask(request: string, body?: unknown, token = 'mock-all-scopes'): Promise<unknown> {
    const [method = '', place] = request.split(' ')
    const response = await mock.fetch(`https://reg.example/api/v0/${place}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return response.headers.get('content-type') === 'application/json' ? response.json() : undefined
  }
  return { mock, ask }
}

export type Met = { readonly coverage: () => unknown }

/** Records the pact of what a mock has met. @param needs The fields that the app needs, by operation. */
export async function record(extend: object, mock: Met, needs?: object) {
  const folder = temporaryFolder()
  const pacts = await loadPacts(extend)
  const options = { consumer: 'app', ...(needs && { needs: 'needs.json' }) }
  if (needs) writeFileSync(path.join(folder, 'needs.json'), JSON.stringify({ version: 1, needs }))
  const { lines } = recordPactFile(pacts, mock.coverage() as never, options, false, folder)
  const file = path.join(folder, 'pacts/app-convention-read-api.json')
  return { lines, file, text: readFileSync(file, 'utf8') }
}

/** Verifies, and returns the report of a failure, too. */
export async function verify(options: Partial<ExtendedVerifyOptions>): Promise<VerificationReport> {
  try {
    return await verifyPacts({ extend: registrations, ...options })
  } catch (error) {
    if (error instanceof VerificationError) return error.report
    throw error
  }
}

/** Returns the outcomes by the descriptions of the interactions. */
export function outcomes({ interactions }: VerificationReport) {
  return Object.fromEntries(
    interactions.map(({ description, outcome }) => [description.replace('a request for ', ''), outcome]),
  )
}
