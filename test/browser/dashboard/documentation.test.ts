import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { program } from '../../docs/sandbox.js'
import { useDashboard } from './open-dashboard.js'

const open = useDashboard()

it('has the texts of the pictures in the documentation', async () => {
  const jiti = program('node_modules/.bin/jiti')
  await expect(promisify(execFile)(jiti, [program('docs/screenshots.mjs'), '--check'])).resolves.toBeDefined()
})

it('has the views that the tutorial names', async () => {
  const tutorial = readFileSync(program('docs/tutorials/local-server.md'), 'utf8')
  const views = Array.from(tutorial.matchAll(/\bview \*\*([\w ]+)\*\*/g), ([, name = '']) => name)
  expect(views.length).toBeGreaterThan(5)
  const { page } = await open({ view: 'data/volunteers' })
  for (const name of views) await page.getByRole('link', { name, exact: true }).first().waitFor()
})
