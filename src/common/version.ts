import manifest from '../../package.json' with { type: 'json' }

/** The version of conmock. */
export const { version } = manifest as { readonly version: string }
