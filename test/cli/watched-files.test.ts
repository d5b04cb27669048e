import { mkdirSync, renameSync, rmSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { WatchedFiles } from '../../src/cli/watched-files.js'
import { temporaryFolder, writeFile } from '../support/temporary-folder.js'

// A file whose text changes gets another size, because the time of a change can be that of the one before.

/** Enough milliseconds to find a change that is complete, but not to find a file that stays empty. */
const SOON = 500

let folder: string
let files: WatchedFiles
/** The names of the changed files, each time that files have changed. */
let changes: string[][]

const pathOf = (name: string) => path.join(folder, name)
const write = (name: string, text: string) => void writeFile(folder, name, text)

/** Lets time pass, and returns the names of the files that have changed meanwhile. */
function changesAfter(ms: number): string[][] {
  vi.advanceTimersByTime(ms)
  return changes.splice(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  folder = temporaryFolder({ 'data.json': '{}', 'parts/size.mjs': 'export const size = 1' })
  changes = []
  files = new WatchedFiles((changed) => {
    changes.push(changed.map((file) => path.relative(folder, file)))
    files.startReading()
  })
  onTestFinished(() => {
    files.close()
    vi.useRealTimers()
  })
  for (const name of ['data.json', 'parts/size.mjs', 'absent.json']) files.add(pathOf(name))
})

test('a file changes when it is written, replaced as editors do, removed or created, each time once', () => {
  expect(changesAfter(5000)).toEqual([])
  write('data.json', '[1]')
  expect(changesAfter(SOON)).toEqual([['data.json']])
  write('.data.json.tmp', '{}')
  renameSync(pathOf('.data.json.tmp'), pathOf('data.json'))
  expect(changesAfter(SOON)).toEqual([['data.json']])
  rmSync(pathOf('data.json'))
  expect(changesAfter(SOON)).toEqual([['data.json']])
  write('data.json', '{}')
  write('absent.json', '{}')
  expect(changesAfter(SOON)).toEqual([['data.json', 'absent.json']])
  expect(changesAfter(5000)).toEqual([])
})

test('the files of a folder change when it disappears and comes back', () => {
  renameSync(pathOf('parts'), pathOf('gone'))
  expect(changesAfter(SOON)).toEqual([['parts/size.mjs']])
  mkdirSync(pathOf('parts'))
  write('parts/size.mjs', 'export const size = 2')
  expect(changesAfter(SOON)).toEqual([['parts/size.mjs']])
})

test('a file that a program empties before it writes it, many times, changes once', () => {
  for (let count = 0; count < 20; count++) {
    truncateSync(pathOf('data.json'))
    expect(changesAfter(SOON)).toEqual([])
    write('data.json', `{ "roleCount": ${count} }`)
    expect(changesAfter(100)).toEqual([])
  }
  expect(changesAfter(SOON)).toEqual([['data.json']])
  truncateSync(pathOf('data.json'))
  expect(changesAfter(5000)).toEqual([['data.json']])
})

test('a file that changes while it is read has changed, even if it changes back', () => {
  expect(files.endReading()).toBe(true)
  files.startReading()
  write('absent.json', '{}')
  expect(files.endReading()).toBe(false)
  rmSync(pathOf('absent.json'))
  expect(changesAfter(SOON)).toEqual([['absent.json']])
  expect(files.endReading()).toBe(true)
})
