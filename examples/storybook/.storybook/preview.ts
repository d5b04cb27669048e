/// <reference types="msw-storybook-addon/types" />
import type { Preview } from '@storybook/react-vite'
import { mock } from './convention'

const preview: Preview = {
  // Every story begins with the same convention; its own `beforeEach`, which comes after this one, may change it.
  async beforeEach({ msw }) {
    await mock.reset()
    msw.use(...mock.handlers)
  },
}

export default preview
