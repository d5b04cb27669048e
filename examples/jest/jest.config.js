// With `node --experimental-vm-modules`, Jest loads conmock and msw as ES modules.
export default {
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '@swc/jest' },
}
