/** What a project has installed beside conmock: exact versions. */
export interface Stack {
  readonly msw: string
  readonly pact: string
  readonly vitest: string
}

/** The packages of a stack, by the names that npm knows. */
export const packageNames = { msw: 'msw', pact: '@pact-foundation/pact', vitest: 'vitest' } as const

/** The oldest that conmock supports, and the newest of each line that is maintained. */
export const nodeVersions = ['20.19.0', '22.23.3', '24.21.0', '26.10.0']

/** Both majors of msw with both of pact. Each major of vitest is there with both majors of msw. */
export const stacks: readonly Stack[] = [
  { msw: '2.15.0', pact: '16.2.0', vitest: '4.1.12' },
  { msw: '2.15.0', pact: '17.1.4', vitest: '5.1.1' },
  { msw: '3.0.5', pact: '16.2.0', vitest: '4.1.12' },
  { msw: '3.0.5', pact: '17.1.4', vitest: '5.1.1' },
]

/** The project in which every package sees what it declares and nothing else. */
export const strict = {
  pnpm: '12.21.0',
  node: '24.21.0',
  stack: { msw: '2.15.0', pact: '16.2.0', vitest: '4.1.12' },
} as const

/** The stack as `npm install` takes it. */
export function packagesOf(stack: Stack): string[] {
  return Object.entries(packageNames).map(([key, name]) => `${name}@${stack[key as keyof Stack]}`)
}

/** The stack in words. */
export function nameOf({ msw, pact, vitest }: Stack): string {
  return `msw ${msw}, pact ${pact}, vitest ${vitest}`
}
