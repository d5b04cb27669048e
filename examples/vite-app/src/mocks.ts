import { createMock } from 'conmock'
import { setupWorker } from 'msw/browser'
import { api } from '../mock/api'

const mock = createMock({ extend: api })

export const worker = setupWorker(...mock.handlers)
