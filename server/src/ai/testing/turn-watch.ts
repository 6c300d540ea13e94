const EVERY_MILLISECONDS = 2

/**
 * Watches how long this thread computes without letting anything else in, by its own CPU: a timer that comes late tells as
 * much of a busy machine as of the program.
 *
 * @param onTurn told again and again what was computed since it was told last, ms of CPU
 * @returns ends it, and tells of what was computed until then
 */
export function watchTurns(onTurn: (ownMilliseconds: number) => void): () => void {
  let before = process.threadCpuUsage()
  const tell = () => {
    const now = process.threadCpuUsage()
    onTurn((now.user + now.system - before.user - before.system) / 1_000)
    before = now
  }
  const timer = setInterval(tell, EVERY_MILLISECONDS).unref()
  return () => {
    clearInterval(timer)
    tell()
  }
}

/** The longest time, ms of CPU, for which some work lets nothing else in, and what it gives. */
export async function measureLongestTurn<Given>(
  work: () => Promise<Given>,
): Promise<{ given: Given; longestMilliseconds: number }> {
  let longestMilliseconds = 0
  const stop = watchTurns((own) => {
    longestMilliseconds = Math.max(longestMilliseconds, own)
  })
  const given = await work().finally(stop)
  return { given, longestMilliseconds }
}
