// One handler of a user's own, for a path that the benchmark does not ask for.
import { http, HttpResponse } from 'msw'

export const handlers = [
  http.get('*/api/v0/departments', () => HttpResponse.json([{ id: 1, name: 'Registration' }])),
]
