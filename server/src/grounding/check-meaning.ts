// Tests: borne-out.test.ts, said-of-figures.test.ts, verify-text.test.ts

import type { Fact } from '@ballast/contract'
import { type Cues, isSilent, join, readCues, shareBits } from './cues.ts'
import { type Meaning, meaningOf } from './meanings.ts'
import { remembered } from './remembered.ts'

/** What this check looks at of a figure in a sentence. */
export interface Told {
  fact: Fact
  /** Between the figure before, or the beginning of the clause, and this one. */
  before: string
  /** From this figure to the next one, or the end of the clause. */
  behind: string
  /** Its clause, figures blanked; a comma ends none. */
  lead: string
  saying: string
  /** The sentence as it is written. */
  raw: string
  /** The figure before this one. */
  earlier?: Fact | undefined
  /** What its words stand for, once that was read. */
  places?: Places
}

/** What a text is expected to speak of. */
export interface Expected {
  /** Of the whole run. */
  vocabulary: readonly Fact[]
  /** Those of the text that it replaces. */
  preferred: ReadonlySet<string>
  byId: ReadonlyMap<string, Fact>
  /** The text that is replaced, with its references. */
  draft: string
  /** Whether they are so few that hardly two are about the same. */
  isSmall: boolean
}

/** Behind these words something else is told. */
const ANOTHER = /^.*\s(?:and|but|while|whereas|or)\s/i
const TURN =
  /\s(?:and|but|while|whereas|instead|against|rather|than|which|that|would|could|costs?|loses?|is|are|was|were|then|if|when|for|with|yet|so|because|takes?|brings?|goes|comes?|falls?|rises?)\s.*$/i

/** How well a place in a sentence suits a fact: from -3, nothing is said of it, to 4. */
export function rateMeaning(fact: Fact, told: Omit<Told, 'fact'>): number {
  const { needs } = meaningOf(fact)
  return needs.length === 0 ? 1 : rate(needs, readPlaces(told))
}

/** Whether a noun may be what a figure is the measure of: "a credit of". */
export function isMeasuredBy(fact: Fact, noun: string): boolean {
  const { needs, sort } = meaningOf(fact)
  if (sort === 'loss' && /^(?:costs?|price|premium|budget)$/i.test(noun)) return false
  const { plain, vague } = readCues(noun)
  const own = readCues(fact.label)
  return needs.some((group) => shareBits(group, plain) || shareBits(group, vague)) || shareBits(own.plain, plain)
}

const NAMED = 2

/** "237.98 shares of NVDA": of an order's figures the security says which they are. */
function isNamedBeside({ fact, behind, before }: Told): boolean {
  const ticker = ORDERED.exec(fact.label)?.[1]
  if (ticker === undefined) return false
  const next = BESIDE.exec(behind)?.[1]?.replace(/\.$/, '')
  return next === ticker || before.trimEnd().endsWith(ticker)
}

const QUOTED = 3
const LABEL_WORD = /\p{L}{3,}/gu
const wordsOf = remembered(4_000, (label): readonly string[] => [...new Set(label.toLowerCase().match(LABEL_WORD))])

/** "The x that one play may cost": the words right behind or before a figure are those of its label. */
function isQuoted({ fact, before, behind }: Told): boolean {
  const words = wordsOf(fact.label)
  return [before, behind].some((text) => {
    const said = text.toLowerCase()
    return words.filter((word) => said.includes(word)).length >= QUOTED
  })
}

const BESIDE = /^ (?:worth )?(?:of|from|in|for|into) ([A-Z][A-Z0-9.]{0,14})/
const ORDERED =
  /^(?:(?:value|worth|shares) of (?:the )?|share of )(\S+) (?:to (?:trade|buy|sell)|in the (?:value|variance))/i

const COSTS = /\b(costs?)(?: (?:you|about|only|some|roughly|just))*\s*$/i
const LOSES = /\b(loses?|lost|losing)(?: (?:you|about|only|some|roughly|just))*\s*$/i
const LOSS_LABEL =
  /\b(?:loss|lose|lost|losses|profit|through|return|theta|move|fall|risk|worst|costs?|premium|value)\b/i

/** "It costs x", where x is no cost and no loss. */
export function findOtherVerb(fact: Fact, before: string): string | undefined {
  const { sort } = meaningOf(fact)
  if (sort === 'loss' || sort === 'price' || fact.unit === 'text' || LOSS_LABEL.test(fact.label)) return undefined
  return (COSTS.exec(before) ?? LOSES.exec(before))?.[1]
}

function readPlaces(told: Omit<Told, 'fact'>): Places {
  told.places ??= collectPlaces(told)
  return told.places
}

function collectPlaces({ before: all, behind, lead, saying, raw, earlier }: Omit<Told, 'fact'>): Places {
  const turned = behind.replace(TURN, '')
  // "A of resampled histories and b": up to the "and" it was about a.
  const before = earlier === undefined ? all : all.replace(ANOTHER, '')
  const beside = readCues(`${before} ${turned}`)
  const near = isSilent(beside) && turned !== behind ? readCues(`${before} ${behind}`) : beside
  let [clause, sentence]: (Cues | undefined)[] = []
  return {
    near,
    get clause() {
      clause ??= join(readCues(lead), readCues(saying))
      return clause
    },
    get sentence() {
      sentence ??= readCues(raw)
      return sentence
    },
  }
}

/** Kinds of facts of one unit, to tell whether another one is meant. */
const kindsOf = new WeakMap<readonly Fact[], ReadonlyMap<string, readonly Meaning[]>>()

export function listKinds(facts: readonly Fact[]): ReadonlyMap<string, readonly Meaning[]> {
  const known = kindsOf.get(facts)
  if (known !== undefined) return known
  const kinds = new Map<string, Map<string, Meaning>>()
  for (const fact of facts) {
    const meaning = meaningOf(fact)
    const ofUnit = kinds.get(fact.unit) ?? new Map<string, Meaning>()
    kinds.set(fact.unit, ofUnit.set(meaning.kind, meaning))
  }
  const listed = new Map([...kinds].map(([unit, ofUnit]) => [unit, [...ofUnit.values()]]))
  kindsOf.set(facts, listed)
  return listed
}

/** So much does a cue of a group count, by where its word stands and by how plainly it stands for it. */
const RATES = { near: [4, 2], clause: [2, 1], sentence: [1, 0.5], none: -3 } as const

/** No figure suits a place better. */
export const BEST_RATE = RATES.near[0]

/** What many words may stand for tells only where a figure is hardly spoken of as its own. */
function rateRival({ needs, isTelling }: Meaning, own: number, places: Places): number {
  const rated = rate(needs, places)
  return isTelling || (own < NAMED && rated === BEST_RATE) ? rated : 0
}

/** Clause and sentence are read only where what stands beside a figure does not tell already. */
export interface Places {
  near: Cues
  readonly clause: Cues
  readonly sentence: Cues
}

function rate(needs: Meaning['needs'], places: Places): number {
  let sum = 0
  for (const group of needs) sum += rateGroup(group, places)
  return needs.length === 0 ? 0 : sum / needs.length
}

function rateGroup(group: readonly number[], places: Places): number {
  const { near } = places
  if (shareBits(group, near.plain)) return RATES.near[0]
  if (shareBits(group, near.vague)) return RATES.near[1]
  const { clause } = places
  if (shareBits(group, clause.plain)) return RATES.clause[0]
  if (shareBits(group, clause.vague)) return RATES.clause[1]
  const { sentence } = places
  if (shareBits(group, sentence.plain)) return RATES.sentence[0]
  return shareBits(group, sentence.vague) ? RATES.sentence[1] : RATES.none
}

/** By so much another kind of figure must fit better, before it is taken to be meant. */
const MARGIN = 1.9
/** By so much a figure of the text that is replaced must fit better than one that it does not speak of. */
const PREFERENCE = 0.5
/** So plainly what the text that is replaced does not speak of has to be spoken of. */
const PLAINLY = 1.9

/**
 * Whether a sentence speaks of a figure as of what its label says: by words that stand for it, right beside the figure
 * where the kind of figure asks for that, and not rather by words that stand for another kind of the same unit.
 *
 * @returns what is wrong, or `undefined`
 */
export function findOtherMeaning(told: Told, { vocabulary, preferred, isSmall, byId }: Expected): string | undefined {
  const { fact } = told
  if (fact.unit === 'text') return undefined
  const meaning = meaningOf(fact)
  const { kind, needs, sort } = meaning
  if (needs.length === 0) return undefined
  const places = readPlaces(told)
  const isElliptic = isSilent(places.near)
  const rated = rate(needs, places)
  const own = rated < NAMED && (isNamedBeside(told) || isQuoted(told)) ? NAMED : rated
  const isExpected = isSmall || preferred.size === 0 || preferred.has(fact.id)
  if (own < (isExpected ? 0 : PLAINLY)) {
    // Of what the text that is replaced speaks of, a text may speak without its words, while it speaks of nothing else.
    const isAlone =
      preferred.has(fact.id) &&
      !isSmall &&
      listKinds(vocabulary)
        .get(fact.unit)
        ?.every((one) => rate(one.needs, places) < NAMED)
    return isAlone ? undefined : 'of which the words do not speak'
  }
  // What is counted or dated says by its unit what it may be.
  if (isElliptic && !/^(?:usd|percent|ratio)/.test(fact.unit)) return undefined
  if (isElliptic) {
    return told.earlier === undefined || own >= 2 || meaningOf(told.earlier).sort === sort
      ? undefined
      : 'and the words go on with something else'
  }
  if (!isExpected) {
    // Where a figure of the text that is replaced fits as well, that one is meant.
    for (const id of preferred) {
      const meant = byId.get(id)
      if (meant?.unit !== fact.unit || meant.text === fact.text) continue
      const { kind: theirs, needs: wanted } = meaningOf(meant)
      const theirRate = theirs === kind ? -1 : rate(wanted, places)
      if (theirRate >= own + PREFERENCE && theirRate >= NAMED) return `and the words beside it suit "${meant.label}"`
    }
  }
  return hasRival(fact, meaning, own, [places, vocabulary])
    ? 'and the words beside it speak of something else'
    : undefined
}

/** Whether the words fit another kind of figure of the same unit far better. */
function hasRival(
  { unit }: Fact,
  { kind }: Meaning,
  own: number,
  [places, vocabulary]: [Places, readonly Fact[]],
): boolean {
  // Nothing fits better than what is plainly spoken of.
  if (own + MARGIN >= BEST_RATE) return false
  const kinds = listKinds(vocabulary).get(unit) ?? []
  return kinds.some((one) => one.kind !== kind && rateRival(one, own, places) > own + MARGIN)
}
