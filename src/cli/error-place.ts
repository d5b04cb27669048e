import { fileURLToPath } from 'node:url'

const ownFolder = fileURLToPath(new URL('..', import.meta.url))

/** Returns the file and the line of the user's own module that has caused an error, or an empty text. */
export function placeOf({ stack = '' }: Error): string {
  const frames = stack.matchAll(/(?:file:\/\/|\(|at )((?:\/|[a-z]:\\)[^():]+:\d+):\d+\)?$/gim)
  const places = Array.from(frames, ([, place = '']) => place)
  const place = places.find((each) => !each.startsWith(ownFolder) && !each.includes('node_modules'))
  return place === undefined ? '' : `${place}: `
}
