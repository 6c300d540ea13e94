import { type ComprehensiveAnalysis, namePosition } from '@ballast/contract'
import { SCENARIOS } from '@ballast/quant'
import { findLoosePieces } from '../../hedges/testing/loose-figures.ts'

/** Lists texts that have digits but are not figures: names of indexes, crises, tickers and option symbols. */
function listNames({ actions, leftOut, facts }: ComprehensiveAnalysis): string[] {
  const operations = actions.flatMap((action) => [...action.operations, ...(action.step?.operations ?? [])])
  const tickers = facts.flatMap(({ key }) => /^options\.([^.]+(?:\.[A-Z])?)\./.exec(key)?.[1] ?? [])
  return [
    'S&P 500',
    ...SCENARIOS.map(({ name }) => name),
    ...operations.map((one) => (one.kind === 'option' ? one.symbol : one.ticker)),
    ...leftOut.map(({ ticker }) => ticker),
    ...tickers,
  ]
    .flatMap((name) => [name, namePosition(name)])
    .sort((a, b) => b.length - a.length)
}

const join = (parts: readonly { text: string }[]) => parts.map(({ text }) => text).join('')

/** Figures in an analysis's words that no fact stands behind, and plain texts that are not what their pieces say. */
export function findLooseFigures(answer: ComprehensiveAnalysis): string[] {
  const names = listNames(answer)
  const strip = (text: string) => names.reduce((rest, name) => rest.replaceAll(name, ''), text)
  const { methodology } = answer
  const pairs: (readonly [plain: string | null, parts: readonly { text: string }[] | null])[] = [
    [answer.recommendation, answer.recommendationParts],
    ...answer.reasoning.map((plain, place) => [plain, answer.reasoningParts[place] ?? null] as const),
    ...answer.actions.map(({ description, parts }) => [description, parts] as const),
    [methodology.analysisApproach, methodology.approachParts],
    ...methodology.dataSources.map((plain, place) => [plain, methodology.dataSourceParts[place] ?? null] as const),
    ...answer.context.map(({ note, noteParts }) => [note, noteParts] as const),
  ]
  const unlike = pairs
    .filter(([plain, parts]) => plain !== (parts && join(parts)))
    .map(([plain]) => `not its pieces: ${plain}`)
  const reasons = answer.leftOut.flatMap(({ reason }) => (/\d/.test(strip(reason)) ? [reason] : []))
  return [...findLoosePieces(answer, strip), ...unlike, ...reasons]
}
