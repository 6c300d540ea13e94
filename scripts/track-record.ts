/** Commands of the track record: `replay` and `verify`. They need the database for themselves where it is the embedded one. */
import { parseConfig } from '../server/src/config.ts'
import { createDependencies } from '../server/src/dependencies.ts'
import { replayCommand } from '../server/src/features/ai-analysis/replay/replay-command.ts'
import { verifyCommand } from '../server/src/features/track-record/verify-command.ts'

const [command, ...words] = process.argv.slice(2)
const stopping = new AbortController()
process.on('SIGINT', () => stopping.abort())
process.on('SIGTERM', () => stopping.abort())
const terminal = { print: (line: string) => console.log(line), signal: stopping.signal }

try {
  const dependencies = await createDependencies(parseConfig({ LOG_LEVEL: 'warn', ...process.env }))
  try {
    process.exitCode =
      command === 'verify'
        ? await verifyCommand(dependencies, terminal)
        : await replayCommand(dependencies, words, terminal)
  } finally {
    await dependencies.close()
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
// Worker threads and provider connections that are still idle must not keep a finished command.
process.exit()
