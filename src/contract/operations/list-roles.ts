import { listParameters, listShapes } from '../lists.js'
import type { OperationDescriptor } from './operation.js'

export const listRoles = {
  id: 'listRoles',
  method: 'GET',
  path: '/api/v0/roles',
  summary: 'List roles',
  scope: 'user:read',
  parameters: listParameters,
  response: 'RoleList',
  shapes: listShapes('roles'),
  refusals: ['invalid_cursor'],
} as const satisfies OperationDescriptor
