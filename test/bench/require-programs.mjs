// Ends before anything is built if a program of the benchmark is not installed.
import { spawnSync } from 'node:child_process'

/** The programs, and the packages of Debian and Ubuntu that contain them. */
const programs = { wrk: 'wrk', taskset: 'util-linux' }

for (const [program, debianPackage] of Object.entries(programs)) {
  const { error } = spawnSync(program, ['--version'])
  if (!error) continue
  process.stderr.write(
    `npm run bench needs ${program}, which is not installed. It only runs on Linux: apt install ${debianPackage}\n`,
  )
  process.exit(1)
}
