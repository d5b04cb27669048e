import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { AnswerFacts } from '../../src/api/answer-facts.js'
import { LedgerCounter } from '../../src/coverage/ledger-counter.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Counts facts to which only the counter may keep references. */
function countMany(counter: LedgerCounter, number: number): WeakRef<AnswerFacts>[] {
  return Array.from({ length: number }, () => {
    const assumed = [{ name: 'roles.order', value: 'id' } as const]
    const facts = { subject: 'listRoles', status: 200, shapes: ['roles.page.only'], assumed } as const
    const whole = { ...facts, code: undefined, header: undefined }
    counter.count(whole)
    return new WeakRef<AnswerFacts>(whole)
  })
}

it('keeps at most 1,000 facts, and counts them all', async () => {
  const counter = new LedgerCounter()
  const references = countMany(counter, 2500)
  // Weak references keep their objects until the current job ends.
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  expect(references.filter((each) => each.deref() !== undefined).length).toBeLessThanOrEqual(1000)
  const counted = { version: 1, answers: [{ operation: 'listRoles', status: 200, count: 2500 }] }
  for (let time = 0; time < 2; time++) {
    expect(counter.read()).toEqual({
      ...counted,
      shapes: { 'roles.page.only': 2500 },
      assumptions: { 'roles.order': { id: 2500 } },
    })
  }
})
