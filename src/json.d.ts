/** JSON modules have the type `unknown`. The importing code states the real type. */
declare module '*.json' {
  const value: unknown
  export default value
}
