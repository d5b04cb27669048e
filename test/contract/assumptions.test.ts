import { describe, expect, it } from 'vitest'
import { assumptions, createMock, InvalidOptionError, type AssumptionInput } from '../../src/index.js'
import { resolveSettings } from '../../src/contract/settings.js'
import { describeVariants, formatValue } from '../../src/contract/variants.js'
import { rows, type Row } from './assumption-table.js'

function chosen({ name }: Row, value: unknown): AssumptionInput {
  return { [name]: value }
}

it('the registry contains exactly the assumptions of the table', () => {
  expect(Object.keys(assumptions).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

it('the default is the profile spec', () => {
  expect(resolveSettings()).toEqual(Object.fromEntries(rows.map(({ name, spec }) => [name, spec])))
  expect(resolveSettings({ profile: 'spec', assumptions: {} })).toEqual(resolveSettings())
  expect(createMock().settings).toEqual(resolveSettings())
})

it('the profile reported has the values of the real service', () => {
  const reported = Object.fromEntries(rows.map(({ name, reported: value }) => [name, value]))
  expect(resolveSettings({ profile: 'reported' })).toEqual(reported)
  expect(createMock({ profile: 'reported' }).settings).toEqual(reported)
})

describe.each(rows)('the assumption $name', (row) => {
  const assumption = assumptions[row.name]

  it('has its status, its values in the profiles, and a question', () => {
    const { status, spec, reported } = row
    expect(assumption).toMatchObject({ status, spec, reported, question: expect.stringMatching(/\w{3}/) })
  })

  it('names a standard if its status is standard', () => {
    const standard = 'standard' in assumption ? assumption.standard : undefined
    expect(standard !== undefined).toBe(row.status === 'standard')
    expect(standard ?? 'RFC 1').toMatch(/^RFC \d+/)
  })

  it('has exactly the variants of the table, with the default first', () => {
    const { variants } = assumption
    if (variants.kind !== 'choice') return
    expect(variants.options[0]).toBe(row.spec)
    expect(new Set<unknown>(variants.options)).toEqual(new Set<unknown>(row.values))
  })

  it.each(row.values)('can be %j', (value) => {
    expect(resolveSettings({ assumptions: chosen(row, value) })[row.name]).toEqual(value)
    expect(createMock({ assumptions: chosen(row, value) }).settings[row.name]).toEqual(value)
  })

  it.each(row.values)('can be %j in the notation of the command line', (value) => {
    const text = typeof value === 'object' ? `${value.requests}/${value.perSeconds}` : String(value)
    expect(formatValue(value)).toBe(text)
    expect(resolveSettings({ assumptions: chosen(row, text) })[row.name]).toEqual(value)
  })

  it('refuses an unknown variant, and lists the known ones', () => {
    const refuse = () => resolveSettings({ assumptions: chosen(row, 'sometimes') })
    expect(refuse).toThrow(InvalidOptionError)
    expect(refuse).toThrow(`assumption ${row.name} has no variant "sometimes"; allowed: `)
    expect(refuse).toThrow(describeVariants(assumption.variants))
  })
})
