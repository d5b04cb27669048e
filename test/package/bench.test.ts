import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { RunningCommand } from '../support/command.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const manifest = manifestFile as { readonly scripts: { readonly bench: string } }
const [, program] = /^node (\S+) && node build\.mjs && /.exec(manifest.scripts.bench)!

it('says what to install for the benchmark, before anything is built', async () => {
  const file = fileURLToPath(new URL(`../../${program}`, import.meta.url))
  const command = RunningCommand.start(process.execPath, [file], undefined, { PATH: temporaryFolder() })
  expect(await command.ended()).toEqual({
    code: 1,
    stdout: '',
    stderr: 'npm run bench needs wrk, which is not installed. It only runs on Linux: apt install wrk\n',
  })
})
