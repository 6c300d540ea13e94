// Tests: grounding.test.ts

import { type FactUnit, METRIC_EXPLANATIONS, type MetricId } from '@ballast/contract'

/** True if a figure may be negative, and which way is better for who owns the portfolio; null where neither is. */
export const SENSES = {
  /** A size or a count. */
  size: { isNeverNegative: true, better: null },
  /** The less of it the better, as of volatility or tax. */
  risk: { isNeverNegative: true, better: 'lower' },
  /** The more of it the better, as of evidence. */
  merit: { isNeverNegative: true, better: 'higher' },
  /** Amount that is lost or paid; negative is gained or received. */
  loss: { isNeverNegative: false, better: 'lower' },
  /** A profit, or a change for the better; negative is lost. */
  gain: { isNeverNegative: false, better: 'higher' },
  /** Good or bad only beside other figures, as a beta. */
  either: { isNeverNegative: false, better: null },
} as const satisfies Record<string, { isNeverNegative: boolean; better: 'higher' | 'lower' | null }>
export type Sense = keyof typeof SENSES

/**
 * Definition of a figure, the same in every feature. Label, condition and formula may hold names in braces, which are
 * filled in when the figure is stated: "Beta of {ticker}".
 */
export interface FactKind<Unit extends FactUnit = FactUnit, Words extends string = string> {
  label: Words
  unit: Unit
  sense: Sense
  formula: Words
  /** Assumption that follows the label: "if the market falls by 20%". */
  condition?: Words
  /** Decimals that are shown, `own` for as many as the figure has; those of the unit where it is left out. */
  decimals?: number | 'own'
  /** Entry of the glossary that explains it. */
  metric?: MetricId
}

type More<Condition extends string> = Pick<FactKind<FactUnit, Condition>, 'condition' | 'decimals' | 'metric'>

const unitRow =
  <Unit extends FactUnit>(unit: Unit, usual: Pick<FactKind, 'decimals'> = {}) =>
  <const Label extends string, const Formula extends string, const Condition extends string = never>(
    sense: Sense,
    label: Label,
    formula: Formula,
    more?: More<Condition>,
  ): FactKind<Unit, Label | Formula | Condition> => ({ label, unit, sense, formula, ...usual, ...more })

/** Stated as a fraction, shown as a percent. */
export const percent = unitRow('percent', { decimals: 1 })
export const usd = unitRow('usd')
export const perShare = unitRow('usd-per-share')
/** Dollars a share, written as exchanges do, with the decimals that it has. */
export const strike = unitRow('usd-per-share', { decimals: 'own' })
export const ratio = unitRow('ratio')
export const count = unitRow('count')
export const days = unitRow('days')
export const shares = unitRow('shares')
export const contracts = unitRow('contracts')
export const date = unitRow('date')

/** A figure of the glossary, which has its name and formula. */
export const metric = <Unit extends FactUnit>(
  id: MetricId,
  unit: Unit,
  sense: Sense,
  decimals: number,
  label: string = METRIC_EXPLANATIONS[id].name,
): FactKind<Unit> => ({ label, unit, sense, formula: METRIC_EXPLANATIONS[id].formula, decimals, metric: id })

/** The names in braces of a text. */
export type NamesIn<Words extends string> = Words extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
