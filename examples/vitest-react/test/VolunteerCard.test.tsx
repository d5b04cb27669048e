import { cleanup, render, screen } from '@testing-library/react'
import { edgeCases } from 'conmock'
import { forEachVariant } from 'conmock/vitest'
import { expect, test } from 'vitest'
import { VolunteerCard } from '../src/VolunteerCard'
import { apiFor, mock } from './convention'

const api = apiFor('mock-volunteer-read')

test('shows the preferred name and the departments', async () => {
  await mock.volunteers.create({
    user: { id: '42', firstName: 'Alexandra', preferredName: 'Sky' },
    departments: [{ id: '7', name: 'Stage Crew', states: ['interest', 'experience'] }],
  })

  render(<VolunteerCard api={api} userId="42" />)

  expect(await screen.findByRole('heading')).toHaveTextContent('Sky')
  expect(screen.getByRole('listitem')).toHaveTextContent('Stage Crew: interest, experience')
})

test('every test begins with the same convention', () => {
  expect(mock.volunteers.find({ user: { id: '42' } })).toBeUndefined()
})

test('names the department by its id where the API leaves the name out', async () => {
  mock.assume({ 'department.name': 'absent' })

  render(<VolunteerCard api={api} userId="7" />)

  expect(await screen.findByRole('listitem')).toHaveTextContent('Department 8: ')
})

const volunteers = Object.entries(edgeCases).flatMap(([name, { user, volunteer }]) =>
  volunteer ? [{ name, id: user.id }] : [],
)

test.for(volunteers)('has a heading for the edge case "$name"', async ({ id }) => {
  render(<VolunteerCard api={api} userId={id} />)

  expect(await screen.findByRole('heading')).toHaveTextContent(/\S/)
})

// The API specification does not define the response for a user without a record, so the test runs with both variants.
test('says that there is no record, in whichever way the API says it', async () => {
  const variants = await forEachVariant({ mock, vary: ['volunteer.noRecord'] }, async () => {
    // The mock is reset before each run, so the record is created here.
    await mock.users.create({ id: '43' })
    cleanup()
    render(<VolunteerCard api={api} userId="43" />)

    expect(await screen.findByText('This user has not volunteered.')).toBeVisible()
  })

  // Every variant was part of a response, so all of them were tested.
  expect(variants.filter(({ unmet }) => unmet)).toEqual([])
})

test('says that the token must not read volunteers', async () => {
  render(<VolunteerCard api={apiFor('mock-user-read')} userId="1" />)

  expect(await screen.findByRole('alert')).toHaveTextContent('You are not allowed to see this.')
})

test('survives an expired token', async () => {
  const { token } = mock.tokens.issue({ scopes: ['volunteer:read'], expiresIn: 60 })
  mock.clock.advance(61)

  render(<VolunteerCard api={apiFor(token)} userId="1" />)

  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong.')
})
