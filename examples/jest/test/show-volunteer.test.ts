/** @jest-environment jest-fixed-jsdom */
import { expect, test } from '@jest/globals'
import { showVolunteer } from '../src/show-volunteer'
import { apiFor, mock } from './convention'

const api = apiFor('mock-volunteer-read')

test('shows the preferred name', async () => {
  await mock.volunteers.create({ user: { id: '42', preferredName: 'Sky' } })

  await showVolunteer(document.body, api, '42')

  expect(document.querySelector('h2')?.textContent).toBe('Sky')
})

test('says that there is no record', async () => {
  await showVolunteer(document.body, api, 'nobody')

  expect(document.body.textContent).toBe('This user has not volunteered.')
})
