import { parseExactly } from '../common/exact-json.js'
import { findFiles } from '../../node/find-files.js'
import { readJson } from '../../node/json-file.js'
import { readPact, type Pact } from './pact-file.js'
import { SetupProblem } from '../../common/errors.js'
import { preview } from '../../common/text.js'

/** @throws SetupProblem If an argument matches no file, or a file is not a pact that can be verified. */
export async function readPacts(names: string | readonly string[]): Promise<Pact[]> {
  const files = await findFiles([names].flat(), 'pact')
  return files.map(({ file, shown }, index) =>
    readPact(readJson(file, shown, parseExactly), shown, `${index + 1}.`),
  )
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${preview(name)}"`).join(', ')
}

/**
 * @param notes Gets a line about the pacts that are left out.
 * @throws SetupProblem If there is no pact of this provider, or if there are several providers and no name.
 */
export function ofProvider(
  pacts: readonly Pact[],
  wanted: string | undefined,
  notes: string[],
): readonly Pact[] {
  const names = [...new Set(pacts.map(({ provider }) => provider))]
  if (wanted === undefined) {
    if (names.length === 1) return pacts
    throw new SetupProblem(
      `the pacts have several providers (${quoted(names)}); select one with "provider" (--provider)`,
    )
  }
  const found = pacts.filter(({ provider }) => provider === wanted)
  if (found.length === 0) {
    throw new SetupProblem(`no pact found for the provider "${preview(wanted)}"; the pacts are for ${quoted(names)}`)
  }
  const others = names.filter((name) => name !== wanted)
  if (others.length > 0)
    notes.push(`left out: the pacts of ${quoted(others)}, because only "${preview(wanted)}" is verified`)
  return found
}
