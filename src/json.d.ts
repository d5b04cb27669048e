/** JSON modules are read as `unknown`: whoever imports one says what it must be. */
declare module '*.json' {
  const value: unknown
  export default value
}
