// Tests: borne-out.test.ts

import type { Fact } from '@ballast/contract'
import type { Placed } from './check-comparisons.ts'
import { indexFacts } from './fact-index.ts'
import { listMatches } from './matches.ts'

/**
 * Words that say how much of something, how many of them, how nearly or how often. They are few, every one of them states
 * a quantity, and no figure stands beside them that would bear it out.
 */
const QUANTITY =
  /\b(?:all|every|each|everything|none|nothing|nobody|never|always|majority|most of|almost|nearly|virtually|practically|entirely|completely|wholly|fully|totally|perfectly|whole|entire|hardly|barely|scarcely|little|largely|mainly|mostly|usually|often|rarely|seldom|the only|much of|the bulk|part of the (?:cost|loss|gains?|upside))\b/gi
/** Manners of speaking, and quantities of a figure that follows. */
const MANNER =
  /^(?:(?:all|each|everything|little|whole|nothing) )?(?:each other|each one|each (?:a|per)\b|(?:whole|entire) (?:market|ticket|order|package|hedge)\b|all (?:year|along|the time)\b|all the same|all in all|little by little|nothing (?:but|else)|all that)/i
const MANNER_BEFORE = /\b(?:in|after|above|at|first of|on the|as a|if at|a)\s$/i
const MANNERS: ReadonlySet<string> = new Set(['all', 'whole', 'little', 'most of'])
const SMALL: ReadonlySet<string> = new Set(['hardly', 'barely', 'scarcely', 'little', 'nothing'])
/** A change that is small beside what it changes; a relation that is hardly one. */
const SMALL_CHANGE = 0.2
const SMALL_RELATION = 0.3
const SHOCK = /^shock\.m\d+\.profitPercent$/
const CONDITION = /^request\.shockPercent$|^shock\./
const HEDGED = /lossAtShockPercent$/

interface About {
  vocabulary: readonly Fact[]
  isOwn(fact: Fact): boolean
  /** The text that is replaced, in lower case. */
  draft: string
}

/** Quantities in words that neither a figure nor the text that is replaced bears out, as faults. */
export function findBareQuantities(words: string, uses: readonly Placed[], about: About): string[] {
  if (about.draft === '') return []
  return listMatches(words, QUANTITY).flatMap(({ 0: found, index }) => {
    const word = found.toLowerCase()
    const end = index + found.length
    const behind = words.slice(end)
    const unproven = [`says "${words.slice(index, end + 16).trim()}", which no figure bears out`]
    if (uses.some(({ start }) => start >= end && /^[ ×(]*$/.test(words.slice(end, start)))) return []
    if (/^ (?:of )?(?:the |these |those )?(?:about )? *$/.test(behind.slice(0, nextFigure(uses, end))))
      return /^most/.test(word) && isOfCost(words, uses) && !isMost(words, uses, about.vocabulary) ? unproven : []
    if (MANNER.test(words.slice(index)) || (MANNERS.has(word) && MANNER_BEFORE.test(words.slice(0, index)))) return []
    const next = /^\W*[\w’'-]+/.exec(behind)?.[0].toLowerCase() ?? ''
    const isOfDraft = word === 'everything' ? about.draft.includes(word) : about.draft.includes(`${word}${next}`)
    if (isOfDraft || (word === 'nothing' && isIdle(behind, about.draft))) return []
    if (uses.some(({ fact }) => fact.label.toLowerCase().includes(word))) return []
    // What was divided by how many there are, is so much for each.
    if (/^(?:each|every)$/.test(word) && uses.some(({ fact }) => / over /.test(fact.label))) return []
    if (SMALL.has(word) && isSmall(uses, about, word !== 'nothing')) return []
    if (/^most/.test(word) && isMost(words, uses, about.vocabulary)) return []
    if (word === 'the only' && isOnlyHolding(behind, about.vocabulary)) return []
    return unproven
  })
}

/** "Nothing needs to be done", where nothing is recommended. */
const isIdle = (behind: string, draft: string) =>
  /^ (?:is bought|is sold|is done|needs to be (?:done|changed)|has to be (?:done|changed))\b/i.test(behind) &&
  /\bno rule\b|\bnothing\b|\bstays? as it is\b/.test(draft)

const nextFigure = (uses: readonly Placed[], at: number) =>
  Math.max(0, Math.min(...uses.flatMap(({ start }) => (start >= at ? start - at : []))))

/** Whether what the sentence is about is little: two losses that hardly differ, a beta or a correlation near zero. */
function isSmall(uses: readonly Placed[], { vocabulary, isOwn }: About, isChange: boolean): boolean {
  const facts = uses.map(({ fact }) => fact)
  if (
    facts.some(
      ({ unit, value, label }) =>
        unit === 'ratio' && /beta|correlation/i.test(label) && Math.abs(Number(value)) < SMALL_RELATION,
    )
  )
    return true
  // Of a change the sentence has to tell what it is a change of.
  if (!isChange || !facts.some(({ key, unit }) => CONDITION.test(key) || unit === 'usd')) return false
  const { byKey } = indexFacts(vocabulary)
  const asked = byKey.get(`shock.m${byKey.get('request.shockPercent')?.value}.profitPercent`)
  const said = facts.filter(({ key }) => HEDGED.test(key))
  const hedged = said.length > 0 ? said : vocabulary.filter((fact) => HEDGED.test(fact.key) && isOwn(fact))
  const unhedged = facts.find(({ key }) => SHOCK.test(key)) ?? asked
  const isOne = hedged.length === 1 && unhedged !== undefined
  const pair = isOne
    ? [unhedged, hedged[0]]
    : facts.filter(({ key, unit }) => unit === 'usd' && /^play|shock/.test(key))
  const [a, b] = pair.map((fact) => Math.abs(Number(fact?.value)))
  return a !== undefined && b !== undefined && pair.length === 2 && Math.abs(a - b) <= SMALL_CHANGE * Math.max(a, b)
}

/**
 * "Mostly" of a share beyond a half; "most of" the gains that are kept; "most of" a cost, lost where less than half is paid
 * back, and paid back where more is.
 */
function isMost(words: string, uses: readonly Placed[], vocabulary: readonly Fact[]): boolean {
  const facts = uses.map(({ fact }) => fact)
  if (facts.some(({ label, value }) => PART.test(label) && Number(value) > 50)) return true
  const find = (label: RegExp) => Number(facts.find((fact) => label.test(fact.label))?.value ?? Number.NaN)
  const behind = words.slice(words.search(/\bmost/i))
  if (/^most of the (?:upside|gains?)\b/i.test(behind)) {
    const gain = Number(indexFacts(vocabulary).byKey.get('shock.p10.profitPercent')?.value)
    return find(/^given up if the market rises/i) < gain / 2
  }
  const [payoff, cost] = [find(/^mean payoff/i), find(/^cost$/i)]
  if (/\b(?:lost|lose|gone|spent)\b/i.test(behind)) return payoff < cost / 2
  return /\bback\b/i.test(behind) && payoff > cost / 2
}

/** Whether a sentence tells of a cost, beside what comes back of it, that it is lost or comes back. */
const isOfCost = (words: string, uses: readonly Placed[]) =>
  [/^mean payoff/i, /^cost$/i].every((label) => uses.some(({ fact }) => label.test(fact.label))) &&
  /\b(?:lost|lose|gone|spent|back)\b/i.test(words)

const PART = /^share of .* (?:in the (?:value|variance|holdings)|explains)/i

function isOnlyHolding(behind: string, vocabulary: readonly Fact[]): boolean {
  const holdings = vocabulary.find(({ label }) => label === 'Holdings that were analysed')?.value
  return /^ (?:holding|position|company)\b/i.test(behind) && holdings === 1
}
