// Tests: said-of-figures.test.ts, unsupported-sayings.test.ts, ../ai/evaluation/corpus.test.ts

import type { Fact } from '@ballast/contract'
import { listMatches } from './matches.ts'
import { meaningOf } from './meanings.ts'

/** What these checks look at of a figure in a sentence. */
interface Spoken {
  fact: Fact
  before: string
  lead: string
  saying: string
  next: string
  raw: string
  start: number
}

const THROUGH = /^The (portfolio of today|index) through: (.*)$/
const namesOfCrises = new WeakMap<readonly Fact[], readonly string[]>()
const GENERIC = /^(?:crash|crisis|bear|market|shock|quarter|global|of|the)$/i
const toMarks = (name: string) => name.split(/\s+/).filter((word) => !GENERIC.test(word))

/** One past crisis for another, or the portfolio's fall for that of the index; `undefined` when all is well. */
export function findOtherCrisis(
  { fact, raw, start, next, lead, before }: Spoken,
  facts: readonly Fact[],
  isSecond: boolean,
  isDrafted: boolean,
): string | undefined {
  const [, whose, name] = THROUGH.exec(fact.label) ?? []
  if (name === undefined) return undefined
  const names = namesOfCrises.get(facts) ?? [...new Set(facts.flatMap(({ label }) => THROUGH.exec(label)?.[2] ?? []))]
  namesOfCrises.set(facts, names)
  const text = raw.toLowerCase()
  const places = names.flatMap((one) =>
    toMarks(one).map((mark) => ({ one, at: text.lastIndexOf(mark.toLowerCase(), start) })),
  )
  const isNamed = toMarks(name).some((mark) => text.includes(mark.toLowerCase()))
  if (!isNamed && !isDrafted) return 'no past crisis is named'
  const nearest = places.filter(({ at }) => at !== -1).sort((a, b) => b.at - a.at)[0]
  const isBehind = toMarks(name).some((mark) => next.slice(0, 45).includes(mark))
  if (!isBehind && nearest !== undefined && nearest.one !== name) return `the words speak of "${nearest.one}"`
  const other = names.find((one) => one !== name && toMarks(one).some((mark) => next.slice(0, 60).includes(mark)))
  if (!isBehind && nearest === undefined && other !== undefined) return `the words speak of "${other}"`
  const side = findCrisisSide({ lead, before, next, isSecond })
  if (side === undefined || side === whose) return undefined
  return whose === 'index' ? 'it is the index’s' : 'it is the portfolio’s'
}

const OF_INDEX = /^\s?(?:for|of|in|by|on|that|which) (?:the )?(?:index|market|benchmark|S&P)/i
/** "Far more than the index, which lost a". */
const THAN_INDEX =
  /\bthan (?:the )?(?:index|market|benchmark|S&P 500|SPY)(?:[’']s)?(?: (?:with|at|by)|,? (?:which|that) (?:lost|fell|dropped|declined)(?: by)?)?(?: its| a loss of)?\s*$/i
const OF_HOLDINGS =
  /^\s?(?:for|of|in|by|on) (?:the |your |this |these |today['’]s )?(?:portfolio|holdings|book|positions?)\b/i
const SIDES =
  /\b(?:(index|benchmark|S&P|SPY|market)|(portfolio|holdings?|you|your|they|these|positions?|today['’]s|book))\b/gi

/** Whether words about a past crisis speak of the portfolio or of the index where a figure stands. */
function findCrisisSide({
  lead,
  before,
  next,
  isSecond,
}: {
  lead: string
  before: string
  next: string
  isSecond: boolean
}) {
  if (OF_INDEX.test(next) || THAN_INDEX.test(lead)) return 'index'
  if (OF_HOLDINGS.test(next)) return 'portfolio of today'
  // "Worse than the index, a against b": a is the portfolio's, b the index's.
  const named = lead.replace(/\bthan (?:the )?(?:index|market|benchmark)\b/gi, '').replace(/\bbear market\b/gi, '')
  if (
    /^[\s,(]{0,3}(?:against|versus|vs\.?|compared (?:with|to)|next to|and|to)?\s{0,2}(?:the )?$/i.test(before) &&
    isSecond
  )
    return undefined
  const last = listMatches(named, SIDES).at(-1)
  return last === undefined ? undefined : last[1] === undefined ? 'portfolio of today' : 'index'
}

const IN_CRISIS = /\b(?:in|through|during) (?:the |“)?[^,;:]*\b(?:crash|crisis|bear market|shock|turmoil|sell-?off)\b/i
const NAMES_FALL =
  /\bmarket (?:fall|crash|shock|sell-?off|slump|decline)|\bmarket (?:falls|drops|fell)|\b(?:such )?an? (?:crash|crisis|shock|sell-?off|bear market)\b/i

/** A loss that is no past crisis's, in words about one. */
export function findOutsideCrisis(uses: readonly Pick<Spoken, 'fact' | 'lead'>[], all: readonly Fact[]): string[] {
  const words = listCrisisWords(all)
  if (words.length === 0) return []
  return uses.flatMap(({ fact, lead }) => {
    if (fact.unit !== 'percent' || / through: /i.test(fact.label) || meaningOf(fact).sort !== 'loss') return []
    const said = IN_CRISIS.exec(lead)?.[0].toLowerCase()
    if (said === undefined || NAMES_FALL.test(lead) || !words.some((word) => said.includes(word))) return []
    return [`{{${fact.id}}} is no figure of a past crisis`]
  })
}

const wordsOfCrises = new WeakMap<readonly Fact[], readonly string[]>()
const NO_NAME = /^(?:crash|crisis|bear|market|shock|quarter|global|of|the|\d+|fourth)$/i

function listCrisisWords(all: readonly Fact[]): readonly string[] {
  const known =
    wordsOfCrises.get(all) ??
    [
      ...new Set(all.flatMap(({ label }) => / through: (.*)$/i.exec(label)?.[1]?.toLowerCase().split(/\s+/) ?? [])),
    ].filter((word) => !NO_NAME.test(word))
  wordsOfCrises.set(all, known)
  return known
}

/** Past crises by what they are called. */
const CRISES: readonly RegExp[] = [
  /\bdot-?com\b/i,
  /\b(?:covid|pandemic|corona\w{0,5})\b/i,
  /\b(?:financial crisis|lehman|subprime)\b/i,
  /\bblack monday\b/i,
  /\btariff/i,
  /\bfourth quarter of 2018\b/i,
  /\bbear market of 2022\b/i,
]

/** A crisis that the clause names, where the figure is one of another. */
export function findNamedCrisis({ fact, saying, raw }: Pick<Spoken, 'fact' | 'saying' | 'raw'>): string | undefined {
  if (!/\bthrough: /i.test(fact.label) || CRISES.some((name) => name.test(raw) && name.test(fact.label)))
    return undefined
  return CRISES.map((name) => name.exec(saying)?.[0]).find((found) => found !== undefined)
}
