/// <reference types="msw-storybook-addon/types" />
import type { Preview } from '@storybook/react-vite'
import { mock } from './convention'

const preview: Preview = {
  // Each story starts with the same records. Its own `beforeEach` runs after this one and may change them.
  async beforeEach({ msw }) {
    await mock.reset()
    msw.use(...mock.handlers)
  },
}

export default preview
