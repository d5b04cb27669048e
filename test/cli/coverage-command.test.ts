import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMock, type Coverage } from '../../src/index.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { errorLine, runMain, serveMain, startConmock } from '../support/command.js'
import { fetchFrom } from '../support/running-server.js'
import { callMember } from '../support/call-member.js'
import { temporaryFile, temporaryFolder, writeFile } from '../support/temporary-folder.js'
import { createCoverage, formatCoverage } from '../support/convention.js'

/** The coverage of two clients in a file each, and the sum of both. */
async function twoFiles() {
  const [roles, volunteers] = [createMock(), createMock()]
  await roleNames(roles)
  await ask(volunteers, volunteerPath('6'))
  const parts = [roles.coverage(), volunteers.coverage()]
  const files = parts.map((part, index) => temporaryFile(`${index}.json`, JSON.stringify(part)))
  return { files, sum: createCoverage(parts.flatMap(({ answers }) => answers)) }
}

describe('conmock coverage', () => {
  test('prints the sum of its files, as text or as JSON that it reads again', async () => {
    const { files, sum } = await twoFiles()
    const text = { code: 0, stdout: `${formatCoverage(sum)}\n`, stderr: '' }
    expect(await runMain('coverage', ...files)).toEqual(text)
    const { stdout } = await runMain('coverage', '--json', ...files)
    expect(JSON.parse(stdout)).toEqual(sum)
    expect(await runMain('coverage', temporaryFile('sum.json', `\uFEFF${stdout}`))).toEqual(text)
  })

  test('counts a file once that is named twice, and no response that was received zero times', async () => {
    const { files, sum } = await twoFiles()
    const { stdout } = await runMain('coverage', '--json', ...files, files[0]!)
    expect(JSON.parse(stdout)).toEqual(sum)
    const never = { ...sum, answers: sum.answers.map((answer) => ({ ...answer, count: 0 })) }
    const file = temporaryFile('never.json', JSON.stringify(never))
    expect(JSON.parse((await runMain('coverage', '--json', file)).stdout)).toMatchObject({
      answers: [],
      percent: 0,
    })
  })

  test('exits with 1 below --min, and with 0 at it', async () => {
    const { files, sum } = await twoFiles()
    expect((await runMain('coverage', ...files, '--min', String(sum.percent))).code).toBe(0)
    // Regression: the error was printed to stdout, after the JSON.
    const { code, stdout, stderr } = await runMain('coverage', '--json', ...files, '--min', '100')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual(sum)
    expect(stderr).toContain(`${sum.percent}%`)
  })

  test.each(['101', '-1', '50.5', 'most', ''])('refuses the percentage %j', async (level) => {
    expect(await errorLine('coverage', 'a.json', `--min=${level}`)).toContain('--min')
  })

  test('reports each invalid file', async () => {
    const valid = temporaryFile('valid.json', JSON.stringify(createMock().coverage()))
    const [broken, other] = [temporaryFile('broken.json', '{'), temporaryFile('other.json', '{"version":1}')]
    const { code, stdout, stderr } = await runMain('coverage', valid, broken, 'missing.json', other)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    const reported = [...stderr.matchAll(/^conmock: .*?([a-z]+\.json)/gm)].map(([, name]) => name)
    expect([...new Set(reported)]).toEqual(['broken.json', 'missing.json', 'other.json'])
    expect(stderr).toContain('$.answers')
  })
})

describe('conmock serve --coverage', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('writes the coverage at %s', async (signal) => {
    const earlier = JSON.stringify((await twoFiles()).sum)
    const file = temporaryFile('coverage.json', earlier)
    const { command, url } = await startConmock('--quiet', '--role-count', '5', '--coverage', file)
    await (await fetchFrom({ url }, '/api/v0/roles')).text()
    await (await fetch(`${url}/api/v0/roles`)).text()
    expect(readFileSync(file, 'utf8')).toBe(earlier)
    expect(await command.stop(signal)).toMatchObject({ code: 0, stderr: '' })
    const { answers } = JSON.parse(readFileSync(file, 'utf8')) as Coverage
    expect(answers).toMatchObject([{ status: 200 }, { code: 'missing_credential' }])
    expect(answers.map(({ count }) => count)).toEqual([1, 1])
  })

  test('counts every sandbox, also from before --watch started again', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder()
    const [file, data] = [join(folder, 'coverage.json'), writeFile(folder, 'data.json', '{ "roles": [] }')]
    const { command, url } = await startConmock('--watch', '--data', data, '--coverage', file)
    expect((await callMember(url, 'sandboxes.create', ['a'])).status).toBe(204)
    for (const prefix of ['/~a', '']) await (await fetchFrom({ url }, `${prefix}/api/v0/roles`)).text()
    expect((await callMember(url, 'sandboxes.delete', ['a'])).status).toBe(204)
    writeFileSync(data, '{ "roles": [{}] }')
    await command.printed(/Reloaded/)
    await (await fetchFrom({ url }, '/api/v0/roles')).text()
    expect((await command.stop()).code).toBe(0)
    const { answers } = JSON.parse(readFileSync(file, 'utf8')) as Coverage
    expect(answers.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  })

  test('fails at the start if the file cannot be written', async () => {
    const folder = temporaryFolder()
    const below = join(writeFile(folder, 'file', ''), 'coverage.json')
    const [link, pipe] = [join(folder, 'link'), join(folder, 'pipe')]
    symlinkSync(join(folder, 'no', 'coverage.json'), link)
    execFileSync('mkfifo', [pipe])
    const before = readdirSync(folder)
    expect(await errorLine('--port', '0', '--coverage', '')).toBe('--coverage: expected the name of a file')
    for (const file of [folder, below, link, pipe])
      expect(await errorLine('--port', '0', '--coverage', file)).toMatch(/^--coverage: cannot write /)
    expect(readdirSync(folder)).toEqual(before)
  })

  test.each(['{"name":"consumer"}', 'precious', '{"version":1}'])(
    'keeps another file, and fails at the start: %s',
    async (text) => {
      const file = temporaryFile('package.json', text)
      expect(await errorLine('--port', '0', '--coverage', file)).toContain(file)
      expect(readFileSync(file, 'utf8')).toBe(text)
    },
  )

  test('does not overwrite another file that was written while the server ran', async () => {
    // The server creates the folder.
    const file = join(temporaryFolder(), 'new', 'folder', 'coverage.json')
    const { command } = await serveMain('--quiet', '--coverage', file)
    writeFileSync(file, 'precious')
    expect((await command.stop()).code).toBe(2)
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })
})
