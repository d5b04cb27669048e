// The members of a mock that another branch adds. This file goes when they have landed.
import type { MockCore } from '../mock/mock-core.js'

export interface ControlledMock extends MockCore {
  snapshot(): Promise<string>
  restore(id: string): Promise<void>
  replace(data: unknown): Promise<void>
}
