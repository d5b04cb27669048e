// Without schemas: the operations list these values, and the dashboard contains the operations, but not zod.

/** The fields of a record that are lists. */
export const listsOfRecord = ['contactMethods', 'departments', 'options'] as const

export const departmentStates = ['experience', 'interest', 'avoid', 'assignment', 'request'] as const

/** State of a department entry (API specification, "States and transitions"). An entry may have several. */
export type DepartmentState = (typeof departmentStates)[number]

export const optionTypes = ['select', 'multi', 'text', 'number'] as const

/** Type of an `Option`, as the event defines it. */
export type OptionType = (typeof optionTypes)[number]
