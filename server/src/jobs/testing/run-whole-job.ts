import type { Job } from '../job-runner.ts'

/** Does one run of a job and all pieces that it finds, as the only process would, without a queue. */
export async function runWholeJob({ run, pieces }: Job, signal = new AbortController().signal): Promise<void> {
  const keys = (await run(signal)) ?? []
  const atOnce = pieces?.atOnce ?? 1
  for (let first = 0; first < keys.length; first += atOnce) {
    await pieces?.work(keys.slice(first, first + atOnce), signal)
  }
}
