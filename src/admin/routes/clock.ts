import { checkOptionNames } from '../../common/check-options.js'
import { route } from '../route.js'

export const clockRoutes = [
  route('GET', '/sandboxes/:sandbox/clock', 'getClock', {
    summary: 'Returns the time of the sandbox',
    responses: { 200: { description: 'The time', schema: 'Clock' } },
    answer: ({ mock }) => ({ now: mock.clock.now() }),
  }),
  route('PATCH', '/sandboxes/:sandbox/clock', 'advanceClock', {
    summary: 'Advances the clock, for tokens, cursors and the rate limit',
    body: { schema: 'Advance', required: true, example: { advance: 3600 } },
    responses: { 200: { description: 'The new time', schema: 'Clock' } },
    answer({ mock, body }) {
      checkOptionNames(body, ['advance'])
      mock.clock.advance((body as { readonly advance: number }).advance)
      return { now: mock.clock.now() }
    },
  }),
]
