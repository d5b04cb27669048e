import { STATUS_CODES } from 'node:http'
import { fileURLToPath } from 'node:url'

/** The part of Vite's plugin interface that is used here. The page's project has another Vite, with other types. */
interface ResolvePlugin {
  readonly name: string
  readonly enforce: 'pre'
  resolveId(
    this: { resolve(source: string, importer?: string): Promise<{ id: string } | null> },
    source: string,
    importer?: string,
  ): Promise<string | undefined>
  load(id: string): string | undefined
  transform(code: string, id: string): string | undefined
}

/** Replacements for the modules of Node that the suite imports. */
const stubs: Readonly<Record<string, string>> = {
  'node:http': `export const STATUS_CODES = ${JSON.stringify(STATUS_CODES)}`,
  server: "export function startServer() { throw new Error('a page has no server') }",
}

const STUB = '\0page-stub:'

function stubFor(source: string): string | undefined {
  if (source === 'node:http') return STUB + source
  return source.endsWith('/src/server.js') ? `${STUB}server` : undefined
}

/**
 * Lets the conformance suite run in a page. Replaces imports of the source code by the installed package, the
 * transports by those of the page, and modules of Node by stubs.
 */
export function suiteInPage(): ResolvePlugin {
  return {
    name: 'suite-in-page',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (source.endsWith('/src/index.js')) return (await this.resolve('conmock', importer))?.id
      if (source.endsWith('./transports.js')) return fileURLToPath(new URL('transports.ts', import.meta.url))
      return stubFor(source)
    },
    load(id) {
      return id.startsWith(STUB) ? stubs[id.slice(STUB.length)] : undefined
    },
    // A polyfill of Buffer for the whole page would hide that the package uses it.
    transform(code, id) {
      if (!id.endsWith('/conformance/cursors.ts')) return undefined
      return code.replace("Buffer.from(text).toString('base64')", 'btoa(text)')
    },
  }
}
