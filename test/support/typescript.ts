import { basename } from 'node:path'
import ts from 'typescript'

function describe({ file, start, code, messageText }: ts.Diagnostic): string {
  const text = `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  if (!file) return text
  const { line } = ts.getLineAndCharacterOfPosition(file, start ?? 0)
  return `${basename(file.fileName)}(${line + 1}): ${text}`
}

/**
 * Compiles files as strict TypeScript for Node, with the output next to them. Returns the messages of the compiler as
 * `file.ts(7): TS2339: …`.
 */
export function compile(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: ['node'],
  })
  const { diagnostics } = program.emit()
  return [...ts.getPreEmitDiagnostics(program), ...diagnostics].map(describe)
}
