/** The views of the page, by the first part of the fragment of its URL. */
export const views = ['requests', 'try-it', 'data', 'tokens', 'assumptions', 'faults', 'coverage'] as const

export type View = (typeof views)[number]
