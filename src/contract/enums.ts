/** The flags of a department entry (document, "States and transitions"). An entry may carry several at once. */
export const departmentStates = ['experience', 'interest', 'avoid', 'assignment', 'request'] as const

/** The types of an option (document, "Option"). */
export const optionTypes = ['select', 'multi', 'text', 'number'] as const
