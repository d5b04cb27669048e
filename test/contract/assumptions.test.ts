import { expect, it } from 'vitest'
import { assumptions } from '../../src/convention/assumptions.js'

// The conformance suite has a check for each variant.
it.each(Object.entries(assumptions))(
  'the assumption %s has a question, and names a standard if its status is standard',
  (_, { question, status, ...row }) => {
    expect(question).toMatch(/\w{3}/)
    expect('standard' in row ? row.standard : 'none').toMatch(status === 'standard' ? /^RFC \d+/ : /^none$/)
  },
)
