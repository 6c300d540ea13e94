import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

/*
 * The only file that does something when it is imported. What it does before loading anything else: compiled code is
 * kept for the next start, and while hundreds of modules load, the young generation stays small. Left to itself it grows
 * to a hundred megabytes for garbage that is made once.
 */
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/ballast-server', import.meta.url)))
setFlagsFromString('--semi-space-growth-factor=1')

const [command = 'start', ...words] = process.argv.slice(2)
const { explainStartFailure, runServer } = await import('./run-server.ts')
const COMMANDS: Record<string, () => Promise<void>> = {
  start: () => runServer(() => setFlagsFromString('--semi-space-growth-factor=2')),
  migrate: async () => (await import('./run-migrations.ts')).runMigrations(),
  backup: async () => (await import('./run-backups.ts')).runBackup(words),
  restore: async () => (await import('./run-backups.ts')).runRestore(words),
}
try {
  const run = COMMANDS[command]
  if (!run) throw new Error(`there is no command "${command}". Use one of: ${Object.keys(COMMANDS).join(', ')}.`)
  await run()
} catch (error) {
  console.error(explainStartFailure(error))
  process.exit(1)
}
