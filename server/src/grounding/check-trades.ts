// Tests: said-of-figures.test.ts

import type { Fact } from '@ballast/contract'
import type { Placed } from './check-comparisons.ts'
import { listMatches } from './matches.ts'

const BY_TICKER =
  /\b([A-Z]{2,5}(?:(?:, | and )[A-Z]{2,5})*) (?:is|are|was|were|gets?|has been) (?:also |all )?(sold|bought|cut|added|trimmed)\b|\b(?:goes?|go|put|invested) into ([A-Z]{2,5})\b|\b(sale|sales|sell|sells|selling|buy|buys|buying|purchase) (?:of )?([A-Z]{2,5})\b|\b([A-Z]{2,5}) (sale|sales|purchase)\b/g
const TRADE = /^(?:strategy\.[^.]+|action\d)\.(?:trades|trade)\.([A-Z.]+)\./

/** Trades of securities that the orders do not have, where the text is about orders with trades. */
export function findUnorderedTrades(words: string, { facts, trusted, byId, tickers }: Orders): string[] {
  const found = listMatches(words, BY_TICKER)
  if (found.length === 0) return []
  const ordered = new Map<string, string | undefined>()
  const sides = listSides(trusted, byId)
  for (const fact of facts) {
    const ticker = TRADE.exec(fact.key)?.[1]
    if (ticker !== undefined) ordered.set(ticker, sides.get(fact.id) ?? ordered.get(ticker))
  }
  if (ordered.size === 0) return []
  const known = new Set([...ordered.values()].filter((side) => side !== undefined))
  const only = known.size === 1 ? [...known][0] : undefined
  return found.flatMap(([trade, names, how, into, verb, name, other, noun]) => {
    const told = into !== undefined ? 'bought' : /^(?:s|cut|trim)/i.test(how ?? verb ?? noun ?? '') ? 'sold' : 'bought'
    const named = (names ?? into ?? name ?? other ?? '').split(/, | and /).filter((ticker) => tickers.has(ticker))
    return named.flatMap((ticker) => {
      const own = ordered.has(ticker) ? (ordered.get(ticker) ?? only) : 'none'
      return own === undefined || own === told ? [] : [`says "${trade}", and there is no such order`]
    })
  })
}

interface Orders {
  facts: readonly Fact[]
  trusted: ReadonlySet<string>
  byId: ReadonlyMap<string, Fact>
  tickers: ReadonlySet<string>
}

const TRADED = /\b(?:buy|buys|buying|bought|sell|sells|selling|sold|sale|sales|purchase|go|goes|come|comes)\b/gi
const toSide = (verb: string | undefined) =>
  verb === undefined ? undefined : /^(?:s|go)/i.test(verb) ? 'sold' : 'bought'
const lastVerb = (text: string) => listMatches(text, TRADED).at(-1)?.[0]

const SEGMENT = /[,;:]\s|\sand\s|\swhile\s|\sbut\s/g

/** Trades and prices of an order on the other side than the text that is replaced has them. */
export function findOtherSide(
  words: string,
  uses: readonly (Placed & { lead: string })[],
  sides: ReadonlyMap<string, string>,
): string[] {
  if (uses.length === 0) return []
  const ends = listMatches(words, SEGMENT).map(({ index }) => index)
  return uses.flatMap(({ fact, lead, start }) => {
    const own = sides.get(fact.id) ?? /^(?:contracts|strike of .*) (bought|sold)$/i.exec(fact.label)?.[1]
    if (own === undefined) return []
    const from = ends.findLast((end) => end < start) ?? 0
    const to = ends.find((end) => end > start) ?? words.length
    const told = toSide(
      lastVerb(words.slice(from, start)) ?? words.slice(start, to).match(TRADED)?.[0] ?? lastVerb(lead),
    )
    return told === undefined || own === told ? [] : [`{{${fact.id}}} is ${own}, not ${told}`]
  })
}

const REFERENCE = /\{\{(F\d+)/g
const ORDERED =
  /^(?:(?:value|worth|shares) of .*\bto\b|shares of|ask per share|bid per share|strike of|contracts (?:bought|sold))/i
const sidesOfDrafts = new WeakMap<ReadonlySet<string>, ReadonlyMap<string, string>>()

/** On which side of an order the text that is replaced has each figure. */
export function listSides(drafts: ReadonlySet<string>, byId: ReadonlyMap<string, Fact>): ReadonlyMap<string, string> {
  const known = sidesOfDrafts.get(drafts)
  if (known !== undefined) return known
  const sides = new Map<string, string>()
  for (const draft of drafts) {
    for (const { 1: id = '', index } of listMatches(draft, REFERENCE)) {
      const side = toSide(lastVerb(draft.slice(0, index)))
      if (side !== undefined && ORDERED.test(byId.get(id)?.label ?? '')) sides.set(id, side)
    }
  }
  sidesOfDrafts.set(drafts, sides)
  return sides
}
