import { describe, expect, test } from 'vitest'
import { buildRole, buildUser, buildVolunteer, InvalidOptionError } from '../../src/index.js'
import { problemPaths, problemsOf, thrownBy } from '../support/thrown.js'

/** Passes a value of any type, as in plain JavaScript. */
function untyped(value: unknown): never {
  return value as never
}

const builders = {
  buildRole,
  buildUser,
  buildVolunteer,
}

describe.each(Object.entries(builders))('%s', (_, build) => {
  test.each([[null], ['text'], [7], [true], [[]]])('refuses %j, because it needs an object', (input) => {
    expect(problemsOf(() => build(untyped(input)))).toEqual([
      { path: '$', reason: expect.stringContaining('object') },
    ])
  })

  test('refuses an unknown field', () => {
    expect(problemPaths(() => build(untyped({ nmae: 'x' })))).toEqual(['$.nmae'])
  })

  test('refuses an unknown option, and options that are not an object', () => {
    expect(thrownBy(() => build({}, untyped({ idx: 3 })))).toMatchObject({
      name: 'InvalidOptionError',
      message: expect.stringMatching(/^unknown option "idx": did you mean "index"\?/),
    })
    for (const options of [null, 5, 'index', []])
      expect(() => build({}, untyped(options))).toThrow(InvalidOptionError)
  })

  test('refuses a seed or an index that is not a whole number from 0', () => {
    for (const number of [-1, 1.5, Number.NaN, 2 ** 53])
      for (const options of [{ seed: number }, { index: number }])
        expect(() => build({}, options)).toThrow(InvalidOptionError)
  })
})

// data-file.test.ts has the JSON paths of many mistakes.
test('an invalid record has a message with the kind, the JSON path and the reason, one line for each problem', () => {
  expect(thrownBy(() => buildUser({ phone: '1', id: untyped(2) }))).toMatchObject({
    name: 'DataError',
    message: expect.stringMatching(/^User: \$\.id: .+\nUser: \$\.phone: .*E\.164.*$/),
  })
})
