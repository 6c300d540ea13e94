import { type ComprehensiveAnalysis, type Operation, toOptionTerms } from '@ballast/contract'
import { formatCount, formatDate, formatMoney, formatNumber, formatValue } from '../../lib/format.ts'

export type Action = ComprehensiveAnalysis['actions'][number]

export const ACTION_NAMES = {
  trim: 'Trim',
  hedge: 'Hedge',
  diversify: 'Diversify',
  rebalance: 'Rebalance',
  monitor: 'Monitor',
  data: 'Data',
} as const satisfies Record<Action['type'], string>

/** One line of what to type at the broker. */
export interface OperationLine {
  /** `Sell 40.00 AAPL`, `Buy 3 × SPY Feb 19, 2027 $570 put`. */
  text: string
  /** `about $9,120`, `at $8.48 a share`. */
  detail: string
  /** The OCC symbol of an option; null for shares. */
  symbol: string | null
  /** Keys, within the action, of the facts of both. */
  facts: { text: string; detail: string }
}

/** @param leg which of the action's options it is, from 1 on */
function toOperationLine(operation: Operation, leg: number): OperationLine {
  if (operation.kind === 'trade') {
    const { ticker, shares, amount } = operation
    const side = (shares || amount) < 0 ? 'Sell' : 'Buy'
    return {
      text: `${side} ${formatNumber(Math.abs(shares), { decimals: decimalsOf(shares) })} ${ticker}`,
      detail: `about ${formatValue(Math.abs(amount))}`,
      symbol: null,
      facts: { text: `trade.${ticker}.shares`, detail: `trade.${ticker}.amount` },
    }
  }
  const { symbol, contracts, premium } = operation
  const terms = toOptionTerms(symbol)
  const name = terms
    ? `${terms.underlying} ${formatDate(terms.expiry)} ${formatMoney(terms.strike, { decimals: Number.isInteger(terms.strike) ? 0 : 2 })} ${terms.type}`
    : symbol
  return {
    text: `${contracts < 0 ? 'Sell' : 'Buy'} ${formatCount(Math.abs(contracts))} × ${name}`,
    detail: `at ${formatMoney(premium)} a share (${contracts < 0 ? 'bid' : 'ask'})`,
    symbol,
    facts: { text: `leg${leg}.contracts`, detail: `leg${leg}.premium` },
  }
}

/** Hundredths of a share, or what brokers of fractions take. */
const decimalsOf = (shares: number) => (Math.abs(100 * shares - Math.round(100 * shares)) < 1e-6 ? 2 : 4)

/** Step of an action that follows those that it cannot be added to. */
export interface FollowingStep {
  title: string
  lines: OperationLine[]
}

/** Null where an action can be carried out beside those before it, as it stands. */
export function toFollowingStep({ step }: Pick<Action, 'step'>): FollowingStep | null {
  if (!step || step.excludes.length === 0) return null
  const before = step.excludes.map((place) => place + 1).join(' and ')
  const after = `${step.excludes.length === 1 ? 'action' : 'actions'} ${before}`
  const lines = toOperationLines(step.operations)
  return { title: lines.length > 0 ? `Instead, after ${after}` : `Not together with ${after}`, lines }
}

/** All lines of an action, its options counted. */
export function toOperationLines(operations: readonly Operation[]): OperationLine[] {
  let legs = 0
  return operations.map((operation) => {
    if (operation.kind === 'option') legs += 1
    return toOperationLine(operation, legs)
  })
}

/** The list as text, to take to a broker. */
export function toOperationsText({ operations }: Pick<Action, 'operations'>): string {
  const lines = toOperationLines(operations)
  return [...lines.map(({ text, detail, symbol }) => [text, detail, symbol].filter(Boolean).join('  ')), NO_ORDER].join(
    '\n',
  )
}

export const NO_ORDER = 'This is not an order.'

export interface EffectFigure {
  label: string
  text: string
  /** Better, worse, or neither for the portfolio. */
  tone: 'gain' | 'loss' | 'neutral'
  /** Key, within the action, of its fact. */
  fact: string
}

/** Lists what an action would change, as far as it was computed. */
export function toEffectFigures({ effect }: Pick<Action, 'effect'>): EffectFigure[] {
  if (!effect) return []
  const { scoreChange, cvarChangePercent, crisisLossChangePercent, costPercent } = effect
  const figures = [
    scoreChange !== null && {
      label: 'Diversification score',
      text: formatNumber(scoreChange, { decimals: 0, signed: true }),
      tone: toneOf(scoreChange),
      fact: 'scoreChange',
    },
    cvarChangePercent !== null && {
      label: 'Loss in the worst 5%',
      text: `${formatNumber(cvarChangePercent, { decimals: 1, signed: true })} pp`,
      tone: toneOf(-cvarChangePercent),
      fact: cvarChangePercent <= 0 ? 'tailReliefPercent' : 'tailAddedPercent',
    },
    crisisLossChangePercent !== null && {
      label: 'Loss in past crises',
      text: `${formatNumber(crisisLossChangePercent, { decimals: 1, signed: true })} pp`,
      tone: toneOf(-crisisLossChangePercent),
      fact: crisisLossChangePercent <= 0 ? 'crisesReliefPercent' : 'crisesAddedPercent',
    },
    costPercent !== null && {
      label: 'Cost',
      text: `${formatNumber(costPercent)}% of value`,
      tone: 'neutral' as const,
      fact: 'costPercent',
    },
  ]
  return figures.filter((figure): figure is Exclude<typeof figure, false> => figure !== false)
}

function toneOf(improvement: number): EffectFigure['tone'] {
  if (Math.abs(improvement) < 0.005) return 'neutral'
  return improvement > 0 ? 'gain' : 'loss'
}

/** Where an action is carried out. */
export type ActionTarget =
  | { to: '/hedges' | '/analysis'; label: string }
  | { to: '/options'; label: string; search: { ticker: string; expiry: string } }
  | { to: '/portfolios/$portfolioId'; label: string }

export function toActionTarget({ type, operations }: Pick<Action, 'type' | 'operations'>): ActionTarget {
  if (type === 'hedge') return { to: '/hedges', label: 'Open Hedges' }
  if (type === 'monitor') return { to: '/analysis', label: 'Open Analysis' }
  if (type === 'data') return { to: '/portfolios/$portfolioId', label: 'Mend positions' }
  const option = operations.find((operation) => operation.kind === 'option')
  const terms = option && toOptionTerms(option.symbol)
  if (terms) {
    return { to: '/options', label: 'Open the chain', search: { ticker: terms.underlying, expiry: terms.expiry } }
  }
  return { to: '/portfolios/$portfolioId', label: 'Edit positions' }
}
