// For tests that must stay CommonJS: SWC also compiles the dependencies that are ES modules.
const esModules = ['conmock', 'rettime', '@open-draft/deferred-promise', 'until-async']
const module = { type: 'commonjs' }
const parser = { syntax: 'ecmascript', jsx: true }

export default {
  transform: {
    '\\.(?:m?[jt]s|tsx)$': ['@swc/jest', { module }],
    '\\.jsx$': ['@swc/jest', { module, jsc: { parser } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!(\\.pnpm|${esModules.join('|')})/)`],
}
