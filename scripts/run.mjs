/**
 * The one door to every command of the repository. It must work in a fresh clone on any Node from 20 on, so it is plain
 * JavaScript without dependencies; whatever runs after the install is TypeScript.
 */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { runNode } from './launch/child.mjs'
import { installIfNeeded } from './launch/install.mjs'
import { findNode } from './launch/node-binary.mjs'
import { ROOT } from './launch/repository.mjs'
import { buildWebIfStale } from './launch/web-build.mjs'

// Node has a flag for a file that may be missing, but it remarks on every start that it is.
const ENV_FILE = existsSync(path.join(ROOT, '.env')) ? ['--env-file=.env'] : []

const [command = 'start', ...rest] = process.argv.slice(2)

/** Tests that start servers of their own would measure one another. */
const WATCHED_PROJECTS = ['architecture', 'quant', 'contract', 'server', 'web-views', 'web'].map(
  (name) => `--project=${name}`,
)

/** @param {string} file below `node_modules` */
const tool = (file) => path.join(ROOT, 'node_modules', file)

/** @type {Record<string, (node: string) => Promise<number>>} */
const COMMANDS = {
  start: async (node) => {
    await buildWebIfStale(node)
    // Without `__proto__` a hostile JSON key cannot reach a prototype, whatever a library does with it.
    // Nor does the young generation grow beyond what a busy minute needs: it would keep a hundred megabytes for garbage.
    const flags = [...ENV_FILE, '--disable-proto=delete', '--max-semi-space-size=16']
    return runNode(node, [...flags, 'server/src/main.ts', ...rest])
  },
  backup: (node) => runNode(node, [...ENV_FILE, 'server/src/main.ts', 'backup', ...rest]),
  restore: (node) => runNode(node, [...ENV_FILE, 'server/src/main.ts', 'restore', ...rest]),
  build: async (node) => {
    await buildWebIfStale(node, { force: true })
    return 0
  },
  dev: (node) => runNode(node, [...ENV_FILE, 'scripts/dev.ts', ...rest]),
  check: (node) => runNode(node, ['scripts/check.ts', ...rest]),
  test: (node) => runNode(node, ['scripts/test.ts', ...rest]),
  'test:full': (node) => runNode(node, ['scripts/test.ts', '--full', ...rest]),
  'test:long': (node) => runNode(node, ['scripts/test.ts', '--long', ...rest]),
  'test:watch': (node) => runNode(node, [tool('vitest/vitest.mjs'), ...WATCHED_PROJECTS, ...rest]),
  fix: (node) =>
    runNode(node, [tool('@biomejs/biome/bin/biome'), 'check', '--write', ...(rest.length > 0 ? rest : ['.'])]),
  screenshots: async (node) => {
    await buildWebIfStale(node)
    return runNode(node, ['scripts/screenshots.ts', ...rest])
  },
  conformance: (node) => runNode(node, ['packages/quant/conformance/cli.ts', ...rest]),
  replay: (node) => runNode(node, [...ENV_FILE, 'scripts/track-record.ts', 'replay', ...rest]),
  'verify:record': (node) => runNode(node, [...ENV_FILE, 'scripts/track-record.ts', 'verify']),
  'verify:advice': (node) => runNode(node, ['scripts/verify-advice.ts', ...rest]),
  audit: (node) => runNode(node, ['scripts/audit.ts']),
  'ai:eval': (node) => runNode(node, [...ENV_FILE, 'scripts/ai-eval.ts', ...rest]),
  release: async (node) => {
    await buildWebIfStale(node)
    return runNode(node, ['scripts/release.ts', ...rest])
  },
  simulate: async (node) => {
    await buildWebIfStale(node)
    return runNode(node, ['scripts/simulate.ts', ...rest])
  },
  growth: (node) => runNode(node, ['scripts/growth.ts', ...rest]),
  gallery: (node) => runNode(node, [tool('vite/bin/vite.js'), '--config', 'web/gallery/vite.config.ts', ...rest]),
  docs: (node) => runNode(node, [tool('typedoc/bin/typedoc'), ...rest]),
  bench: (node) => runNode(node, ['scripts/bench.ts', ...rest]),
}

const run = COMMANDS[command]
if (!run) {
  console.error(`There is no command "${command}". Use one of: ${Object.keys(COMMANDS).join(', ')}.`)
  process.exit(2)
}

try {
  installIfNeeded()
  process.exitCode = await run(findNode())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
