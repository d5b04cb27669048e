import { refuseMock } from '../common/check-options.js'
import { collectCoverage } from './coverage-counter.js'
import type { CompiledApi } from '../contract/compile.js'
import { createCoverage, type Coverage } from './coverage.js'
import { isNeedsRun, nodeProcess, type NodeFs, type NodeProcess } from './needs-run.js'

const FOLDER = 'conmock-coverage'

/** Key of the name of the file of this JavaScript realm: Jest has a realm for each test file, node:test a process. */
const NAME = Symbol.for('conmock.coverage.file')

interface Names {
  [NAME]?: string
}

/**
 * Returns a number of the run of all tests. Processes with a parent that started them for tests belong to its run. Jest with
 * `--runInBand` has no other process. In a container, each run may have the same process ids, but it starts at another time.
 */
function findRun({ send, env, pid, ppid }: NodeProcess, fs: NodeFs): string {
  const id = send !== undefined || env['NODE_TEST_CONTEXT'] !== undefined ? ppid : pid
  try {
    // Field 22 of proc_pid_stat(5), counted after the name of the program, which may contain spaces.
    const fields = fs.readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return `${id}${fields?.[19]}`
  } catch {
    return String(id)
  }
}

/**
 * Writes a coverage to the folder `conmock-coverage`, and removes the files of earlier runs. A later call in the same realm
 * replaces the file.
 *
 * @throws Error If it cannot be written.
 */
export function writeCoverage(coverage: Coverage): void {
  if (isNeedsRun()) return
  const node = nodeProcess()
  const fs = node?.getBuiltinModule?.('fs')
  if (!node || !fs) throw new Error('the coverage can only be saved in Node')
  const run = `${findRun(node, fs)}-`
  const name = ((globalThis as Names)[NAME] ??= `${run}${node.pid}-${node.hrtime.bigint()}.json`)
  fs.mkdirSync(FOLDER, { recursive: true })
  for (const other of fs.readdirSync(FOLDER)) {
    if (/^\d+-\d+-\d+\.json$/.test(other) && !other.startsWith(run))
      fs.rmSync(`${FOLDER}/${other}`, { force: true })
  }
  fs.writeFileSync(`${FOLDER}/${name}`, `${JSON.stringify(coverage, null, 2)}\n`)
}

/** Saves the coverage of a test file. The public function describes it. */
export function saveCoverage(api: CompiledApi, afterAll: (hook: () => void) => unknown): void {
  refuseMock(afterAll, 'saveCoverage(afterAll), with the function of your test runner')
  const read = collectCoverage()
  afterAll(function save() {
    writeCoverage(createCoverage(api, read()[api.title] ?? []))
  })
}
