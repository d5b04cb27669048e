// For tests that must stay CommonJS: SWC also compiles the dependencies that are ES modules.
const esModules = ['conmock', 'rettime', '@open-draft/deferred-promise', 'until-async']

export default {
  transform: { '\\.m?[jt]s$': ['@swc/jest', { module: { type: 'commonjs' } }] },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
}
