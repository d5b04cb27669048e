/** What is used of `node:fs`. */
export interface NodeFs {
  mkdirSync(folder: string, options: { readonly recursive: true }): void
  readdirSync(folder: string): readonly string[]
  readFileSync(file: string, encoding: 'utf8'): string
  rmSync(file: string, options: { readonly force: true }): void
  writeFileSync(file: string, text: string): void
}

export interface NodeProcess {
  readonly pid: number
  readonly ppid: number
  readonly send?: unknown
  readonly env: { readonly [name: string]: string | undefined }
  readonly hrtime: { bigint(): bigint }
  getBuiltinModule?(name: 'fs'): NodeFs
}

/** Returns what is used of Node. `undefined` in browsers: the modules that use it run there, too. */
export function nodeProcess(): NodeProcess | undefined {
  return (globalThis as { readonly process?: NodeProcess }).process
}
