// Tests: verify-text.test.ts

import type { Fact } from '@ballast/contract'
import type { KnownEntities } from './known-entities.ts'
import { listMatches } from './matches.ts'

/** `SPY270219P00730000`: underlying, expiry, kind, strike in thousandths. */
const SYMBOL = /\b([A-Z]{1,6})(\d{2})(\d{2})(\d{2})[CP](\d{8})\b/g

/** Option symbols in a sentence: those of known contracts are names, others are faults. */
export function readSymbols(
  sentence: string,
  { contracts }: KnownEntities,
): { known: string[]; listed: string[]; faults: string[] } {
  const known: string[] = []
  const listed: string[] = []
  const faults: string[] = []
  for (const [symbol, underlying, year, month, day, strike] of listMatches(sentence, SYMBOL)) {
    const contract = `${underlying} 20${year}-${month}-${day} ${Number(strike) / 1000}`
    if (contracts.has(contract)) {
      known.push(symbol)
      listed.push(contract)
    } else faults.push(`there is no contract ${symbol}`)
  }
  return { known, listed, faults }
}

const partsOfContracts = new WeakMap<ReadonlySet<string>, readonly (readonly string[])[]>()

/** Underlying, expiry and strike of each contract. */
function splitContracts(contracts: ReadonlySet<string>): readonly (readonly string[])[] {
  const known = partsOfContracts.get(contracts) ?? [...contracts].map((contract) => contract.split(' '))
  partsOfContracts.set(contracts, known)
  return known
}

const OTHER_DATE = /\b(?:renew\w{0,3}|roll\w{0,3}|look|review|again|as of|until then|by)\s[\w\s]{0,12}$/i

/**
 * Strikes and expiries that a sentence puts together and that no contract has: not with each other, and where tickers are
 * named, not of any of these.
 *
 * @param uses figures of the sentence with what stands before them
 */
export function findUnknownContracts(
  uses: readonly { fact: Fact; before: string }[],
  named: ReadonlySet<string>,
  { contracts }: KnownEntities,
): string[] {
  const strikes = uses.flatMap(({ fact }) =>
    /\bstrike$/i.test(fact.key) && typeof fact.value === 'number' ? fact : [],
  )
  if (strikes.length === 0 || contracts.size === 0) return []
  // Beside a strike any date is read as an expiry, unless the words say what else it is.
  const expiries = uses.flatMap(({ fact, before }) =>
    fact.unit === 'date' && (fact.key.endsWith('.expiry') || !OTHER_DATE.test(before)) ? fact : [],
  )
  const listed = splitContracts(contracts)
  const isOfNamed = listed.some(([underlying = '']) => named.has(underlying))
  const known = isOfNamed ? listed.filter(([underlying = '']) => named.has(underlying)) : listed
  const isPair = (strike: Fact, expiry: Fact) =>
    known.some(([, day, price]) => Number(price) === strike.value && day === expiry.value)
  const faults = strikes.flatMap((strike) => {
    if (!known.some(([, , price]) => Number(price) === strike.value)) {
      return [`no contract ${isOfNamed ? `of ${[...named].join(' or ')} ` : ''}has the strike ${strike.text}`]
    }
    if (expiries.length === 0 || expiries.some((expiry) => isPair(strike, expiry))) return []
    return [`no contract at ${strike.text} expires on ${expiries.map(({ text }) => text).join(' or ')}`]
  })
  const lost = expiries.filter((expiry) => !strikes.some((strike) => isPair(strike, expiry)))
  return [...faults, ...(faults.length > 0 ? [] : lost.map(({ text }) => `no contract of these expires on ${text}`))]
}

const KIND_OF = /\b([Cc]alls?|[Pp]uts?) on ([A-Z][A-Z.]{0,5})\b/g

/** "Puts on FXY" where the option that the text is about is a call: it pays back above its strike. */
export function findOtherContract(words: string, { facts }: { facts: readonly Fact[] }): string[] {
  return listMatches(words, KIND_OF).flatMap(([found, kind = '', ticker = '']) => {
    const even = facts.filter(({ key }) => key.startsWith(`play.${ticker}-`) && key.endsWith('.breakEven'))
    const sides = even.flatMap(({ key, value }) => {
      const strike = facts.find((fact) => fact.key === key.replace('breakEven', 'strike'))?.value
      return strike === undefined ? [] : Number(value) > Number(strike) ? 'call' : 'put'
    })
    return sides.length === 0 || sides.some((side) => kind.toLowerCase().startsWith(side))
      ? []
      : [`speaks of "${found}", which are ${sides[0]}s`]
  })
}
