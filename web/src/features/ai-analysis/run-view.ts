import type { AiRunEntry, ComprehensiveAnalysis, DiscoveryRun, StreamStep } from '@ballast/contract'
import type { ComparisonRow } from '../../components/earlier-runs.tsx'
import { countOf, formatInstant, formatNumber } from '../../lib/format.ts'
import { describeEvidence } from './evidence-view.ts'

type Kind = AiRunEntry['kind']

/** The run that is shown of a kind: the one that was opened while it exists, else the newest; null without any. */
export function pickRun(entries: readonly AiRunEntry[], kind: Kind, openedId: string | null): string | null {
  const own = entries.filter((entry) => entry.kind === kind)
  return (own.find(({ id }) => id === openedId) ?? own[0])?.id ?? null
}

/** How far the work is, 0 to 100, as far as the steps say: each counts alike, the running one by what it counted. */
export function measureProgress(steps: readonly StreamStep[]): number {
  if (steps.length === 0) return 0
  const finished = steps.reduce((sum, { state, done, total }) => {
    if (state === 'done') return sum + 1
    return state === 'running' && done !== undefined && total ? sum + Math.min(1, done / total) : sum
  }, 0)
  return (100 * finished) / steps.length
}

/** The steps of a run that has answered: then all are done, though the word of the last may have been overtaken. */
export function settleSteps(steps: readonly StreamStep[]): StreamStep[] {
  return steps.map((step) => ({ ...step, state: 'done' }))
}

/** `11.2 s`: what the steps took together; null while nothing was reported. */
export function describeDuration(steps: readonly StreamStep[]): string | null {
  if (steps.length === 0) return null
  return `${formatNumber(steps.reduce((sum, { ms = 0 }) => sum + ms, 0) / 1_000, { decimals: 1 })} s`
}

type Checked = Pick<ComprehensiveAnalysis, 'engine' | 'verification'>

/** `Built-in quantitative engine`, or the model, and why the other answered where it did. */
export function describeEngine({ engine }: Pick<Checked, 'engine'>): string {
  return engine.fallbackReason ? `${engine.name} (${engine.fallbackReason.replace(/\.$/, '')})` : engine.name
}

/** Who chose the sentences; of runs from before, whose sentences a model wrote, how they were checked. */
export function describeVerification({ verification }: Pick<Checked, 'verification'>): string {
  const { dropped, fallback } = verification
  if ('checked' in verification) {
    const { checked, repaired } = verification
    if (checked === 0 && fallback === 0) return ALL_OURS
    return listParts([
      `${countOf(checked, 'sentence')} checked against the facts`,
      repaired > 0 && `${countOf(repaired, 'figure')} tied to ${repaired === 1 ? 'its fact' : 'their facts'}`,
      dropped > 0 && `${countOf(dropped, 'sentence')} dropped`,
      fallback > 0 && `${countOf(fallback, 'section')} written by the built-in engine instead`,
    ])
  }
  const { chosen, added } = verification
  return listParts([
    ALL_OURS,
    chosen > 0 && `the model chose ${countOf(chosen, 'sentence')}`,
    added > 0 && `${countOf(added, 'sentence')} added that must not be missing`,
    dropped > 0 && `${countOf(dropped, 'item')} of its answer thrown away`,
    fallback > 0 && `${countOf(fallback, 'section')} in the engine’s own order`,
  ])
}

const ALL_OURS = 'every sentence is the built-in engine’s, with its figures put in from their facts'
const listParts = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(', ')

/** How two comprehensive analyses differ, row by row. */
export function compareAnalyses(shown: ComprehensiveAnalysis, other: ComprehensiveAnalysis): ComparisonRow[] {
  const row = (label: string, write: (analysis: ComprehensiveAnalysis) => string): ComparisonRow => ({
    label,
    values: [write(shown), write(other)],
  })
  return [
    row('Recommendation', ({ recommendation }) => recommendation),
    row('Evidence', describeEvidence),
    row('Actions', ({ actions }) => actions.map(({ description }) => description).join(' ') || 'None'),
    row('Prices of', ({ asOf }) => formatInstant(asOf)),
    row('Engine', ({ engine }) => engine.name),
  ]
}

/** How two discoveries differ, row by row. */
export function compareDiscoveries(shown: DiscoveryRun, other: DiscoveryRun): ComparisonRow[] {
  const row = (label: string, write: (run: DiscoveryRun) => string): ComparisonRow => ({
    label,
    values: [write(shown), write(other)],
  })
  const names = ({ discoveries }: DiscoveryRun, type: 'hedge' | 'tail-risk') =>
    discoveries
      .filter((idea) => idea.type === type)
      .map(({ ticker, contractType }) => `${ticker} ${contractType}`)
      .join(', ') || 'None'
  return [
    row('Hedges', (run) => names(run, 'hedge')),
    row('Speculative', (run) => names(run, 'tail-risk')),
    row('Assets scanned', ({ scanned }) => `${scanned.assets} of ${scanned.universe}`),
    row('Related beyond chance', ({ scanned }) => String(scanned.significant)),
    row('Prices of', ({ asOf }) => formatInstant(asOf)),
    row('Engine', ({ engine }) => engine.name),
  ]
}

/** `We scanned 55 assets. 4 options would pay when your portfolio falls. No option looks cheap.` */
export function toVerdict({ scanned, discoveries }: Pick<DiscoveryRun, 'scanned' | 'discoveries'>): string {
  const hedges = discoveries.filter(({ type }) => type === 'hedge').length
  const others = discoveries.length - hedges
  const cheap = discoveries.filter(({ insideNoise, mispricing }) => !insideNoise && mispricing > 0).length
  const found = [
    hedges > 0 && `${countOf(hedges, 'option')} would pay when your portfolio falls.`,
    others > 0 &&
      `${countOf(others, 'option')} ${others === 1 ? 'is a long shot' : 'are long shots'} and would not protect it.`,
  ].filter(Boolean)
  const price = cheap === 0 ? 'No option looks cheap.' : `${cheap} of them ${cheap === 1 ? 'looks' : 'look'} cheap.`
  return [`We scanned ${countOf(scanned.assets, 'asset')}.`, ...found, price].join(' ')
}
