// Tests: account-questions.test.ts, match-question.test.ts

import type { NamedAccounts, QuestionSubject } from './question.ts'
import { listConcepts } from './words.ts'

const list = (words: string) => new Set(words.split(' '))
/** Words for accounts and brokers, which name one even where it is not here. */
const KINDS = list('ira roth 401k 401(k) 403b 457b hsa fidelity schwab vanguard robinhood etrade ibkr merrill')
/** Words that have another meaning, and name an account where one is called so. */
const NAMES = list('taxable brokerage')
const WORD = /[\p{L}\p{Nd}][\p{L}\p{Nd}()'’&-]*/gu
const toWords = (text: string) => (text.toLowerCase().match(WORD) ?? []).map((word) => word.replace(/['’]s$/, ''))

/** True for a word that can name an account: another meaning of it goes first. */
const isName = (word: string) => KINDS.has(word) || NAMES.has(word) || listConcepts([word])[0]?.startsWith('?') === true

/**
 * Finds the accounts that a question names, and what it says besides. An account is known by the words of its name that mean
 * nothing else. Of several, those count that have the most of the words, and one of exactly that name goes before them.
 */
export function readAccounts(
  text: string,
  { accounts = [], names: companies }: QuestionSubject,
): { account: NamedAccounts | undefined; rest: string } {
  const known = accounts.map(({ name, account }) => ({ account, words: new Set(toWords(name).filter(isName)) }))
  // Schwab may be a position, too.
  const isAccount = (word: string) =>
    (KINDS.has(word) && !companies?.has(word)) || known.some(({ words }) => words.has(word))
  const asked = [...new Set(toWords(text).filter(isAccount))]
  if (asked.length === 0) return { account: undefined, rest: text }
  const ranked = known
    .map(({ account, words }) => ({
      account,
      shared: asked.filter((word) => words.has(word)).length,
      others: [...words].filter((word) => !asked.includes(word)).length,
    }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
  const likely = ranked.filter(({ shared }) => shared === ranked[0]?.shared)
  const whole = likely.filter(({ others }) => others === 0)
  const named = whole.length > 0 ? whole : likely
  const written = (text.match(WORD) ?? []).filter((word) => asked.includes(toWords(word)[0] ?? ''))
  return {
    account: { asked: [...new Set(written)].join(' '), names: named.map(({ account }) => account) },
    rest: text.replace(WORD, (word) => (asked.includes(toWords(word)[0] ?? '') ? ' ' : word)),
  }
}
