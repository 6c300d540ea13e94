// Tests: replay.test.ts

import { REPLAYED_PORTFOLIO } from '../../../advice/record/replayed-portfolio.ts'
import { type ReplayDependencies, runReplay } from './run-replay.ts'

/** Where a command prints its lines, and the signal that stops it. */
interface Terminal {
  print(line: string): void
  signal: AbortSignal
}

const DEFAULT_YEARS = 10
const MOST_YEARS = 25
const REPLAY_USAGE = `Usage: npm run replay -- [--years N] [--restart]   (N from 1 to ${MOST_YEARS}, ${DEFAULT_YEARS} unless given)`

/** `npm run replay`. @returns the exit code */
export async function replayCommand(
  dependencies: ReplayDependencies,
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

function readReplayOptions(words: readonly string[]): { years: number; restart: boolean } | null {
  const options = { years: DEFAULT_YEARS, restart: false }
  for (let place = 0; place < words.length; place++) {
    const word = words[place]
    if (word === '--restart') options.restart = true
    else if (word === '--years') {
      place += 1
      options.years = Number(words[place])
    } else return null
  }
  return Number.isInteger(options.years) && options.years >= 1 && options.years <= MOST_YEARS ? options : null
}
