import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { copied, createSandbox, useDashboard } from './open-dashboard.js'

const open = useDashboard()

function rows(page: Page, name = 'Volunteers') {
  return page
    .getByRole('table', { name })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
}

function field(page: Page) {
  return page.getByRole('dialog').getByLabel('JSON')
}

/** Opens the editor of a record, and returns its field. */
async function edit(page: Page, record: string) {
  await page.getByRole('button', { name: `Edit ${record}`, exact: true }).click()
  return field(page)
}

function press(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true }).click()
}

describe('editing', () => {
  it('a volunteer with invalid JSON shows the message at the field, and nothing changes', async () => {
    const { page, server } = await open({ view: 'data' })
    const before = server.mock.export()
    const json = await edit(page, 'volunteer 50000001')
    const text = '{\n  "user": {\n    "firstName": "Ada",\n  }\n}'
    await json.fill(text)
    await press(page, 'Save')
    // The message of the browser.
    await page.getByRole('alert').getByText('(line 4 column 3)').waitFor()
    expect(await json.getAttribute('aria-invalid')).toBe('true')
    expect(await json.inputValue()).toBe(text)
    expect(server.mock.export()).toEqual(before)
  })

  it('a volunteer shows each problem that the server found', async () => {
    const { page, server } = await open({ view: 'data' })
    const before = server.mock.export()
    const json = await edit(page, 'volunteer 50000001')
    const text = (await json.inputValue())
      .replace('"interest"', '"curious"')
      .replace('"+14155550101"', '"5"')
      .replace('"lastName"', '"lastNmae": 5, "lastName"')
    await json.fill(text)
    await press(page, 'Save')
    const problems = page.getByRole('alert').getByRole('listitem')
    for (const path of ['$.user.phone', '$.departments[0].states[0]', '$.user.lastNmae'])
      await problems.filter({ hasText: path }).waitFor()
    expect(await problems.count()).toBe(3)
    expect(await json.inputValue()).toBe(text)
    expect(server.mock.export()).toEqual(before)
  })

  it('changes the record to exactly what the text says', async () => {
    const { page, server } = await open({ view: 'data' })
    const before = server.mock.volunteers.find('50000001')!
    const json = await edit(page, 'volunteer 50000001')
    const wanted = structuredClone(before)
    delete wanted.user.preferredName
    delete wanted.departments[0]!.name
    wanted.user.firstName = 'Ada'
    wanted.options = []
    await json.fill(JSON.stringify(wanted))
    await press(page, 'Save')
    await page.getByText('Saved: volunteer 50000001').waitFor()
    expect(server.mock.volunteers.find('50000001')).toEqual(wanted)
    await rows(page).filter({ hasText: 'Ada Winter' }).waitFor()
    const changed = { ...wanted, user: { ...wanted.user, preferredName: null } }
    await (await edit(page, 'volunteer 50000001')).fill(JSON.stringify(changed))
    await press(page, 'Save')
    await expect.poll(() => server.mock.volunteers.find('50000001')).toEqual(changed)
  })

  it('keeps what somebody else has changed in the record meanwhile', async () => {
    const now = '2026-07-01T00:00:00.000Z'
    const { page, server } = await open({ view: 'data', server: { now: Date.parse(now) } })
    const { volunteers } = server.mock
    const before = volunteers.find('50000001')!
    const json = await edit(page, 'volunteer 50000001')
    await volunteers.update('50000001', { user: { lastName: 'Lovelace' }, departments: [] })
    const { preferredName: _, ...user } = before.user
    await json.fill(JSON.stringify({ ...before, user: { ...user, firstName: 'Ada' } }))
    await press(page, 'Save')
    // The server also sets the date of the update, which is no reason to keep the editor open.
    await page.getByText('Saved: volunteer 50000001').waitFor()
    expect(volunteers.find('50000001')).toEqual({
      ...before,
      user: { ...user, firstName: 'Ada', lastName: 'Lovelace' },
      departments: [],
      updatedAt: now,
    })
  })

  it('says that the server keeps a required field, and shows the record', async () => {
    const { page, server } = await open({ view: 'data/users' })
    const before = server.mock.users.find('1')!
    const { lastName: _, ...rest } = before
    await (await edit(page, 'user 1')).fill(JSON.stringify({ ...rest, firstName: 'Ada' }))
    await press(page, 'Save')
    await page.getByText('The server has kept or generated required fields').waitFor()
    expect(JSON.parse(await field(page).inputValue())).toEqual({ ...before, firstName: 'Ada' })
    expect(server.mock.users.find('1')).toEqual({ ...before, firstName: 'Ada' })
  })

  it('asks before it discards a text, and gives the focus back to the button', async () => {
    const { page } = await open({ view: 'data' })
    const json = await edit(page, 'volunteer 50000001')
    await json.fill('{ "my": "text"')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor()
    await press(page, 'Keep editing')
    expect(await json.inputValue()).toBe('{ "my": "text"')
    await page.keyboard.press('Escape')
    await press(page, 'Discard')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const opener = page.getByRole('button', { name: 'Edit volunteer 50000001' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('says that the record was deleted meanwhile', async () => {
    const { page, server } = await open({ view: 'data/roles' })
    const [role] = server.mock.roles.findMany()
    const json = await edit(page, `role ${role!.id}`)
    await server.mock.roles.delete(role!.id)
    await json.fill((await json.inputValue()).replace(role!.name, 'renamed'))
    await press(page, 'Save')
    await page
      .getByRole('alert')
      .getByText(/no role/)
      .waitFor()
    expect(await json.inputValue()).toContain('renamed')
  })
})

describe('creating and deleting', () => {
  it('creates a volunteer, and shows what the server has generated', async () => {
    const { page, server } = await open({ view: 'data', server: { data: 'empty' } })
    await page.getByText('No volunteers yet').waitFor()
    await press(page, 'Create a volunteer')
    await field(page).fill('{ "user": { "firstName": "Grace", "lastName": "Hopper" } }')
    await field(page).press('Control+Enter')
    await page.getByText('The server has generated the fields').waitFor()
    const [volunteer] = server.mock.volunteers.findMany()
    expect(volunteer!.user).toMatchObject({ firstName: 'Grace', lastName: 'Hopper' })
    expect(await field(page).inputValue()).toContain(volunteer!.user.email)
    await press(page, 'Done')
    await rows(page).filter({ hasText: 'Grace Hopper' }).waitFor()
  })

  it.each([
    ['No preferred name', { user: { preferredName: null } }],
    ['Empty lists', { contactMethods: [], departments: [], options: [] }],
    ['Every type of option', { options: [{}, {}, {}, {}] }],
  ])('creates a volunteer from the template "%s", with one click', async (label, expected) => {
    const { page, server } = await open({ view: 'data', server: { data: 'empty' } })
    await press(page, 'New volunteer')
    await page.getByLabel('Start with').selectOption(label)
    await press(page, 'Create the volunteer')
    await page.getByText('The server has generated the fields').waitFor()
    const [volunteer] = server.mock.volunteers.findMany()
    expect(volunteer).toMatchObject(expected)
    await press(page, 'Copy user id')
    await page.getByText('Copied').first().waitFor()
    expect(await copied(page)).toBe(volunteer!.user.id)
  })

  it('says at the field why a role cannot be created', async () => {
    const { page, server } = await open({ view: 'data/roles' })
    const [role] = server.mock.roles.findMany()
    await press(page, 'New role')
    await field(page).fill(JSON.stringify({ name: role!.name }))
    await press(page, 'Create the role')
    await page.getByRole('alert').getByText('belongs to the role').waitFor()
    expect(await field(page).inputValue()).toContain(role!.name)
  })

  it('deletes a user after a confirmation', async () => {
    const { page, server } = await open({ view: 'data/users' })
    const deletion = page.getByRole('button', { name: 'Delete user 1', exact: true })
    await deletion.click()
    await page.getByText('This also deletes the volunteer record of the user').waitFor()
    await press(page, 'Cancel')
    expect(server.mock.users.find('1')).toBeDefined()
    await deletion.click()
    await press(page, 'Delete the user')
    await deletion.waitFor({ state: 'detached' })
    expect(server.mock.users.find('1')).toBeUndefined()
  })

  it('resets only the selected sandbox, after a confirmation that says what it resets', async () => {
    const { page, server } = await open({ view: 'data' })
    const other = await createSandbox({ server }, 'other', { data: 'edge-cases' })
    await other.volunteers.clear()
    await server.mock.volunteers.clear()
    await page.getByText('No volunteers yet').waitFor()
    await press(page, 'Reset the sandbox')
    const dialog = page.getByRole('dialog', { name: 'Reset the sandbox?' })
    expect(await dialog.textContent()).toContain('records, tokens, assumptions, clock and faults')
    await dialog.getByRole('button', { name: 'Reset the sandbox' }).click()
    await page.getByText('Volunteers 1–50 of 200').waitFor()
    expect(server.mock.volunteers.count()).toBe(200)
    expect(await other.volunteers.count()).toBe(0)
  })
})

describe('the list', () => {
  it('pages forward and back, also in a search', async () => {
    const { page } = await open({ view: 'data/roles' })
    await page.getByText('Roles 1–50 of 250').waitFor()
    const first = await rows(page, 'Roles').first().textContent()
    await press(page, 'Next page')
    await page.getByText('Roles 51–100 of 250').waitFor()
    expect(await rows(page, 'Roles').first().textContent()).not.toBe(first)
    await press(page, 'Previous page')
    await page.getByText('Roles 1–50 of 250').waitFor()
    expect(await rows(page, 'Roles').first().textContent()).toBe(first)
    await press(page, 'Next page')
    await page.getByLabel('Search roles').fill('a')
    await page.getByText(/^Roles 1–\d+ of \d+$/).waitFor()
    await page.getByLabel('Search roles').fill('nothing has this name')
    await page.getByText('No role matches the search').waitFor()
    await press(page, 'Show all roles')
    await page.getByText('Roles 1–50 of 250').waitFor()
  })

  it.each([
    [1, 'Roles 1 of 1'],
    [2, 'Roles 1–2 of 2'],
  ])('says how many there are: %i', async (count, text) => {
    const { page, server } = await open({ view: 'data/roles', server: { data: 'empty' } })
    await server.mock.roles.createMany(Array.from({ length: count }, () => ({})))
    await expect.poll(() => page.getByText(/^Roles \d.* of/).textContent()).toBe(text)
  })

  it('pages and searches 100,000 volunteers, part by part', async () => {
    const { page } = await open({ view: 'data', server: { data: 'many-pages' } })
    await page.getByText('Volunteers 1–50 of 100,000').waitFor()
    await page.getByLabel('Search volunteers').fill('50003000')
    await page.getByText('Nothing found in this part of the list').waitFor()
    await press(page, 'Next page')
    await page.getByText('Volunteers: 1 found in this part of the list').waitFor()
    expect(await rows(page).textContent()).toContain('50003000')
  })

  it('shows hostile names as text', async () => {
    const { page, server } = await open({ view: 'data/users', server: { data: 'empty' } })
    await server.mock.users.create({
      id: '7',
      firstName: '<img src=x onerror=alert(1)>',
      lastName: '\u202Eevil',
    })
    await page.getByText('<img src=x onerror=alert(1)> \\u202eevil').waitFor()
    // The text shows the character as an escape, and saving it does not change the name.
    const json = await edit(page, 'user 7')
    expect(await json.inputValue()).toContain('"lastName": "\\u202eevil"')
    await json.fill((await json.inputValue()).replace('<img', '<IMG'))
    await press(page, 'Save')
    await page.getByText('Saved: user 7').waitFor()
    expect(server.mock.users.find('7')).toMatchObject({
      firstName: '<IMG src=x onerror=alert(1)>',
      lastName: '\u202Eevil',
    })
  })
})

describe('edge-cases', () => {
  it('lists all of them with what they show, and opens their records', async () => {
    const { page, server } = await open({ view: 'data', server: { data: 'edge-cases' } })
    await rows(page).filter({ hasText: 'charactersToEscape' }).waitFor()
    await page.getByRole('link', { name: 'Edge cases' }).click()
    await expect.poll(() => rows(page, 'Edge cases').count()).toBe(29)
    await rows(page, 'Edge cases').filter({ hasText: 'Names that are written from right to left' }).waitFor()
    await press(page, 'Open noPreferredName')
    await page.getByRole('dialog', { name: 'Edit volunteer 50000002' }).waitFor()
    await press(page, 'Cancel')
    await press(page, 'Open noRecord')
    await page.getByRole('dialog', { name: 'Edit user 28' }).waitFor()
    await press(page, 'Cancel')
    await server.mock.users.delete('28')
    expect(await page.getByRole('button', { name: 'Open noRecordNullPreferredName' }).count()).toBe(1)
    await page.getByRole('row', { name: /^28 noRecord No volunteer record changed or deleted$/ }).waitFor()
  })

  it('are not offered in a sandbox without them', async () => {
    const { page } = await open({ view: 'data', server: { data: 'empty' } })
    await page.getByText('No volunteers yet').waitFor()
    expect(await page.getByRole('link', { name: 'Edge cases' }).count()).toBe(0)
  })
})
