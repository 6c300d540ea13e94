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

const { explainStartFailure, runServer } = await import('./run-server.ts')
try {
  if (process.argv[2] === 'migrate') await (await import('./run-migrations.ts')).runMigrations()
  else await runServer(() => setFlagsFromString('--semi-space-growth-factor=2'))
} catch (error) {
  console.error(explainStartFailure(error))
  process.exit(1)
}
