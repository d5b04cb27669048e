interface Identifier {
  readonly name?: string
  readonly value?: string
}

interface Specifier {
  readonly type: string
  readonly importKind?: string
  readonly exportKind?: string
  readonly imported?: Identifier
  readonly local?: Identifier
}

/** The parts of Babel's syntax tree that the check needs. */
interface Program {
  get(list: 'body'): readonly {
    readonly node: {
      readonly source?: { readonly value: string } | null
      readonly exportKind?: string
      readonly specifiers?: readonly Specifier[]
    }
    insertAfter(nodes: readonly unknown[]): void
  }[]
  readonly scope: { generateUidIdentifier(name: string): unknown }
}

interface Babel {
  readonly template: { statements(code: string, options: object): (values: object) => readonly unknown[] }
}

/** Returns the name that a module must export. `undefined` for a type and for the whole module. */
function nameIn({ type, importKind, exportKind, imported, local }: Specifier): string | undefined {
  if (importKind === 'type' || exportKind === 'type') return undefined
  if (type === 'ImportDefaultSpecifier') return 'default'
  const exported = type === 'ExportSpecifier' ? local : imported
  return exported?.name ?? exported?.value
}

/**
 * A plugin for the Babel of jiti, which gives `undefined` for a name that a module does not export. With the plugin, this is an
 * error, as in Node. TypeScript's plugin comes first, and has removed the imports of types.
 */
export function checkedImports({ template }: Babel): object {
  const check = template.statements(
    `import * as MODULE from "SOURCE"
    if (!("NAME" in Object(MODULE)))
      throw new SyntaxError(__filename + ' imports "' + "NAME" + '", but "' + "SOURCE" + '" does not export it')`,
    { sourceType: 'module' },
  )
  return {
    visitor: {
      Program(program: Program) {
        for (const statement of program.get('body')) {
          const { source, exportKind, specifiers = [] } = statement.node
          if (!source || exportKind === 'type') continue
          for (const specifier of specifiers) {
            const NAME = nameIn(specifier)
            const MODULE = program.scope.generateUidIdentifier('module')
            if (NAME !== undefined) statement.insertAfter(check({ MODULE, NAME, SOURCE: source.value }))
          }
        }
      },
    },
  }
}
