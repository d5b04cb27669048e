export const views = ['requests', 'data', 'tokens', 'assumptions', 'faults', 'coverage'] as const

export type View = (typeof views)[number]
