import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { apiFor, mock } from '../.storybook/convention'
import { VolunteerCard } from './VolunteerCard'

const meta = {
  component: VolunteerCard,
  args: { api: apiFor('mock-volunteer-read') },
} satisfies Meta<typeof VolunteerCard>

export default meta
type Story = StoryObj<typeof meta>

export const PreferredName: Story = {
  args: { userId: '42' },
  async beforeEach() {
    await mock.volunteers.create({ user: { id: '42', firstName: 'Alexandra', preferredName: 'Sky' } })
  },
  async play({ canvas }) {
    await expect(await canvas.findByRole('heading')).toHaveTextContent('Sky')
  },
}

/** The id of an edge case. All edge cases: docs/reference/data.md of conmock. */
export const RightToLeftName: Story = {
  args: { userId: '17' },
  async play({ canvas }) {
    await expect(await canvas.findByRole('heading')).toHaveTextContent('ليلى حداد')
  },
}

export const UnnamedDepartments: Story = {
  args: { userId: '8' },
  beforeEach() {
    mock.assume({ 'department.name': 'absent' })
  },
  async play({ canvas }) {
    await expect(await canvas.findByText(/^Department 5: /)).toBeVisible()
  },
}

export const NoRecord: Story = {
  args: { userId: '28' },
  async play({ canvas }) {
    await expect(await canvas.findByText('This user has not volunteered.')).toBeVisible()
  },
}

export const Forbidden: Story = {
  args: { userId: '1', api: apiFor('mock-user-read') },
  async play({ canvas }) {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('You are not allowed to see this.')
  },
}
