import { isPlainObject } from '../../contract/plain-object.js'

/** The steps of a path such as `$.departments[0].name` or `$['odd name']`. */
function stepsOf(path: string): string[] {
  const steps = path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]/g)
  return Array.from(steps, ([, member, index, quoted]) => member ?? index ?? quoted ?? '')
}

/** What a JSON value holds at a path of the verifier's; `undefined` where it holds nothing. */
export function valueAt(value: unknown, path: string): unknown {
  return stepsOf(path).reduce((parent: unknown, step) => {
    if (Array.isArray(parent)) return parent[Number(step)] as unknown
    return isPlainObject(parent) && Object.hasOwn(parent, step) ? parent[step] : undefined
  }, value)
}
