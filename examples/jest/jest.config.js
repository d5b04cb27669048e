// With `node --experimental-vm-modules`, Jest loads conmock and msw as ES modules.
const parser = { syntax: 'ecmascript', jsx: true }

export default {
  extensionsToTreatAsEsm: ['.ts', '.tsx', '.jsx'],
  transform: { '\\.tsx?$': '@swc/jest', '\\.jsx$': ['@swc/jest', { jsc: { parser } }] },
}
