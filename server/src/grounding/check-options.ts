// Tests: borne-out.test.ts

import type { Fact } from '@ballast/contract'
import { indexFacts } from './fact-index.ts'
import type { Subject } from './known-entities.ts'
import { listMatches } from './matches.ts'
import { remembered } from './remembered.ts'

interface About {
  /** Facts of the text. */
  facts: readonly Fact[]
  vocabulary: readonly Fact[]
  subjects?: readonly Subject[]
  /** The text that is replaced, in lower case. */
  draft: string
}

type Kind = 'put' | 'call'

interface Options {
  kinds: ReadonlySet<Kind>
  /** "calls sold", "puts bought". */
  sides: ReadonlySet<string>
}

const STRIKE = /^Strike of the \S+ (put|call)s (bought|sold)$/
const optionsOfFacts = new WeakMap<readonly Fact[], Options>()

/** Which options the facts of a text are of. */
export function listOptions(facts: readonly Fact[]): Options {
  const known = optionsOfFacts.get(facts)
  if (known !== undefined) return known
  const { byKey } = indexFacts(facts)
  const kinds = new Set<Kind>()
  const sides = new Set<string>()
  for (const { key, label, value } of facts) {
    const [, kind, side] = STRIKE.exec(label) ?? []
    if (kind !== undefined) {
      kinds.add(kind as Kind)
      sides.add(`${kind}s ${side}`)
    }
    const even = key.endsWith('.strike') ? byKey.get(key.replace(/strike$/, 'breakEven'))?.value : undefined
    if (even !== undefined) kinds.add(Number(even) > Number(value) ? 'call' : 'put')
  }
  const options = { kinds, sides }
  optionsOfFacts.set(facts, options)
  return options
}

/** Names of what has options: "put spread", "collar". */
const namesOptions = remembered(1_000, (name) => /\b(?:put|call|collar|spread)/.test(name))
/** Which kinds a text speaks of. */
const listKinds = remembered(
  100,
  (text): ReadonlySet<string> => new Set(Array.from(text.matchAll(KIND), ([, kind = '']) => kind)),
)

const KIND = /\b(put|call)s?\b(?: (?:that (?:is|are) )?(bought|sold)\b)?/gi

/** Puts where a text is about calls, and options told as sold that are bought. */
export function findOtherOptions(words: string, { facts, vocabulary, subjects = [], draft }: About): string[] {
  const { kinds, sides } = listOptions(facts)
  if (kinds.size === 0 || facts === vocabulary) return []
  const lower = words.toLowerCase()
  const found = listMatches(lower, KIND)
  if (found.length === 0) return []
  // Another strategy may be named to compare with it.
  if (subjects.some(({ names }) => names.some((name) => namesOptions(name) && lower.includes(name)))) return []
  return found.flatMap(([said, kind = '', side]) => {
    const isOwn = kinds.has(kind as Kind) || listKinds(draft).has(kind)
    if (!isOwn) return [`speaks of a ${kind}, and there is none`]
    const isSide = side === undefined || sides.size === 0 || sides.has(`${kind}s ${side}`) || draft.includes(said)
    return isSide ? [] : [`says "${said}", and there are none`]
  })
}

const MAY_BE_FAIR = /distinguishable|\bband\b/i

/** That a price can be told from fair value, or cannot, where the band of fair values says the opposite. */
export function findFalseFairness(words: string, { facts }: Pick<About, 'facts'>): string[] {
  if (!MAY_BE_FAIR.test(words)) return []
  const said = /\b(not |in|hardly )?distinguishable\b/i.exec(words)
  const banded = /\b(?:(within|inside)|beyond|outside|above|below) the (?:\w+ )?band\b/i.exec(words)
  if (said === null && banded === null) return []
  const read = (label: string) => Number(indexFacts(facts).byLabel.get(label)?.value ?? Number.NaN)
  const [low, high] = ['lower', 'higher'].map((way) => read(`Fair value with a volatility one forecast error ${way}`))
  const middle = read('Middle of the quote')
  const isWithin = middle >= Number(low) && middle <= Number(high)
  if (!Number.isFinite(middle + Number(low) + Number(high))) return []
  const isSo = [said, banded].every((found) => found === null || isWithin === (found[1] !== undefined))
  return isSo ? [] : ['the band of fair values says the opposite']
}
