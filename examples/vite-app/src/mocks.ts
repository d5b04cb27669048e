import { createMock } from 'conmock'
import { setupWorker } from 'msw/browser'
import { api } from '../mock/registrations'

const mock = createMock({ extend: api })

export const worker = setupWorker(...mock.handlers)
