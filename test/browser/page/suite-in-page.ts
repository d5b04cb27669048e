import { STATUS_CODES } from 'node:http'
import { fileURLToPath } from 'node:url'

/** The part of a Vite plugin that this one has; the page's project brings a Vite of its own. */
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

/** What the suite has of Node, and a page has not. */
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
 * Lets the conformance suite run in a page: it gets the installed package for the sources, the page's transports for
 * Node's, and stands-in for the little that it has of Node.
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
    // The suite's own texts in base64. A Buffer for all of the page would hide a use of it in the package.
    transform(code, id) {
      if (!id.endsWith('/conformance/cursors.ts')) return undefined
      return code.replace("Buffer.from(text).toString('base64')", 'btoa(text)')
    },
  }
}
