import { describe, expect, it } from 'vitest'
import * as mainEntry from '../../src/index.js'
import * as serverEntry from '../../src/server.js'
import { dataHashes } from './data-hashes.mjs'
import { runnableCells } from './projects.js'
import { evaluate } from './run.js'

const elsewhere = { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }

/** Prints the time zone and the number format, and the hashes of the installed package. */
const program = `import * as main from 'conmock'
import * as server from 'conmock/server'
import { dataHashes } from '${new URL('data-hashes.mjs', import.meta.url).href}'
const place = [new Date('2026-01-01').getTimezoneOffset(), (1234.5).toLocaleString()]
console.log(JSON.stringify([place, await dataHashes(main, server)]))`

describe.each(runnableCells(({ node }) => node.version))('%s', (_, cell) => {
  it('has the same default data as the source code, also in another time zone and language', async () => {
    const own = await dataHashes(mainEntry, serverEntry)
    expect(own.answers).toBeGreaterThan(200)
    expect(await evaluate(cell, program, elsewhere)).toEqual([[-345, '1.234,5'], own])
  })
})
