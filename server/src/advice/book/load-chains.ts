// Tests: ../../features/hedges/hedges.test.ts, ../../features/hedges/hedge-runs.test.ts

import { formatIsoDate, hedgeDays, parseIsoDate, toHedgeDate } from '@ballast/quant'
import { BoundedCache } from '../../bounded-cache.ts'
import { toNewYorkTime } from '../../market-data/calendar.ts'
import { runInLanes } from '../../market-data/in-lanes.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { type ChainAnswer, decodeChain } from '../../market-data/options/option-chain.ts'
import type { ChainOutcome } from './book-input.ts'
import type { WantedChain } from './choose-chains.ts'

const LANES = 4

/** A chain that was asked for, and the slices that came. */
export interface FetchedChain {
  wanted: WantedChain
  slices: string[]
  /** Names of the slices that came, in their order. */
  names: string[]
  outcome: ChainOutcome
}

interface ChainRequest {
  wanted: readonly WantedChain[]
  horizonDays: number
  signal: AbortSignal
  onChain(done: number): void
}

/** Asks for chains, a few at a time; each that does not come is named with what its absence means. */
export async function loadChains(
  marketData: Pick<MarketData, 'getOptionChain'>,
  { wanted, horizonDays, signal, onChain }: ChainRequest,
): Promise<FetchedChain[]> {
  const fetched = new Map<string, FetchedChain>()
  await runInLanes(wanted, LANES, async (one) => {
    signal.throwIfAborted()
    fetched.set(one.ticker, await loadChain(marketData, one, horizonDays))
    onChain(fetched.size)
  })
  // In the order in which they were asked for, whoever answered first.
  return wanted.flatMap(({ ticker }) => fetched.get(ticker) ?? [])
}

async function loadChain(
  marketData: Pick<MarketData, 'getOptionChain'>,
  wanted: WantedChain,
  horizonDays: number,
): Promise<FetchedChain> {
  const { ticker } = wanted
  const main = await marketData.getOptionChain({ ticker, slice: 'hedging' })
  const slices = main.kind === 'chain' ? [main.encoded] : []
  const names = main.kind === 'chain' ? ['hedging'] : []
  const more = new Set(wanted.expiries)
  const head = main.kind === 'chain' ? readHead(main.encoded) : null
  for (const expiry of head === null ? [] : listFurther(head, horizonDays)) more.add(expiry)
  let isStale = main.kind === 'chain' && main.stale
  for (const expiry of main.kind === 'unauthorized' ? [] : more) {
    if (head?.quoted.has(expiry)) continue
    const answer = await marketData.getOptionChain({ ticker, slice: { expiry } })
    if (answer.kind !== 'chain') continue
    slices.push(answer.encoded)
    names.push(expiry)
    isStale ||= answer.stale
  }
  const state = slices.length === 0 ? toAbsence(main) : isStale ? 'stale' : 'used'
  return { wanted, slices, names, outcome: toOutcome(ticker, state) }
}

/** Part of a slice that decides which other slices of its chain are needed. */
interface ChainHead {
  asOf: string
  /** All that the provider lists, and those that this slice has contracts of. */
  expiries: readonly string[]
  quoted: ReadonlySet<string>
}

/** Heads of the slices that were read last: a night asks for the same ones for many portfolios. */
const KEPT_CHARACTERS = 20_000_000
const heads = new BoundedCache<ChainHead>(KEPT_CHARACTERS)

function readHead(encoded: string): ChainHead {
  const known = heads.get(encoded)
  if (known !== undefined) return known
  const { asOf, expiries, contracts } = decodeChain(encoded)
  const head = { asOf, expiries, quoted: new Set(contracts.map(({ expiry }) => expiry)) }
  heads.set(encoded, head, encoded.length)
  return head
}

/** The first expiry that covers the horizon, where the slice ends before it and the provider lists a later one. */
function listFurther({ asOf, expiries, quoted }: ChainHead, horizonDays: number): string[] {
  const { day } = toNewYorkTime(new Date(asOf))
  const { calendarDays } = toHedgeDate(formatIsoDate(day), horizonDays)
  const enough = formatIsoDate(day + hedgeDays(calendarDays).least)
  if ([...quoted].some((expiry) => expiry >= enough)) return []
  const later = expiries.filter((expiry) => expiry >= enough && parseIsoDate(expiry) > 0)
  return later.slice(0, 1)
}

const NOTES: Readonly<Record<Exclude<ChainOutcome['state'], 'used'>, (name: string) => string>> = {
  stale: (name) => `The quotes of ${name} are older ones, because the provider did not answer`,
  'no-options': (name) => `The provider offers no options on ${name}`,
  unauthorized: (name) => `The provider refuses options on ${name} to this key`,
  unreadable: (name) => `The provider’s answer about options on ${name} could not be read`,
  'provider-down': (name) => `The provider did not answer about options on ${name}`,
}

function toOutcome(ticker: string, state: ChainOutcome['state']): ChainOutcome {
  return { ticker, state, note: state === 'used' ? null : NOTES[state](ticker.replace(/^\^/, '')) }
}

function toAbsence(answer: ChainAnswer): ChainOutcome['state'] {
  if (answer.kind === 'unauthorized') return 'unauthorized'
  if (answer.kind === 'provider-down') return answer.isUnreadable ? 'unreadable' : 'provider-down'
  return 'no-options'
}
