import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMock } from 'conmock'
import { forEachFault, forEachVariant } from 'conmock/vitest'
import { expect, test } from 'vitest'
import { RoleList } from '../src/RoleList'
import { apiFor, mock, server } from './convention'

const api = apiFor('mock-user-read')

test('shows a new role', async () => {
  await mock.roles.create({ name: 'cat-herder' })

  render(<RoleList api={api} />)

  expect(await screen.findByText('cat-herder')).toBeVisible()
})

test('shows all roles of all pages, however the API says that a page is the last', async () => {
  const names = mock.roles.findMany().map(({ name }) => name)

  await forEachVariant({ mock }, async () => {
    cleanup()
    render(<RoleList api={api} />)

    await screen.findByRole('list', { name: 'Roles' })
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(names)
  })
})

test('shows the roles or an error, whatever goes wrong', async () => {
  // Without a time limit, the page would show "Loading…" for ever with the fault "no answer".
  const impatient = apiFor('mock-user-read', 1000)

  const passed = await forEachFault({ mock, operation: 'listRoles' }, async () => {
    cleanup()
    render(<RoleList api={impatient} />)

    const shown = await waitFor(() => screen.queryByRole('alert') ?? screen.getByRole('list'), {
      timeout: 4000,
    })
    expect(shown).toBeVisible()
  })
  expect(passed.filter(({ unmet }) => unmet)).toEqual([])
}, 60_000)

test('says that there are none, however the API says it', async () => {
  const empty = createMock({ data: 'empty' })
  server.use(...empty.handlers)

  await forEachVariant({ mock: empty, vary: ['roles.empty', 'roles.lastPage'] }, async () => {
    cleanup()
    render(<RoleList api={api} />)

    expect(await screen.findByText('There are no roles.')).toBeVisible()
  })
})
