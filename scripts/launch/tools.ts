import path from 'node:path'
import { ROOT } from './repository.mjs'

/** Where each tool's command lies inside `node_modules`. */
const TOOLS = {
  tsc: '@typescript/native/bin/tsc',
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
  vitest: 'vitest/vitest.mjs',
  vite: 'vite/bin/vite.js',
  playwright: '@playwright/test/cli.js',
} as const

/** Path of a tool's JavaScript entry, to be run by this very Node rather than by whatever PATH finds. */
export function toolPath(tool: keyof typeof TOOLS): string {
  return path.join(ROOT, 'node_modules', TOOLS[tool])
}
