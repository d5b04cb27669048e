// Without schemas: the operations list these values, and the dashboard contains the operations, but not zod.

/** State of a department entry (API specification, "States and transitions"). An entry may have several. */
export type DepartmentState = 'experience' | 'interest' | 'avoid' | 'assignment' | 'request'

export const departmentStates = [
  'experience',
  'interest',
  'avoid',
  'assignment',
  'request',
] as const satisfies readonly DepartmentState[]

/** Type of an `Option`, as the event defines it. */
export type OptionType = 'select' | 'multi' | 'text' | 'number'

export const optionTypes = ['select', 'multi', 'text', 'number'] as const satisfies readonly OptionType[]
