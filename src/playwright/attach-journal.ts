import type { TestInfo } from '@playwright/test'
import { formatRequest } from '../common/format-request.js'
import type { AnyMock } from '../control/client/remote-mock.js'

const plain = (text: string) => text

/** Attaches the journal to the report of a test that has failed, as JSON and as text. */
export async function attachJournal(testInfo: TestInfo, mock: AnyMock): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  const entries = await mock.requests.all()
  const lines = entries.map((entry) => formatRequest(entry, { isVerbose: false, color: plain, dim: plain }))
  const text = lines.length === 0 ? 'The mock got no requests.' : lines.join('\n')
  const json = JSON.stringify(entries, null, 2)
  await testInfo.attach('conmock-requests.txt', { contentType: 'text/plain', body: text })
  await testInfo.attach('conmock-requests.json', { contentType: 'application/json', body: json })
}
