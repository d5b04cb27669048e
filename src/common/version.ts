import manifest from '../../package.json' with { type: 'json' }

/** The version of conmock. */
export const { version } = manifest as { readonly version: string }

/** Says in every response of a server what sends it, so that `verify` and `probe` do not take a mock for a real service. */
export const identity = { server: `conmock/${version}` }
