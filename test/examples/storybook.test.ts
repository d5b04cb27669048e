import { afterAll, expect, test } from 'vitest'
import { testTypes, useExample } from './example-suite.js'
import { passNpm } from './run-npm.js'
import { openStorybook, type OpenStorybook } from './stories.js'

const project = useExample('storybook')
testTypes(project)

let storybook: OpenStorybook | undefined
afterAll(() => storybook?.close())

test('npm run build passes', async () => {
  await passNpm(project(), ['run', 'build'])
  storybook = await openStorybook(project().path(''))
  expect(storybook.ids.length).toBeGreaterThan(0)
})

test('every story passes, with responses of the service worker', async () => {
  const { ids } = storybook!
  for (const id of ids) {
    const { failure, fromWorker } = await storybook!.show(id)
    expect({ id, failure }).toEqual({ id, failure: undefined })
    expect(new Set(fromWorker)).toEqual(new Set([true]))
  }
})

test('a story shows its volunteer', async () => {
  const { text } = await storybook!.show('volunteercard--preferred-name')
  expect(text).toMatch(/^Sky\n/)
})

test('a story fails when it shows another volunteer', async () => {
  const { failure, text } = await storybook!.show('volunteercard--preferred-name', 'userId:7')
  expect(failure).toMatch(/playFunctionThrewException/)
  expect(text).not.toContain('Sky')
})
