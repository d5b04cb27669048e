import { beforeAll, describe, expect, it } from 'vitest'
import * as mainEntry from '../../src/index.js'
import * as serverEntry from '../../src/server.js'
import { rows } from './projects.js'
import { evaluate, type Cell } from './run.js'
import { dataHashes, type DataHashes } from './data-hashes.mjs'

declare module 'vitest' {
  interface TaskMeta {
    hashes?: DataHashes
  }
}

/** Computes the hashes with the installed package, and prints its time zone and number format. */
const program = `import * as main from 'conmock'
import * as server from 'conmock/server'
import { dataHashes } from '${new URL('data-hashes.mjs', import.meta.url).href}'
const place = { offset: new Date('2026-01-01').getTimezoneOffset(), number: (1234.5).toLocaleString() }
console.log(JSON.stringify({ place, hashes: await dataHashes(main, server) }))`

interface Seen {
  readonly place: unknown
  readonly hashes: DataHashes
}

const here = { TZ: 'UTC', LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' }
const elsewhere = { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }

let own: DataHashes

beforeAll(async () => {
  own = await dataHashes(mainEntry, serverEntry)
})

describe('the default data of the source code', () => {
  it('is served completely', () => {
    expect(own.answers).toBeGreaterThan(200)
  })
})

describe.each(rows())('%s', (_, { node, projects }) => {
  const cell: Cell = { node, project: projects[0]![1] }

  describe('the default data', () => {
    it('is the same as that of the source code', async ({ task }) => {
      const { place, hashes } = (await evaluate(cell, program, here)) as Seen
      expect(place).toEqual({ offset: 0, number: '1,234.5' })
      expect(hashes).toEqual(own)
      task.meta.hashes = hashes
    })

    it('is the same in another time zone and language', async () => {
      const { place, hashes } = (await evaluate(cell, program, elsewhere)) as Seen
      expect(place).toEqual({ offset: -345, number: '1.234,5' })
      expect(hashes).toEqual(own)
    })
  })
})
