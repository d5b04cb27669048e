import { createMock } from 'conmock'
import { setupWorker } from 'msw/browser'

const mock = createMock()

export const worker = setupWorker(...mock.handlers)
