export const views = ['requests', 'try-it', 'data', 'tokens', 'assumptions', 'faults', 'coverage'] as const

export type View = (typeof views)[number]
