// For `node --experimental-vm-modules`: jest then loads conmock and msw as the ES modules that they are.
export default {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '@swc/jest' },
}
