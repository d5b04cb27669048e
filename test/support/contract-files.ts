import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const source = fileURLToPath(new URL('../../src/contract', import.meta.url))

/**
 * Writes the modules of `src/contract/` that the conformance suite imports into a project that only has the installed
 * package, with their dependencies. The package does not export them.
 */
export async function writeContractFiles(folder: string): Promise<void> {
  const names = ['assumptions', 'operations', 'resources', 'scopes']
  await build({
    input: Object.fromEntries(names.map((name) => [name, join(source, `${name}.ts`)])),
    output: { dir: join(folder, 'src/contract'), chunkFileNames: '[name]-part.js' },
    logLevel: 'silent',
  })
}
