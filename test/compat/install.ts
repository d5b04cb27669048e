import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { plainEnvironment } from '../support/command.js'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'
import { createFolder, writeFile } from '../support/temporary-folder.js'
import { managers, nodeVersions, packagesOf, stacks, strict } from './matrix.js'
import type { Installations, NodeProgram, Project } from './projects.js'

const run = promisify(execFile)

/** The npm package with Node for this machine. The package `node` installs it by a script, which npm may not run. */
function nodePackage(version: string): string {
  const { platform, arch } = process
  const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`
  return `node-${version}@npm:${name}@${version}`
}

/** Installs each version of Node, and the package managers. */
async function installTools(folder: string): Promise<{ nodes: NodeProgram[]; managers: string }> {
  writeFile(folder, 'package.json', '{ "private": true }')
  const packages = [
    ...nodeVersions.map(nodePackage),
    ...Object.entries(managers).map(([name, version]) => `${name}@${version}`),
  ]
  const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...flags, ...packages], { cwd: folder, env: plainEnvironment() })
  const nodes = nodeVersions.map((version) => ({
    version,
    bin: join(folder, 'node_modules', `node-${version}`, 'bin'),
  }))
  return { nodes, managers: join(folder, 'node_modules/.bin') }
}

/** Installs the tarball with pnpm, so that packages can only import what they declare. */
async function installStrictly(bin: string, folder: string, tarball: string): Promise<Project> {
  const project = join(folder, 'project')
  writeFile(project, 'package.json', '{ "name": "consumer", "private": true, "type": "module" }')
  const flags = ['--ignore-scripts', '--config.hoist=false', '--config.auto-install-peers=false']
  const store = ['--store-dir', join(folder, 'store')]
  const packages = [tarball, ...packagesOf(strict.stack)]
  await run(join(bin, 'pnpm'), ['add', ...flags, ...store, ...packages], {
    cwd: project,
    env: plainEnvironment(),
  })
  return { stack: strict.stack, folder: project }
}

async function installAll(folder: string, installed: InstalledPackage[]): Promise<Installations> {
  const installing = stacks.map(async (stack) => {
    const project = await installPackage({ packages: packagesOf(stack) })
    installed.push(project)
    return { stack, folder: project.path('') }
  })
  const [tools, ...outcomes] = await Promise.allSettled([installTools(folder), ...installing])
  const projects = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
  if (tools.status === 'rejected') throw tools.reason
  const [first] = installed
  const { name, version } = first!.manifest
  const tarball = first!.path(`${name}-${version}.tgz`)
  return {
    ...tools.value,
    tarball,
    projects,
    strict: await installStrictly(tools.value.managers, folder, tarball),
  }
}

/** Installs everything before the first test, and removes it after the last one. */
export default async function install(project: TestProject): Promise<() => Promise<void>> {
  const folder = createFolder()
  const installed: InstalledPackage[] = []
  // Asynchronous, because vitest stops its workers at the same time.
  const remove = async () => {
    const folders = [folder, ...installed.map((each) => each.path(''))]
    await Promise.all(folders.map((path) => rm(path, { recursive: true })))
  }
  try {
    project.provide('installations', await installAll(folder, installed))
    return remove
  } catch (error) {
    await remove()
    throw error
  }
}
