// For a test suite that is CommonJS and has to stay so: everything that comes as ES modules is compiled, too.
const esModules = ['conmock', 'rettime', '@open-draft/deferred-promise', 'until-async']

export default {
  transform: { '\\.m?[jt]s$': ['@swc/jest', { module: { type: 'commonjs' } }] },
  transformIgnorePatterns: [`/node_modules/(?!(${esModules.join('|')})/)`],
}
