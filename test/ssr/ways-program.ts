import { readFileSync } from 'node:fs'
import ts from 'typescript'

const source = readFileSync(new URL('./ways.ts', import.meta.url), 'utf8')

/** The program `ways.ts` in JavaScript, because not every Node runs TypeScript. */
export const waysProgram = ts.transpileModule(source, {
  compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
}).outputText
