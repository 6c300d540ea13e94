import { type Fact, type GroundedText, type HedgeAnalysis, namePosition } from '@ballast/contract'
import { findUnlisted } from '../../facts/testing/find-unlisted.ts'

const isPiece = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  Object.keys(value).every((key) => key === 'text' || key === 'fact' || key === 'sentence')

const isText = (value: unknown): value is GroundedText =>
  Array.isArray(value) && value.length > 0 && value.every(isPiece)

/** Every text in pieces that an answer holds, with its place. */
export function listTexts(value: unknown, path = 'answer'): { path: string; parts: GroundedText }[] {
  if (isText(value)) return [{ path, parts: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => listTexts(inner, `${path}.${key}`))
}

/** Names of tickets, their costs and cells of tables: labels that are no sentences. */
const LABEL = /\.(?:instrumentParts|estimatedCostParts|cells\.\d+)$/

/** Every text of an answer that is made of sentences. */
export const listSentences = (answer: unknown): GroundedText[] =>
  listTexts(answer).flatMap(({ path, parts }) => (LABEL.test(path) ? [] : [parts]))

/** Lists texts that have digits but are not figures. */
function listNames(answer: HedgeAnalysis): string[] {
  const { riskAssessment, hedgeStrategies, frontierStrategies, leftOut, chains, request } = answer
  const strategies = [...hedgeStrategies, ...frontierStrategies]
  const names = [
    'S&P 500',
    ...riskAssessment.crises.flatMap(({ name }) => [name, name.charAt(0).toLowerCase() + name.slice(1)]),
    ...strategies.flatMap(({ legs, trades }) => [
      ...legs.map(({ symbol }) => symbol),
      ...trades.map((one) => one.ticker),
    ]),
    ...riskAssessment.contributions.map(({ ticker }) => ticker),
    ...request.keep,
    ...leftOut.map(({ ticker }) => ticker),
    ...chains.map(({ ticker }) => ticker),
  ]
  return names.flatMap((name) => [name, namePosition(name)]).sort((a, b) => b.length - a.length)
}

/**
 * Figures in an answer's texts in pieces that no fact stands behind, or another one, and sentences of no known kind.
 *
 * @param strip takes out what has digits in it and is no figure
 */
export function findLoosePieces(answer: { facts: readonly Fact[] }, strip: (text: string) => string): string[] {
  const facts = new Map(answer.facts.map((fact) => [fact.id, fact]))
  const digitsOf = (text: string) => text.replace(/\D/g, '')
  const texts = listTexts(answer)
  const loose = texts.flatMap(({ path, parts }) =>
    parts.flatMap(({ text, fact }) => {
      if (fact === undefined) return /\d/.test(strip(text)) ? [`${path}: "${text}"`] : []
      const known = facts.get(fact)
      if (known === undefined) return [`${path}: there is no fact ${fact}`]
      return digitsOf(known.text) === digitsOf(text) ? [] : [`${path}: "${text}" is not "${known.text}"`]
    }),
  )
  return [...loose, ...findUnlisted(listSentences(answer), facts)]
}

/** Figures in an answer's words that no fact stands behind, and facts that are referred to but not there. */
export function findLooseFigures(answer: HedgeAnalysis): string[] {
  const names = listNames(answer)
  const strip = (text: string) => names.reduce((rest, name) => rest.replaceAll(name, ''), text)
  const plain = [
    ...answer.leftOut.map(({ ticker, reason }) => `${ticker}: ${reason}`),
    ...answer.chains.flatMap(({ note }) => note ?? []),
  ]
  return [...findLoosePieces(answer, strip), ...plain.filter((text) => /\d/.test(strip(text)))]
}

/** Anything in an answer that is no figure and no word. */
export function findUnreal(value: unknown, path = 'answer'): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  if (typeof value === 'string') return /\bNaN\b|undefined|\bnull\b|Infinity/.test(value) ? [`${path}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return value === undefined ? [`${path} is undefined`] : []
  return Object.entries(value).flatMap(([key, inner]) => findUnreal(inner, `${path}.${key}`))
}
