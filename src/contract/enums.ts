import type { DepartmentState, OptionType } from './resources.js'

/** The flags of a department entry. */
export const departmentStates = [
  'experience',
  'interest',
  'avoid',
  'assignment',
  'request',
] as const satisfies readonly DepartmentState[]

/** The types of an option. */
export const optionTypes = ['select', 'multi', 'text', 'number'] as const satisfies readonly OptionType[]
