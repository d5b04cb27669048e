import { describe, expect, it } from 'vitest'
import { like, providerStates as states } from '../../../src/pact.js'
import { ForbiddenError, NotFoundError, UnauthorizedError, type Client } from './client.js'
import { addSuccess, fromState, addRefusal, volunteerPath } from './reference-pact.js'

const userId = '42'
const request = volunteerPath(userId)
const get = (client: Client) => client.getVolunteer(userId)

const user = { id: fromState('${userId}', userId) }

/** What the reference consumer does with a volunteer record. */
export function volunteers(): void {
  describe('a volunteer record', () => {
    it('is read completely', async () => {
      const volunteer = await addSuccess(
        {
          description: 'a request for the volunteer record of a user',
          given: [states.volunteerExists({ userId })],
          request,
          // Without the values of the options: each event has its own options, with values of different types.
          body: like.volunteer({
            only: [
              'id',
              'createdAt',
              'updatedAt',
              'contactMethods',
              'departments',
              'user',
              'options.name',
              'options.type',
            ],
            example: { id: fromState('${volunteerId}', '500042'), user },
          }),
        },
        get,
      )
      expect(volunteer).toEqual({
        id: '500042',
        createdAt: '2026-01-31T18:30:00.000Z',
        updatedAt: '2026-02-14T09:15:00.000Z',
        contactMethods: [{ name: 'Signal', isPrimary: true, value: '+12125550142' }],
        departments: [{ id: '501', states: ['interest'], name: 'Registration' }],
        user: {
          id: userId,
          firstName: 'Samantha',
          lastName: 'Rivera',
          username: 'samantha.rivera',
          preferredName: 'Sam',
          phone: '+12125550142',
          email: 'samantha.rivera@example.com',
        },
        options: [{ name: 'T-shirt size', type: 'select' }],
      })
    })

    it('can have a preferred name that is null', async () => {
      const volunteer = await addSuccess(
        {
          description: 'a request for the record of a user whose preferred name is null',
          given: [states.volunteerWithoutPreferredName({ userId, as: 'null' })],
          request,
          body: like.volunteer({ only: ['user'], example: { user: { ...user, preferredName: null } } }),
        },
        get,
      )
      expect(volunteer.user.preferredName).toBeNull()
    })

    it('can have no preferred name', async () => {
      const volunteer = await addSuccess(
        {
          description: 'a request for the record of a user without a preferred name',
          given: [states.volunteerWithoutPreferredName({ userId, as: 'absent' })],
          request,
          body: like.volunteer({ only: ['user'], example: { user: { ...user, preferredName: undefined } } }),
        },
        get,
      )
      expect(volunteer.user).not.toHaveProperty('preferredName')
    })

    it('can have a department without a name', async () => {
      const volunteer = await addSuccess(
        {
          description: 'a request for a record with an unnamed department',
          given: [states.volunteerWithUnnamedDepartment({ userId })],
          request,
          body: like.volunteer({
            only: ['user.id', 'departments'],
            example: { user, departments: [{ states: ['request'], name: undefined }] },
          }),
        },
        get,
      )
      expect(volunteer.departments).toEqual([{ id: '501', states: ['request'] }])
    })

    it('can have options of every type', async () => {
      const volunteer = await addSuccess(
        {
          description: 'a request for a record with options of every type',
          given: [states.volunteerWithEveryOptionType({ userId })],
          request,
          body: like.volunteer({
            only: ['user.id', 'options'],
            example: {
              user,
              options: [{ type: 'select' }, { type: 'multi' }, { type: 'text' }, { type: 'number' }],
            },
          }),
        },
        get,
      )
      expect(volunteer.options).toEqual([
        { name: 'T-shirt size', type: 'select', value: 'M' },
        { name: 'Languages', type: 'multi', value: ['English', 'German'] },
        { name: 'Allergies', type: 'text', value: 'Peanuts' },
        { name: 'Shifts', type: 'number', value: 3 },
      ])
    })

    it('can have empty lists', async () => {
      const volunteer = await addSuccess(
        {
          description: 'a request for a record with nothing in its lists',
          given: [states.volunteerWithEmptyLists({ userId })],
          request,
          body: like.volunteer({
            only: ['user.id', 'contactMethods', 'departments', 'options'],
            example: { user, contactMethods: [], departments: [], options: [] },
          }),
        },
        get,
      )
      expect(volunteer).toMatchObject({ contactMethods: [], departments: [], options: [] })
    })
  })

  describe('a volunteer record is refused', () => {
    it.each([
      { whom: 'an unknown user', given: states.noVolunteer({ userId }) },
      { whom: 'a user without a record', given: states.userWithoutRecord({ userId }) },
    ])('of $whom', async ({ whom, given }) => {
      const error = await addRefusal(
        {
          description: `a request for the volunteer record of ${whom}`,
          given: [given],
          request,
          status: 404,
        },
        get,
      )
      expect(error).toBeInstanceOf(NotFoundError)
    })

    it.each([
      { why: 'without a credential', given: [], credential: false },
      { why: 'with an unknown token', given: [states.tokenIsInvalid()] },
      { why: 'with an expired token', given: [states.tokenIsExpired()] },
    ])('$why', async ({ why, given, credential = true }) => {
      const error = await addRefusal(
        {
          description: `a request for a volunteer record ${why}`,
          given: [states.volunteerExists({ userId }), ...given],
          request,
          credential,
          status: 401,
        },
        get,
      )
      expect(error).toBeInstanceOf(UnauthorizedError)
    })

    it('with a token of another scope', async () => {
      const error = await addRefusal(
        {
          description: 'a request for a volunteer record with a token of another scope',
          given: [states.volunteerExists({ userId }), states.tokenHasScope({ scope: 'user:read' })],
          request,
          status: 403,
        },
        get,
      )
      expect(error).toBeInstanceOf(ForbiddenError)
    })
  })
}
