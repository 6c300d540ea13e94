import { describeWeather, planRounds, USERS } from './plan.ts'
import { type Mail, runRound, settle } from './run-round.ts'
import { startWorld } from './world.ts'

export interface SimulationVerdict {
  seed: number
  rounds: number
  /** How many calls ended with which status. */
  ends: Record<string, number>
  /** Broken promises, with the round of each; nothing, when every promise was kept. */
  wrong: string[]
}

export interface SimulationOptions {
  seed: number
  /** Begins no round after so many of them, or after so many seconds. */
  rounds: number
  seconds: number
  print?: (line: string) => void
}

/**
 * Runs a seed: three users, faults and kills on a real server process. The plan is the same at every run; which of two calls
 * at once comes first is the machine's to decide.
 */
export async function simulate({ seed, rounds, seconds, print }: SimulationOptions): Promise<SimulationVerdict> {
  const world = await startWorld(USERS, seed % 2 === 0 ? 'sample' : 'yahoo')
  const verdict: SimulationVerdict = { seed, rounds: 0, ends: {}, wrong: [] }
  const mail: Mail = []
  const deadline = performance.now() + seconds * 1_000
  try {
    for (const round of planRounds(seed)) {
      if (verdict.rounds >= rounds || performance.now() > deadline) break
      verdict.rounds += 1
      const { ends, wrong } = await runRound(world, round, mail)
      const name = `round ${verdict.rounds}, ${describeWeather(round.weather)}`
      print?.(`${name}: ${ends.join(' ')}`)
      for (const end of ends) verdict.ends[end] = (verdict.ends[end] ?? 0) + 1
      verdict.wrong.push(...wrong.map((words) => `${name}: ${words}`))
      if (wrong.length > 0) break
    }
    verdict.wrong.push(...(await settle(world, mail)).map((words) => `at the end: ${words}`))
  } finally {
    await world.close()
  }
  return verdict
}
