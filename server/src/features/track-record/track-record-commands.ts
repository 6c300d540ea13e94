// Tests: replay/replay.test.ts

import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { REPLAYED_PORTFOLIO } from './replay/replayed-portfolio.ts'
import { runReplay } from './replay/run-replay.ts'
import { verifyChains } from './verify-chains.ts'

interface CommandDependencies {
  db: Database
  clock: Clock
  marketData: MarketData
  version: string
}

/** Whoever typed the command: what they are told, a line at a time, and whether they want it to stop. */
export interface Terminal {
  print(line: string): void
  signal: AbortSignal
}

const DEFAULT_YEARS = 10
const MOST_YEARS = 25
const REPLAY_USAGE = `Usage: npm run replay -- [--years N] [--anew]   (N from 1 to ${MOST_YEARS}, ${DEFAULT_YEARS} unless given)`

/** `npm run replay`. @returns the exit code */
export async function replayCommand(
  dependencies: CommandDependencies,
  words: readonly string[],
  { print, signal }: Terminal,
): Promise<number> {
  const options = readReplayOptions(words)
  if (options === null) {
    print(REPLAY_USAGE)
    return 2
  }
  await dependencies.marketData.ready()
  const { source, simulated } = dependencies.marketData.status()
  print(
    `Replaying ${REPLAYED_PORTFOLIO.name} over ${options.years} years of ${simulated ? 'simulated prices' : `prices from ${source}`}. Stop with Ctrl-C; it goes on where it was.`,
  )
  const report = await runReplay(dependencies, {
    ...options,
    portfolio: REPLAYED_PORTFOLIO,
    signal,
    onMonth: ({ madeOn, done, total, outcome }) => print(`${done}/${total}  ${madeOn}  ${OUTCOMES[outcome]}`),
  })
  const { replayed, kept, skipped, stopped } = report
  print(
    `${stopped ? 'Stopped' : 'Done'}: ${replayed} months replayed, ${kept} were there already, ${skipped} had too little history.`,
  )
  return 0
}

const OUTCOMES = { replayed: 'replayed', kept: 'there already', skipped: 'too little history' } as const

function readReplayOptions(words: readonly string[]): { years: number; anew: boolean } | null {
  const options = { years: DEFAULT_YEARS, anew: false }
  for (let place = 0; place < words.length; place++) {
    const word = words[place]
    if (word === '--anew') options.anew = true
    else if (word === '--years') {
      place += 1
      options.years = Number(words[place])
    } else return null
  }
  return Number.isInteger(options.years) && options.years >= 1 && options.years <= MOST_YEARS ? options : null
}

/** `npm run verify:record`. @returns the exit code: 1 when something was changed */
export async function verifyCommand({ db }: CommandDependencies, { print }: Pick<Terminal, 'print'>): Promise<number> {
  const { recommendations, scores, problems } = await verifyChains(db, { recompute: true })
  for (const { chain, sequence, problem } of problems) print(`${chain} ${sequence}: ${problem}`)
  print(`recommendations: ${recommendations.length} rows, ends with ${recommendations.hash}`)
  print(`scores:          ${scores.length} rows, ends with ${scores.hash}`)
  print(problems.length === 0 ? 'Everything is as it was recorded.' : `${problems.length} problems.`)
  return problems.length === 0 ? 0 : 1
}
