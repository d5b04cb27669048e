/** The exact versions of the packages that a project installs beside conmock. */
export interface Stack {
  readonly msw: string
  readonly pact: string
  readonly vitest: string
}

/** The npm packages of a stack. */
export const packageNames = { msw: 'msw', pact: '@pact-foundation/pact', vitest: 'vitest' } as const

/** The oldest Node that conmock supports, and the newest of each maintained line. */
export const nodeVersions = ['20.19.0', '22.23.3', '24.21.0', '26.10.0']

/** Combines each major version of msw with each of pact, and with each of vitest. */
export const stacks: readonly Stack[] = [
  { msw: '2.15.0', pact: '16.2.0', vitest: '3.2.7' },
  { msw: '2.15.0', pact: '17.1.4', vitest: '5.1.1' },
  { msw: '3.0.5', pact: '16.2.0', vitest: '4.1.12' },
  { msw: '3.0.5', pact: '17.1.4', vitest: '5.1.1' },
]

/** The project in which packages can only import their declared dependencies. */
export const strict = {
  node: '24.21.0',
  stack: { msw: '2.15.0', pact: '16.2.0', vitest: '4.1.12' },
} as const

/** The stack as arguments of `npm install`. */
export function packagesOf(stack: Stack): string[] {
  return Object.entries(packageNames).map(([key, name]) => `${name}@${stack[key as keyof Stack]}`)
}

/** The name of the stack in tests. */
export function nameOf({ msw, pact, vitest }: Stack): string {
  return `msw ${msw}, pact ${pact}, vitest ${vitest}`
}

/** Each major version of undici that apps use for their requests. */
export const undiciVersions = ['5.29.0', '6.29.1', '7.30.2', '8.13.1']

/** Package managers besides npm. */
export const managers = { pnpm: '12.21.0', '@yarnpkg/cli-dist': '4.18.1' } as const

/** Other runtimes, which are packages of npm. */
export const runtimes = { bun: '1.4.5', deno: '2.9.6' } as const
