import { parseConfig } from '../../server/src/config.ts'
import { createDependencies } from '../../server/src/dependencies.ts'
import { createLog } from '../../server/src/log.ts'
import { listenTo } from '../../server/src/measurements.ts'

/** Seconds that each job of the background takes once, the first time and when it has just been done. */
export async function measureJobs(
  databaseUrl: string,
): Promise<{ name: string; outcome: string; seconds: number[] }[]> {
  const config = parseConfig({ DATABASE_URL: databaseUrl, MARKET_DATA: 'sample', RATE_LIMITS: 'off' })
  const dependencies = await createDependencies(config, { log: createLog('silent') })
  const jobs = new Map<string, { name: string; outcome: string; seconds: number[] }>()
  const stop = listenTo('job', ({ job, outcome, seconds }) => {
    const known = jobs.get(job) ?? { name: job, outcome, seconds: [] }
    jobs.set(job, { ...known, outcome, seconds: [...known.seconds, seconds] })
  })
  await dependencies.jobs.runAll()
  await dependencies.jobs.runAll()
  stop()
  await dependencies.close()
  return [...jobs.values()]
}
