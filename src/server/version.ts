import manifest from '../../package.json' with { type: 'json' }

/** The version of conmock. */
export const { version: VERSION } = manifest as { readonly version: string }
