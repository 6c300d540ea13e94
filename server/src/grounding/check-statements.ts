// Tests: borne-out.test.ts

import type { Fact } from '@ballast/contract'
import { stem } from './cues.ts'
import { isAlwaysSo } from './general-truths.ts'
import { listMatches } from './matches.ts'
import { isAboutAnalysis } from './statements.ts'

interface Place {
  start: number
  end: number
  fact: Fact
}

/** What this check needs to know. */
interface Replaced {
  /** Sentences of the text that is replaced, with their references. */
  trusted: ReadonlySet<string>
  byId: ReadonlyMap<string, Fact>
  tickers: ReadonlySet<string>
  /** Words by which sectors of the run are called. */
  ofSectors(): ReadonlySet<string>
}

const CLAUSE =
  /[,;:]\s|\s[–—-]\s|[?()]\s?|\s(?=(?:because|since|so|which|while|whereas|but|although|though|yet|and|as|if|when|once|unless|even)\s)/g
/** What begins a clause that gives a reason, or draws a conclusion. */
const CAUSAL =
  /^\W*(?:because|since|so|which (?:is why|means|shows|makes|explains|leaves)|hence|thus|therefore|due to|owing to|thanks to|driven by)\b/i
const MAY_REASON = /\b(?:because|since|so|which|hence|thus|therefore|due to|owing to|thanks to|driven by)\b/i
const WORD = /\p{L}+(?:[-'’]\p{L}+)*/gu
const REFERENCE = /\{\{F\d{1,6}(?:\|[a-z]{1,8})?\}\}/g
/** Words that carry no thought of their own. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of in on at to by with for from as is are was were be been being am it its that this these those which who whom whose and or but so ' +
    'because since while although though yet than then there here when where if once also too even still about into over under up down out off per each ' +
    'has have had do does did can could would should will may might must i you your we our they them their he she his her itself yourself what how why ' +
    'such very just both cannot wo either same well again rather thus hence therefore however moreover meanwhile overall indeed simply'
  ).split(' '),
)
/** Words that a statement turns on: none of them may be left out or put in. */
const TURNING: ReadonlySet<string> = new Set(
  (
    'not no nor never neither none nothing nobody without hardly barely only all every each any most many few some almost nearly ' +
    'usually often always sometimes mostly cannot less more least fewer'
  )
    .split(' ')
    .map(stem),
)
const turns = (word: string | undefined) => word !== undefined && (TURNING.has(word) || /^un\w{4}/.test(word))

/**
 * What a sentence says beside its figures, as far as nothing bears it out: a clause without a figure that gives a reason may
 * speak of nothing but the analysis, and a sentence without any has to say what the text that is replaced says, or claim nothing.
 *
 * @param words the sentence, figures blanked
 */
export function findBareStatements(words: string, figures: readonly Place[], replaced: Replaced): string[] {
  // Where nothing is replaced nothing is known of what may be said.
  if (replaced.trusted.size === 0) return []
  if (figures.length === 0) {
    const isBorneOut = isOfDraft(words, replaced) || isRankOfDraft(words, replaced)
    return isBorneOut ? [] : ['speaks of no fact, and says what the draft does not']
  }
  if (!MAY_REASON.test(words)) return []
  return listClauses(words).flatMap(({ start, end }) => {
    const clause = words.slice(start, end)
    const isBare = CAUSAL.test(clause) && !figures.some((figure) => figure.start < end && start < figure.end)
    const foreign = isBare ? listForeign(clause, figures, replaced) : []
    return foreign.length === 0 || isAlwaysSo(clause)
      ? []
      : [`says "${clause.trim().slice(0, 60)}", of which no fact speaks (${foreign.join(', ')})`]
  })
}

/** Words of a clause that neither the analysis nor the facts and the draft use. */
function listForeign(clause: string, figures: readonly Place[], replaced: Replaced): string[] {
  const known = listDraftStems(replaced.trusted, replaced.byId)
  const ofFigures = new Set(figures.flatMap(({ fact }) => listStems(fact.label)))
  return (clause.match(WORD) ?? []).flatMap((word) => {
    if (replaced.tickers.has(word.replace(/['’]s$/, ''))) return []
    const lower = word.toLowerCase().replace(/n['’]t$/, '')
    const isKnown = isUsual(lower) || replaced.ofSectors().has(lower)
    return isKnown || known.has(stem(lower)) || ofFigures.has(stem(lower)) ? [] : [word]
  })
}

const isUsual = (word: string) =>
  FUNCTION_WORDS.has(word) || isAboutAnalysis(word) || word.split('-').every(isAboutAnalysis)

function listClauses(words: string): { start: number; end: number }[] {
  const clauses: { start: number; end: number }[] = []
  let start = 0
  for (const { 0: mark, index } of listMatches(words, CLAUSE)) {
    clauses.push({ start, end: index })
    start = index + mark.length
  }
  return [...clauses, { start, end: words.length }]
}

/** What a text says word by word, without the words that only join others, and without endings. */
export const listStems = (text: string): string[] =>
  (text.toLowerCase().match(WORD) ?? []).flatMap((word) => (FUNCTION_WORDS.has(word) ? [] : stem(word)))

const contentOfDrafts = new WeakMap<ReadonlySet<string>, readonly (readonly string[])[]>()

/** What each sentence of the text that is replaced says, word by word. */
function listDraftContent(trusted: ReadonlySet<string>): readonly (readonly string[])[] {
  const known = contentOfDrafts.get(trusted) ?? [...trusted].map((one) => listStems(one.replace(REFERENCE, ' ')))
  contentOfDrafts.set(trusted, known)
  return known
}

const stemsOfDrafts = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()

/** The words of the text that is replaced, and of the labels of its figures. */
export function listDraftStems(trusted: ReadonlySet<string>, byId: ReadonlyMap<string, Fact>): ReadonlySet<string> {
  const known = stemsOfDrafts.get(trusted)
  if (known !== undefined) return known
  const labels = [...trusted].flatMap((one) =>
    listMatches(one, /\{\{(F\d+)/g).flatMap(({ 1: id = '' }) => listStems(byId.get(id)?.label ?? '')),
  )
  const stems = new Set([...listDraftContent(trusted).flat(), ...labels])
  stemsOfDrafts.set(trusted, stems)
  return stems
}

/** A sentence of the text that is replaced, or a part of one: its words in its order, and none left out that it turns on. */
function isOfDraft(words: string, { trusted }: Replaced): boolean {
  const said = listStems(words)
  return said.length > 0 && listDraftContent(trusted).some((draft) => isPart(said, draft))
}

function isPart(said: readonly string[], draft: readonly string[]): boolean {
  for (let from = draft.indexOf(said[0] ?? ''); from !== -1; from = draft.indexOf(said[0] ?? '', from + 1)) {
    let at = from
    if (turns(draft[from - 1])) continue
    const isWhole = said.every((word, place) => {
      const next = draft.indexOf(word, at)
      const skipped = draft.slice(at, next)
      if (next === -1 || (place > 0 && skipped.some(turns))) return false
      at = next + 1
      return true
    })
    if (isWhole) return true
  }
  return false
}

const RANKED = /^\W*(?:it|this)(?: \w+)? is (?:also )?the (\w{3,}est|most \w+)\b/i

/** "It is the cheapest", where the text that is replaced calls it that. */
function isRankOfDraft(words: string, { trusted }: Replaced): boolean {
  const rank = RANKED.exec(words)?.[1]
  const isPlain = listStems(words).length < 6 && (words.toLowerCase().match(WORD) ?? []).every((word) => isUsual(word))
  return rank !== undefined && isPlain && [...trusted].some((one) => one.toLowerCase().includes(rank.toLowerCase()))
}
