import { expect, it } from 'vitest'
import { thrownBy } from '../support/thrown.js'
import { checkNeeds, leafFields } from '../support/convention.js'

it('knows the fields of both responses, nested ones and those of list elements', () => {
  expect(leafFields.listRoles).toEqual(['data.id', 'data.name', 'nextPage'])
  expect(leafFields.getVolunteer).toEqual(
    expect.arrayContaining(['id', 'departments.states', 'options.value', 'user.preferredName']),
  )
  expect(leafFields.getVolunteer).not.toContain('user')
})

it.each([
  [{ version: 2, needs: {} }, '$.version'],
  [{ version: 1, needs: { listRoles: ['data.nmae'] } }, '$.needs.listRoles[0]'],
  [{ version: 1, needs: { listRole: [] } }, '$.needs.listRole'],
  [[], '$'],
])('refuses %j', (json, place) => {
  expect(thrownBy(() => checkNeeds(json, 'needs.json'))).toMatchObject({
    problems: [{ path: expect.stringContaining(place) as string }],
  })
})
