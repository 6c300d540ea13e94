// Tests: discovery.test.ts, discovery-model.test.ts

import type { DiscoveryRun, Fact } from '@ballast/contract'
import type { AssetRelation, IdeaReason } from '@ballast/quant'
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
    correlation: writer.state('relation.correlation', correlation, { names: { ticker } }),
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
    correlation: writer.state('relation.partialCorrelation', partial.correlation, { names: { ticker, other } }),
    qValue: writer.state('relation.partialQValue', partial.qValue, { names: { ticker } }),
    observations: writer.state('relation.partialObservations', partial.observations, { names: { ticker } }),
    stability: writer.state('relation.partialStability', partial.stability, { names: { ticker } }),
  }
}

function recordTail(writer: FactWriter, { ticker, tail }: AssetRelation): RelationFacts['tail'] {
  if (tail === null) return null
  return {
    days: writer.state('relation.tailDays', tail.days),
    observations: writer.state('relation.tailObservations', tail.observations, { names: { ticker } }),
    mean: writer.state('relation.tailMean', tail.mean.value, { names: { ticker } }),
    rise: writer.state('relation.tailRise', tail.riseShare, { names: { ticker } }),
    gainQValue: writer.state('relation.tailGainQValue', tail.gainQValue, { names: { ticker } }),
    excess: writer.state('relation.tailExcess', tail.excess, { names: { ticker } }),
    excessQValue: writer.state('relation.tailExcessQValue', tail.excessQValue, { names: { ticker } }),
    beta: writer.state('relation.beta', tail.beta, { names: { ticker } }),
    stability: writer.state('relation.tailStability', tail.stability, { names: { ticker } }),
  }
}

/** A relation as it is answered. */
export function shapeRelation(
  relation: AssetRelation,
  asset: UniverseAsset,
  facts: RelationFacts,
  reasons: ReadonlySet<IdeaReason>,
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
