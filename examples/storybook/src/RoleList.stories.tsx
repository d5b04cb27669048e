import type { Meta, StoryObj } from '@storybook/react-vite'
import { createMock } from 'conmock'
import { expect } from 'storybook/test'
import { apiFor, mock } from '../.storybook/convention'
import { RoleList } from './RoleList'

const meta = {
  component: RoleList,
  args: { api: apiFor('mock-user-read') },
} satisfies Meta<typeof RoleList>

export default meta
type Story = StoryObj<typeof meta>

export const SeveralPages: Story = {
  beforeEach() {
    mock.assume({ 'roles.pageSize': 4, 'roles.lastPage': 'absent' })
  },
  async play({ canvas }) {
    await canvas.findByRole('list', { name: 'Roles' })
    await expect(canvas.getAllByRole('listitem')).toHaveLength(mock.roles.findMany().length)
  },
}

/** No roles, with `data: null`. Code often forgets this case. */
export const NoRoles: Story = {
  beforeEach({ msw }) {
    const empty = createMock({ data: 'empty', assumptions: { 'roles.empty': 'null' } })
    msw.use(...empty.handlers)
  },
  async play({ canvas }) {
    await expect(await canvas.findByText('There are no roles.')).toBeVisible()
  },
}
