import { inspect } from 'node:util'
import { createApp } from './app.ts'
import { ConfigError, parseConfig } from './config.ts'
import { BackupError } from './database/backup/backup-file.ts'
import { createDependencies } from './dependencies.ts'
import { createLog, type Log } from './log.ts'
import { listStartWarnings } from './start-warnings.ts'

/** Work in flight may take this long once the process is told to stop. */
const STOP_MILLISECONDS = 9_000
const IDLE_CHECK_MILLISECONDS = 50

/**
 * Starts the server and keeps it running until the process is told to stop: Ctrl-C or SIGTERM end it with code 0 once
 * the work in flight is done.
 *
 * @param whenReady called once it listens
 * @throws Error with words for the operator, see `explainStartFailure`
 */
export async function runServer(whenReady: () => void): Promise<void> {
  const config = parseConfig(process.env)
  const log = createLog(config.logLevel)
  exitOnUncaughtError(log)
  for (const warning of listStartWarnings(config)) log.warn(warning)
  const dependencies = await createDependencies(config, { log })
  const app = await createApp(dependencies)

  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl-C to every process of the group, so that it may come twice.
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    const deadline = setTimeout(() => app.server.closeAllConnections(), STOP_MILLISECONDS)
    // A connection whose last request is answered now would be kept for the next one.
    const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MILLISECONDS)
    await app.close()
    clearTimeout(deadline)
    clearInterval(idle)
    await dependencies.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  await app.listen({ port: config.port, host: config.host })
  dependencies.jobs.start()
  console.log(`Ballast is ready at ${config.publicUrl.origin}`)
  whenReady()
}

/** Logs an uncaught error without the source lines that Node would print, and exits; the supervisor restarts. */
function exitOnUncaughtError(log: Log) {
  const leave = (error: unknown) => {
    log.fatal({ err: error }, 'an error that nothing was prepared for')
    process.exit(1)
  }
  process.on('unhandledRejection', leave)
  process.on('uncaughtException', leave)
}

/** Why the server could not start, in words for whoever started it. */
export function explainStartFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof BackupError) return error.message
  const { code, syscall, message, ...place } = error as Partial<NodeJS.ErrnoException> & ListeningPlace
  const { port, address, hostname } = place
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop that one, or set PORT to another port.`
  if (code === 'EACCES') return `Listening is not allowed there: ${message}. Set PORT to a port above 1023.`
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `Listening at ${address ?? hostname} is not possible: this machine has no such address. Set HOST to an address of this machine, such as 127.0.0.1.`
  return `Ballast cannot start: ${message ?? inspect(error)}`
}

/** Fields that Node adds to an error of listening. */
interface ListeningPlace {
  port?: number
  address?: string
  hostname?: string
}
