/** As in the field `engines` of package.json. */
const [MAJOR, MINOR] = [20, 19]

/** `undefined` in browsers. */
const version = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node

const [major = 0, minor = 0] = version?.split('.').map(Number) ?? [MAJOR, MINOR]

// Without this check, an old version would report a missing function.
if (major < MAJOR || (major === MAJOR && minor < MINOR)) {
  throw new Error(`conmock needs Node ${MAJOR}.${MINOR} or newer; this is ${version}`)
}
