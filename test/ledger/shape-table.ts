import type { MockOptions, ShapeName } from '../../src/index.js'
import { listOf } from '../conformance/list-data.js'
import { lists } from '../conformance/operations.js'

/** Requests, and the number of answers with each shape. */
export interface ShapeRow {
  readonly what: string
  readonly options?: MockOptions
  /** Users whose records are requested. Without users, every page of a list is requested. */
  readonly users?: readonly string[]
  /** The path of the list. */
  readonly path?: string
  readonly shapes: { readonly [Name in ShapeName]?: number }
}

const plain = { 'department.named': 1, 'department.state.interest': 1, 'option.multi': 1, 'option.number': 1 }

/** The personas and the assumptions that produce each shape. */
export const shapeTable: readonly ShapeRow[] = [
  { what: 'a preferred name', users: ['1'], shapes: { ...plain, 'preferredName.set': 1 } },
  { what: 'an empty preferred name', users: ['5'], shapes: { ...plain, 'preferredName.set': 1 } },
  { what: 'no preferred name', users: ['2'], shapes: { ...plain, 'preferredName.absent': 1 } },
  { what: 'a preferred name of null', users: ['3'], shapes: { ...plain, 'preferredName.null': 1 } },
  {
    what: 'no preferred name, shown as null',
    options: { assumptions: { 'user.preferredNameUnset': 'null' } },
    users: ['2'],
    shapes: { ...plain, 'preferredName.null': 1 },
  },
  {
    what: 'an unnamed department beside a named one',
    users: ['6'],
    shapes: {
      ...plain,
      'preferredName.absent': 1,
      'department.unnamed': 1,
      'department.state.experience': 1,
    },
  },
  {
    what: 'departments whose names are left out',
    options: { assumptions: { 'department.name': 'absent' } },
    users: ['1'],
    shapes: {
      'preferredName.set': 1,
      'department.unnamed': 1,
      'department.state.interest': 1,
      'option.multi': 1,
      'option.number': 1,
    },
  },
  {
    what: 'every state',
    users: ['7'],
    shapes: {
      ...plain,
      'preferredName.absent': 1,
      'department.state.experience': 1,
      'department.state.avoid': 1,
      'department.state.assignment': 1,
      'department.state.request': 1,
    },
  },
  {
    what: 'a department without a state',
    users: ['9'],
    shapes: {
      'preferredName.absent': 1,
      'department.named': 1,
      'department.stateless': 1,
      'option.multi': 1,
      'option.number': 1,
    },
  },
  {
    what: 'every type of option',
    users: ['10'],
    shapes: { ...plain, 'preferredName.absent': 1, 'option.select': 1, 'option.text': 1 },
  },
  {
    what: 'empty lists',
    users: ['13'],
    shapes: {
      'preferredName.absent': 1,
      'empty.contactMethods': 1,
      'empty.departments': 1,
      'empty.options': 1,
    },
  },
  {
    what: 'a shape once for each answer',
    users: ['1', '1'],
    shapes: twice({ ...plain, 'preferredName.set': 1 }),
  },
  ...lists.flatMap(listRows),
]

function listRows({ list, path }: (typeof lists)[number]): ShapeRow[] {
  const rows: ShapeRow[] = [
    {
      what: `three pages of ${list}`,
      options: listOf(list, 250),
      shapes: {
        [`${list}.page.first`]: 1,
        [`${list}.page.middle`]: 1,
        [`${list}.page.last`]: 1,
        [`${list}.end.null`]: 1,
      },
    },
    {
      what: `a single page of ${list}`,
      options: listOf(list, 5),
      shapes: { [`${list}.page.only`]: 1, [`${list}.end.null`]: 1 },
    },
    {
      what: `an end of ${list} without nextPage`,
      options: {
        ...listOf(list, 5),
        assumptions: { [`${list}.lastPage`]: 'absent', [`${list}.pageSize`]: 3 },
      },
      shapes: { [`${list}.page.first`]: 1, [`${list}.page.last`]: 1, [`${list}.end.absent`]: 1 },
    },
    ...(['array', 'null', 'absent'] as const).map((empty) => ({
      what: `no ${list}, and data ${empty}`,
      options: { ...listOf(list, 0), assumptions: { [`${list}.empty`]: empty } },
      shapes: { [`${list}.page.only`]: 1, [`${list}.end.null`]: 1, [`${list}.empty.${empty}`]: 1 },
    })),
  ]
  return rows.map((row) => ({ ...row, path }))
}

function twice(shapes: { readonly [name: string]: number }): { [name: string]: number } {
  return Object.fromEntries(Object.keys(shapes).map((name) => [name, 2]))
}
