// Reads the public types of conmock and their comments, for docs/generate.mjs.
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

/** The entries of the package, such as `conmock/server`, with their files. */
const entries = new Map(
  Object.entries(manifest.exports)
    .filter(([, target]) => target.types)
    .map(([entry, { types }]) => [
      manifest.name + entry.slice(1),
      types.replace('./dist/', 'src/').replace('.d.ts', '.ts'),
    ]),
)

const { options } = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, ts.sys)
const program = ts.createProgram([...entries.values()], options)
const checker = program.getTypeChecker()

function exportsOf(file) {
  return checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)))
}

function original(symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** Returns the names of all public types of options, each with its entry. */
export function optionTypes() {
  return [...entries].flatMap(([entry, file]) =>
    exportsOf(file)
      .filter((symbol) => symbol.name.endsWith('Options'))
      .map((symbol) => [entry, symbol.name]),
  )
}

/** Finds what an entry exports, or an interface in a file of the source. */
function find(entry, name) {
  if (entries.has(entry)) return original(exportsOf(entries.get(entry)).find((each) => each.name === name))
  const declaration = program.getSourceFile(entry).statements.find((each) => each.name?.text === name)
  return checker.getSymbolAtLocation(declaration.name)
}

/**
 * Returns the members of a public interface or value, with those that it inherits. One that it overrides stays in its place.
 *
 * @param entry An entry of the package, or a file of the source for an interface that users only see in a parameter.
 */
export function membersOf(entry, name) {
  const symbol = find(entry, name)
  const isValue = symbol.flags & ts.SymbolFlags.Variable
  const type = isValue ? checker.getTypeOfSymbol(symbol) : checker.getDeclaredTypeOfSymbol(symbol)
  const members = checker.getPropertiesOfType(type)
  const inherited = (type.isClassOrInterface() ? checker.getBaseTypes(type) : [])
    .flatMap((base) => checker.getPropertiesOfType(base))
    .map((each) => each.name)
  return members.toSorted((a, b) => inherited.indexOf(a.name) - inherited.indexOf(b.name))
}

/** Returns the members of the type argument of a member: of `A` in `readonly state: ProviderState<A>`. */
export function argumentMembersOf(member) {
  return checker.getPropertiesOfType(checker.getTypeOfSymbol(member).aliasTypeArguments[0])
}

/** Returns the functions and values that an entry exports, except the classes of errors, with the names of the parameters. */
export function valuesOf(entry) {
  return exportsOf(entries.get(entry))
    .map(original)
    .filter((symbol) => symbol.flags & ts.SymbolFlags.Value && !isErrorClass(symbol))
    .map((symbol) => {
      // The others are for an extension.
      const signature = checker.getTypeOfSymbol(symbol).getCallSignatures().at(-1)
      const parameters = signature?.parameters.map((each) => {
        // The checker calls a parameter that is destructured `__0`.
        const name = each.name === '__0' ? 'options' : each.name
        return isOptionalParameter(each) ? `${name}?` : name
      })
      return { symbol, signature: parameters ? `${symbol.name}(${parameters.join(', ')})` : symbol.name }
    })
}

function isOptionalParameter({ valueDeclaration }) {
  return checker.isOptionalParameter(valueDeclaration)
}

/** Returns the first paragraph of a comment in one line. */
export function commentOf(symbol) {
  // Of a function, the last signature is the plain one.
  const signature = symbol.valueDeclaration && checker.getTypeOfSymbol(symbol).getCallSignatures().at(-1)
  const commented = symbol.flags & ts.SymbolFlags.Function ? signature : symbol
  const text = ts.displayPartsToString(commented.getDocumentationComment(checker))
  return text.split('\n\n', 1)[0].replaceAll(/\s+/g, ' ')
}

/** Returns the text of a tag, such as `default`. */
export function tagOf(symbol, name) {
  const tag = symbol.getJsDocTags(checker).find((each) => each.name === name)
  return tag && ts.displayPartsToString(tag.text).trim()
}

/** Returns the name of a member, for a method with those of its parameters: `find(where)`. */
export function signatureOf({ name, declarations: [{ parameters }] }) {
  return parameters ? `${name}(${parameters.map((each) => each.name.getText()).join(', ')})` : name
}

/** Whether a member may be left out. */
export function isOptional(member) {
  return (member.flags & ts.SymbolFlags.Optional) !== 0
}

/** Whether an interface is not for an extension. */
const isPlain = ({ name, typeParameters }) => !typeParameters && !name.text.startsWith('Extended')

/** The types that public interfaces give to the generic ones that they extend, as in the source code: `AnyScope` for `Scope`. */
const typeArguments = new Map()

for (const file of program
  .getSourceFiles()
  .filter(({ fileName }) => /\bsrc\/(convention\/|\w+\.ts)/.test(fileName))) {
  const interfaces = file.statements.filter((each) => ts.isInterfaceDeclaration(each) && isPlain(each))
  for (const { heritageClauses = [] } of interfaces) {
    for (const { expression, typeArguments: given = [] } of heritageClauses.flatMap(({ types }) => types)) {
      const { declarations } = original(checker.getSymbolAtLocation(expression))
      const parameters = declarations[0].typeParameters ?? []
      typeArguments.set(
        declarations[0],
        new Map(given.map((each, index) => [parameters[index].name.text, each])),
      )
    }
  }
}

/** Returns the type of a member as in the source code, with the types of the convention. */
function writtenType({ parent, type }) {
  const text = type.getText()
  return [...(typeArguments.get(parent) ?? [])].reduce((before, [name, given]) => {
    const memberType = (_, key) =>
      checker.getTypeFromTypeNode(given).getProperty(key).declarations[0].type.getText()
    return before
      .replaceAll(new RegExp(`\\b${name}\\['(\\w+)'\\]`, 'g'), memberType)
      .replaceAll(new RegExp(`\\b${name}\\b`, 'g'), given.getText())
  }, text)
}

/** Returns the type of a member as text: its values if they are listed, and otherwise as in the source code. */
export function describeType(member) {
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(member))
  // The checker has no fixed order of the values.
  if (type.isUnion() && type.types.every((each) => each.isStringLiteral()))
    return type.types
      .map(({ value }) => `'${value}'`)
      .toSorted()
      .join(' | ')
  return (
    writtenType(member.declarations[0])
      // The engine calls a type `VariantOf<…>` that users know as `Variant`.
      .replace(/\b(\w+)Of<.*>/, '$1')
      .replace(/ \| undefined$/, '')
      .replace(/^\((.*=>.*)\)$/, '$1')
      .replaceAll('readonly ', '')
  )
}

function isErrorClass(symbol) {
  if (!(symbol.flags & ts.SymbolFlags.Class)) return false
  const [base] = checker.getBaseTypes(checker.getDeclaredTypeOfSymbol(symbol))
  return base?.symbol.name === 'Error'
}

/** Returns the public classes of errors, each with its entries and its own fields. */
export function errorClasses() {
  const found = new Map()
  for (const [entry, file] of entries) {
    for (const symbol of exportsOf(file).map(original).filter(isErrorClass)) {
      found.set(symbol, [...(found.get(symbol) ?? []), entry])
    }
  }
  return Array.from(found, ([symbol, exportedBy]) => ({
    symbol,
    exportedBy,
    fields: [...symbol.members.values()].filter(
      (member) => member.flags & ts.SymbolFlags.Property && member.name !== 'name',
    ),
  }))
}
