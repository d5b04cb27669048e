import { operations } from '../../../../src/contract/operations.js'
import type { Fault } from './fault-texts.js'

export type Target = 'all' | NonNullable<Fault['operation']>

export const targets: readonly { readonly value: Target; readonly label: string }[] = [
  { value: 'all', label: 'All operations' },
  ...Object.values(operations).map(({ id, method, path }) => ({
    value: id,
    label: `${id}: ${method} ${path}`,
  })),
  { value: 'token', label: 'token: POST /api/oauth/token' },
]
