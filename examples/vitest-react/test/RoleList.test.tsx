import { cleanup, render, screen } from '@testing-library/react'
import { createMock } from 'conmock'
import { forEachVariant } from 'conmock/vitest'
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

test('says that there are none, however the API says it', async () => {
  const empty = createMock({ data: 'empty' })
  server.use(...empty.handlers)

  await forEachVariant({ mock: empty, vary: ['roles.empty', 'roles.lastPage'] }, async () => {
    cleanup()
    render(<RoleList api={api} />)

    expect(await screen.findByText('There are no roles.')).toBeVisible()
  })
})
