// One handler of the user, for a path that the benchmark does not request. Also a configuration file of conmock.
import { http, HttpResponse } from 'msw'

export const handlers = [
  http.get('*/api/v0/departments', () => HttpResponse.json([{ id: 1, name: 'Registration' }])),
]

export default { handlers }
