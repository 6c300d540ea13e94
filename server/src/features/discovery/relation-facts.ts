// Tests: discovery.test.ts, discovery-model.test.ts

import type { DiscoveryRun, Fact } from '@ballast/contract'
import type { AssetRelation, PlayReason } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { describeKind } from './asset-classes.ts'
import type { UniverseAsset } from './discovery-input.ts'

/** Figures of one asset's relation to the portfolio; null where there was nothing to measure. */
export interface RelationFacts {
  relation: AssetRelation
  correlation: Fact
  partial: { correlation: Fact; qValue: Fact; observations: Fact; stability: Fact } | null
  tail: {
    days: Fact
    observations: Fact
    mean: Fact
    rise: Fact
    gainQValue: Fact
    excess: Fact
    excessQValue: Fact
    beta: Fact
    stability: Fact
  } | null
}

/** Enters the figures of an asset's relation. */
export function recordRelation(ledger: FactLedger, relation: AssetRelation): RelationFacts {
  const { ticker, isHeld, correlation } = relation
  const writer = new FactWriter(ledger, `relation.${ticker}`)
  return {
    relation,
    correlation: writer.count('correlation', correlation, 'ratio', {
      label: `Correlation of ${ticker} with the portfolio`,
      formula:
        'Pearson correlation of daily returns over the last ninety trading days, the portfolio at today’s weights',
    }),
    partial: recordPartial(writer, relation, isHeld),
    tail: recordTail(writer, relation),
  }
}

function recordPartial(
  writer: FactWriter,
  { ticker, partial }: AssetRelation,
  isHeld: boolean,
): RelationFacts['partial'] {
  if (partial === null) return null
  const other = isHeld ? 'the rest of the portfolio' : 'the portfolio'
  return {
    correlation: writer.count('partialCorrelation', partial.correlation, 'ratio', {
      label: `Partial correlation of ${ticker} with ${other}, given the market`,
      formula: `Correlation of what daily returns of ${ticker} and of ${other} leave when both are regressed on SPY, last ninety trading days`,
    }),
    qValue: writer.percent('partialQValue', partial.qValue, {
      label: `Expected share of chance among partial correlations as strong as that of ${ticker}`,
      formula: 'Benjamini–Hochberg over all assets of two-sided p-values of a heteroskedasticity-robust t',
    }),
    observations: writer.count('partialObservations', partial.observations, 'days', {
      label: `Days in common with ${ticker}`,
      formula: 'Days of the last ninety on which all three have a return',
    }),
    stability: writer.percent('partialStability', partial.stability, {
      label: `Share of other windows in which the partial correlation of ${ticker} has the same sign`,
      formula: 'Both halves of the window and the last year',
      decimals: 0,
    }),
  }
}

function recordTail(writer: FactWriter, { ticker, tail }: AssetRelation): RelationFacts['tail'] {
  if (tail === null) return null
  return {
    days: writer.count('tailDays', tail.days, 'days', {
      label: 'Worst days of the portfolio',
      formula: 'The worst tenth of the days in common',
    }),
    observations: writer.count('tailObservations', tail.observations, 'days', {
      label: `Days in common with ${ticker} in two years`,
      formula: 'Days of the last 504 on which both have a return',
    }),
    mean: writer.percent('tailMean', tail.mean.value, {
      label: `Mean return of ${ticker} on the portfolio’s worst days`,
      formula: 'Mean of its daily returns on those days',
      decimals: 2,
    }),
    rise: writer.percent('tailRise', tail.riseShare, {
      label: `Share of the portfolio’s worst days on which ${ticker} rose`,
      formula: 'Days with a positive return over all of them',
      decimals: 0,
    }),
    gainQValue: writer.percent('tailGainQValue', tail.gainQValue, {
      label: `Expected share of chance among gains in the tail as strong as that of ${ticker}`,
      formula: 'Benjamini–Hochberg over all assets of one-sided p-values of the mean’s t',
    }),
    excess: writer.percent('tailExcess', tail.excess, {
      label: `Return of ${ticker} on those days beyond what its beta explains`,
      formula: 'Mean of return − intercept − beta × return of the portfolio',
      decimals: 2,
    }),
    excessQValue: writer.percent('tailExcessQValue', tail.excessQValue, {
      label: `Expected share of chance among falls in the tail as strong as that of ${ticker}`,
      formula: 'Benjamini–Hochberg over all assets of one-sided p-values of the mean excess’s t',
    }),
    beta: writer.count('beta', tail.beta, 'ratio', {
      label: `Beta of ${ticker} to the portfolio`,
      formula: 'Least squares over all days in common',
    }),
    stability: writer.percent('tailStability', tail.stability, {
      label: `Share of the two halves of the worst days whose mean has the sign of the whole, ${ticker}`,
      formula: 'Earlier and later half',
      decimals: 0,
    }),
  }
}

/** A relation as it is answered. */
export function shapeRelation(
  relation: AssetRelation,
  asset: UniverseAsset,
  facts: RelationFacts,
  reasons: ReadonlySet<PlayReason>,
): DiscoveryRun['relations'][number] {
  const { partial, tail } = relation
  return {
    ticker: relation.ticker,
    name: asset.name,
    isHeld: relation.isHeld,
    correlation: relation.correlation,
    assetClass: describeKind(asset.kind).name,
    reasons: [...reasons],
    partialCorrelation: partial?.correlation ?? null,
    partialQValue: partial?.qValue ?? null,
    tailMeanPercent: tail ? 100 * tail.mean.value : null,
    tailRisePercent: tail ? 100 * tail.riseShare : null,
    tailQValue: tail?.gainQValue ?? null,
    factIds: {
      correlation: facts.correlation.id,
      ...(facts.partial && {
        partialCorrelation: facts.partial.correlation.id,
        partialQValue: facts.partial.qValue.id,
      }),
      ...(facts.tail && {
        tailMeanPercent: facts.tail.mean.id,
        tailRisePercent: facts.tail.rise.id,
        tailQValue: facts.tail.gainQValue.id,
      }),
    },
  }
}
