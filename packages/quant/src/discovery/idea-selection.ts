// Tests: discover-ideas.test.ts

import { computeMoments } from '../moments.ts'
import type { IdeaCandidate } from './idea-candidates.ts'

/**
 * `hedge` gains, on average, in the book's bad paths; `long-shot` is cheap against its own normal and does not protect.
 */
export type IdeaKind = 'hedge' | 'long-shot'

/** A candidate that may be shown, with its place among the others. */
export interface ScoredIdea extends IdeaCandidate {
  readonly kind: IdeaKind
  /** Weighted sum of standardised measures; larger is better, and 0 the average of what was eligible. */
  readonly score: number
  /** Its parts, each in standard deviations from the average of what was eligible. */
  readonly scoreParts: {
    readonly hedgePower: number
    readonly relativeValue: number
    readonly stability: number
    readonly liquidity: number
  }
}

/** Why a candidate may not be shown. */
export type IneligibleRule = 'loses-on-bad-paths' | 'dearer-than-normal' | 'not-distinguishable-from-fair' | 'too-large'

/** Result of {@link selectIdeas}. */
export interface IdeaSelection {
  /** Best first. */
  readonly ideas: readonly ScoredIdea[]
  /** Everything eligible, best first. */
  readonly eligible: readonly ScoredIdea[]
  readonly ineligible: readonly { readonly candidate: IdeaCandidate; readonly rule: IneligibleRule }[]
}

const WEIGHTS = { hedgePower: 0.35, relativeValue: 0.25, stability: 0.2, liquidity: 0.2 } as const
const MOST_PER_GROUP = 2
const MOST_IDEAS = 8

/**
 * Chooses what to show: the best contract of each asset, at most two of a group and eight in all, by
 *
 *     0.35·hedge power + 0.25·relative value + 0.20·stability + 0.20·liquidity       (each standardised)
 *
 * A protective side is a hedge when it gains on average in the book's bad paths after its cost; puts, which
 * always cost more than they are expected to pay, must moreover not be dearer than normal by more than the forecast's
 * error. Anything else can only be a long shot, and must then be cheap by more than the forecast's error.
 * Nothing is added to fill a list: few or none is an answer. A contract is not cut smaller, so that what one costs must
 * be in proportion to the book.
 *
 * @param candidates of all sides
 * @param mostCost that one contract may cost with its fee, in currency; without a bound when left out
 */
export function selectIdeas(
  candidates: readonly IdeaCandidate[],
  mostCost: number = Number.POSITIVE_INFINITY,
): IdeaSelection {
  const judged = candidates.map((candidate) => ({ candidate, verdict: judgeSize(candidate, mostCost) }))
  const kinds = new Map<IdeaCandidate, IdeaKind>()
  const ineligible: { candidate: IdeaCandidate; rule: IneligibleRule }[] = []
  for (const { candidate, verdict } of judged) {
    if (verdict === 'hedge' || verdict === 'long-shot') kinds.set(candidate, verdict)
    else ineligible.push({ candidate, rule: verdict })
  }
  // Sums depend on their order in the last bit, so the order must not be the caller's.
  const ordered = [...kinds.keys()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const eligible = score(ordered, kinds)
  const ideas: ScoredIdea[] = []
  for (const idea of eligible) {
    const isNew = ideas.every(({ side }) => side.ticker !== idea.side.ticker)
    const ofGroup = ideas.filter(({ side }) => side.group === idea.side.group).length
    if (isNew && ofGroup < MOST_PER_GROUP && ideas.length < MOST_IDEAS) ideas.push(idea)
  }
  return { ideas, eligible, ineligible }
}

function judgeSize(candidate: IdeaCandidate, mostCost: number): IdeaKind | IneligibleRule {
  const verdict = judge(candidate)
  const isShown = verdict === 'hedge' || verdict === 'long-shot'
  return isShown && candidate.maxLoss > mostCost ? 'too-large' : verdict
}

function judge({ side, fair, conditionalReturn }: IdeaCandidate): IdeaKind | IneligibleRule {
  const gains = conditionalReturn > 0
  if (side.role === 'protective' && gains) {
    const isDear = fair.mispricing < 0 && !fair.insideNoise
    return side.type === 'put' && isDear ? 'dearer-than-normal' : 'hedge'
  }
  if (fair.mispricing > 0 && !fair.insideNoise) return gains ? 'hedge' : 'long-shot'
  if (side.role === 'protective') return 'loses-on-bad-paths'
  return fair.mispricing > 0 ? 'not-distinguishable-from-fair' : 'dearer-than-normal'
}

function score(candidates: readonly IdeaCandidate[], kinds: ReadonlyMap<IdeaCandidate, IdeaKind>): ScoredIdea[] {
  const hedgePower = standardize(candidates.map((candidate) => candidate.hedgePower))
  const relativeValue = standardize(candidates.map(({ fair }) => fair.mispricing))
  const stability = standardize(candidates.map(({ side }) => side.stability))
  const depth = standardize(candidates.map(({ line }) => Math.log(Math.max(1, line.mostBought))))
  const tightness = standardize(candidates.map(({ spreadShare }) => -spreadShare))
  return candidates
    .map((candidate, i): ScoredIdea => {
      const scoreParts = {
        hedgePower: hedgePower[i]!,
        relativeValue: relativeValue[i]!,
        stability: stability[i]!,
        liquidity: 0.5 * (depth[i]! + tightness[i]!),
      }
      const names = ['hedgePower', 'relativeValue', 'stability', 'liquidity'] as const
      const total = names.reduce((sum, name) => sum + WEIGHTS[name] * scoreParts[name], 0)
      return { ...candidate, kind: kinds.get(candidate) ?? 'long-shot', score: total, scoreParts }
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

/** Standard deviations from the mean; all 0 when nothing differs. */
function standardize(values: readonly number[]): Float64Array {
  const { count, mean, squares } = computeMoments(Float64Array.from(values))
  const deviation = count < 2 ? 0 : Math.sqrt(squares / (count - 1))
  // Differences that are rounding must not be blown up to whole deviations.
  const isEven = !(deviation > 1e-12 * Math.max(1, Math.abs(mean)))
  return Float64Array.from(values, (value) => (isEven ? 0 : (value - mean) / deviation))
}
