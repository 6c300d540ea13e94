import { type GroundedText, HEDGE_FAMILIES, namePosition } from '@ballast/contract'
import type { Barrier, ConsideredHedge, HedgeHolding, RejectionRule } from '@ballast/quant'
import type { ChainOutcome } from '../../advice/book/book-input.ts'
import { REJECTED } from '../../advice/texts/sentence-kinds.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { ground, plain } from '../../grounding/grounded-text.ts'
import { tell } from '../../grounding/sentence.ts'
import { createReader } from './write-caveats.ts'

interface RejectionFrame {
  ledger: FactLedger
  /** Names of facts of this rejection begin with it. */
  key: string
  holdings: readonly HedgeHolding[]
  chains: readonly ChainOutcome[]
  /** Names a proposal by its id: “Index Put on SPY”. */
  nameOf(id: string): string
}

type Reader = ReturnType<typeof createReader>
type Writer = (read: Reader, considered: ConsideredHedge, frame: RejectionFrame) => GroundedText | string

/** Why a kind of hedge was not proposed, in words. */
export function writeRejection(frame: RejectionFrame, considered: ConsideredHedge): GroundedText {
  const read = createReader(frame.ledger, frame.key, considered.parameters)
  const text = REASONS[considered.rule](read, considered, frame)
  return tell(REJECTED[considered.rule], typeof text === 'string' ? plain(text) : text)
}

/** Converts the engine's rule. A chain that is missing for the engine may be one that was of no use. */
export function toRule(
  { rule, family, instrument }: ConsideredHedge,
  holdings: readonly HedgeHolding[],
): RejectionRule {
  if (rule !== 'no-chain' || HEDGE_FAMILIES[family].role !== 'holding') return rule
  const shares = holdings.find(({ ticker }) => ticker === instrument)?.shares
  return shares !== undefined && shares < LOT ? 'fewer-than-100-shares' : rule
}

const LOT = 100

const BARRIERS: Readonly<Record<Barrier, string>> = {
  'long-only': 'It sells an option, and only bought ones may be used.',
  'no-spreads': 'It is a spread, and you did not want spreads.',
  'index-only': 'You asked for options on a broad index only.',
  'single-names-only': 'You asked for options on single companies only.',
  account: 'This kind of account may sell no option without the shares or the cash behind it.',
  approval: 'The approval level of your account does not allow it.',
}

const REASONS: Readonly<Record<RejectionRule, Writer>> = {
  'options-not-wanted': () => 'You ruled out options.',
  'not-permitted': (read, { parameters }) =>
    parameters.by === 'account' && read.has('cash')
      ? ground`In this kind of account a sold put needs the cash to pay for the shares: ${read.fact('found.needed')} for one contract, and ${read.fact('found.freeCash', 'cash')} is free.`
      : BARRIERS[parameters.by as Barrier],
  'upside-to-be-kept': () => 'It caps gains, and you asked to keep the upside.',
  'no-chain': (_read, { instrument }, { chains }) => {
    const outcome = chains.find(({ ticker }) => ticker === instrument)
    if (outcome?.note) return `${outcome.note}.`
    const volatility = chains.find(({ ticker }) => ticker.startsWith('^'))
    if (instrument === null && volatility?.note) return `${volatility.note}.`
    // Its chain was read, and no smile could be drawn through any of its expiries.
    if (outcome !== undefined)
      return `The quotes of options on ${namePosition(outcome.ticker)} cannot be used: too few have a bid and an ask close enough together to tell what they are worth. Look again while the market is open.`
    return instrument === null
      ? 'There is no option chain.'
      : `Options on ${namePosition(instrument)} were not read; those of the largest positions come first.`
  },
  'no-tradable-contract': (_read, { instrument }) =>
    `No option on ${namePosition(instrument ?? 'it')} of the right strike and expiry has a clean quote and enough open contracts.`,
  'limit-holds-already': () => 'The limit holds without it.',
  'limit-not-reachable': (read, { instrument }) =>
    read.has('limit')
      ? ground`No tradable ${instrument === null ? 'contract' : `contract on ${namePosition(instrument)}`} keeps the loss within ${read.fact('found.limit')}.`
      : 'No tradable contract keeps the loss within the limit.',
  'over-budget': (read) =>
    read.has('cost') && read.has('budget')
      ? ground`It would cost ${read.fact('found.cost')}, more than the budget of ${read.fact('found.budget')}.`
      : 'It would cost more than the budget.',
  'no-market-exposure': (read) => {
    const beta = read.fact('found.beta')
    const falls = Number(beta.value) < -0.1 ? 'it does not fall' : 'it hardly falls'
    return ground`The portfolio’s beta is ${beta}: ${falls} with the market, so a put on an index would protect nothing.`
  },
  'one-contract-too-large': (read, { instrument, family }) => {
    const name = namePosition(instrument ?? 'the index')
    const first = ground`One contract on ${name} covers ${read.fact('found.contractValue')}, too much for the ${read.fact('found.exposure')} there is to hedge.`
    return family === 'index-put' && instrument === 'SPY'
      ? [...first, { text: ' Mini-SPX options (XSP) are as large and settle in cash; selling a part is what fits.' }]
      : first
  },
  'short-calls-not-allowed': (_read, { instrument }) =>
    `Its calls would be sold without owning ${namePosition(instrument ?? 'the index')}, which needs a margin account and was not allowed.`,
  'fewer-than-100-shares': () => 'A contract covers a hundred shares, and you hold fewer.',
  'calls-sold-already': () => 'Calls were sold against its shares already; more of them would be covered by nothing.',
  'puts-held-already': () => 'Puts that you hold cover its shares already; more of them would be a bet on its fall.',
  'fits-no-account': () =>
    'Your accounts cannot hold it: their approval levels, shares or cash in each are not enough.',
  'to-be-kept': () => 'You hold nothing that it may sell or cap.',
  'sector-not-overweight': () => 'No sector weighs much more in the portfolio than in the index.',
  'index-sectors-unknown': () =>
    'The weights of the index’s sectors are not known, so no sector can be called overweight.',
  'sector-adds-too-little': (read, { instrument }) =>
    ground`${namePosition(instrument ?? '')} explains ${read.fact('found.addedRSquared')} of the variance beyond what the market does, less than the ${read.fact('found.least')} that would be worth its own hedge.`,
  'volatility-out-of-schedule': (read) =>
    ground`At a volatility forward of ${read.fact('found.forward')} the schedule of the Cboe’s tail hedge index buys none.`,
  'no-history': () => 'There is no price history to judge it by.',
  'nothing-above-cap': (read) =>
    ground`No single company is more than ${read.fact('found.cap')} of the portfolio and of its risk.`,
  'does-not-help': (read) => {
    const relief = read.fact('found.relief')
    return Number(relief.value) > 0
      ? ground`In that fall it saves only ${relief} of the portfolio.`
      : 'In that fall it costs its premium and saves nothing.'
  },
  'not-cheapest': () => 'Another ticket on the same index does it for less, or comes nearer to the limit.',
  'not-foremost': () => 'Others meet the limit for less.',
  dominated: (_read, { parameters }, { nameOf }) =>
    `“${nameOf(String(parameters.by ?? ''))}” costs no more, loses no more, gives up no more and leaves no more open.`,
}
