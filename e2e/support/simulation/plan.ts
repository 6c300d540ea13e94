import { createRandomSource } from '@ballast/quant'
import { FAULTS, type Fault } from '../fault-proxy.ts'

/** Network services that the server depends on. */
export const LINKS = ['database', 'provider', 'model', 'payments'] as const
export type Link = (typeof LINKS)[number]

/** The main calls, as users make them. */
export const CALLS = ['upload', 'look', 'price', 'analyse', 'repeat', 'buy', 'delete'] as const

export interface Call {
  user: number
  what: (typeof CALLS)[number]
}

export type Weather =
  | { kind: 'calm' }
  | { kind: 'fault'; link: Link; fault: Fault }
  /** The server is killed while the calls are under way, and started again. */
  | { kind: 'kill'; afterMilliseconds: number }

/** Calls that are made at once in one weather. */
export interface Round {
  weather: Weather
  calls: Call[]
}

export const USERS = 3
const CALLS_IN_A_ROUND = 8
const LATEST_KILL_MILLISECONDS = 600

/** The rounds of a seed, the same at every run. */
export function* planRounds(seed: number): Generator<Round> {
  const random = createRandomSource(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)]!
  const drawWeather = (): Weather => {
    const lot = random()
    if (lot < 0.2) return { kind: 'calm' }
    if (lot < 0.4) return { kind: 'kill', afterMilliseconds: below(LATEST_KILL_MILLISECONDS) }
    return { kind: 'fault', link: oneOf(LINKS), fault: oneOf(FAULTS) }
  }
  for (;;) {
    const weather = drawWeather()
    const calls = Array.from({ length: CALLS_IN_A_ROUND }, () => ({ user: below(USERS), what: oneOf(CALLS) }))
    yield { weather, calls }
  }
}

/** A weather in words, for a verdict. */
export function describeWeather(weather: Weather): string {
  if (weather.kind === 'calm') return 'calm'
  if (weather.kind === 'kill') return `killed after ${weather.afterMilliseconds} ms`
  return `${weather.link} ${weather.fault}`
}
