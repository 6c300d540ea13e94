// Tests: understand-prompt.test.ts

import type { HedgeCrisis } from '@ballast/contract'
import { listClauses, type Token } from './prompt-tokens.ts'

/** What crises are called, by one word or two that follow each other. */
const NAMES: Readonly<Record<string, HedgeCrisis>> = {
  ...{
    'dot-com': 'dotcom-2000',
    dotcom: 'dotcom-2000',
    'tech bubble': 'dotcom-2000',
    'internet bubble': 'dotcom-2000',
  },
  ...{ 'financial crisis': 'gfc-2007', gfc: 'gfc-2007', 'great recession': 'gfc-2007', subprime: 'gfc-2007' },
  ...{ lehman: 'lehman-2008', 'debt ceiling': 'debt-ceiling-2011', 'euro crisis': 'debt-ceiling-2011' },
  ...{ volmageddon: 'volmageddon-2018', covid: 'covid-2020', 'covid-': 'covid-2020', corona: 'covid-2020' },
  ...{ pandemic: 'covid-2020', 'carry trade': 'carry-2024', 'carry-trade': 'carry-2024' },
  ...{ tariff: 'tariff-2025', tariffs: 'tariff-2025' },
}
/** What a year stands for, where it is said to come again. */
const YEARS: Readonly<Record<string, HedgeCrisis>> = {
  ...{ 2000: 'dotcom-2000', 2001: 'dotcom-2000', 2002: 'dotcom-2000', 2007: 'gfc-2007', 2008: 'gfc-2007' },
  ...{ 2009: 'gfc-2007', 2011: 'debt-ceiling-2011', 2015: 'china-oil-2015', 2018: 'q4-2018', 2020: 'covid-2020' },
  ...{ 2022: 'bear-2022', 2024: 'carry-2024', 2025: 'tariff-2025' },
}
/** What says of a year that it is a crisis, or that it comes again. */
const AGAIN = new Set(
  'again repeat repeats repeated repeating rerun replay happen happens happened happening like another crisis crash crashes bear meltdown style survive survives'.split(
    ' ',
  ),
)
/** "Since 2008", "bought in 2020": times that are over, or yet to come. */
const TIMES = new Set(
  'since until till by before after from bought own owned sold retired retire retiring in'.split(' '),
)
/** Words that say nothing more once the crisis is understood. */
const SPENT = new Set('what if were was comes come came back through during another we get see'.split(' '))

/** A crisis that an owner's words ask about, and the words. */
export interface NamedCrisis {
  id: HedgeCrisis
  tokens: readonly Token[]
}

/**
 * Every crisis that is named, in order, each once: "what if 2008 happens again", "another covid crash".
 *
 * @param used what has another meaning already
 */
export function findNamedCrises(tokens: readonly Token[], used: ReadonlySet<Token>): NamedCrisis[] {
  const found = new Map<HedgeCrisis, Token[]>()
  for (const clause of listClauses(tokens)) {
    const isAgain = clause.some(({ text }) => AGAIN.has(text))
    const around = clause.filter(({ text }) => AGAIN.has(text) || SPENT.has(text))
    for (const [at, token] of clause.entries()) {
      const next = clause[at + 1]
      const pair = next && NAMES[`${token.text} ${next.text}`]
      const year = isAgain ? YEARS[String(Number.parseInt(token.text, 10))] : undefined
      const id = pair ?? NAMES[token.text.replace(/'s$/, '')] ?? year
      if (id === undefined || token.unit !== undefined || used.has(token) || isTime(clause, at, isAgain)) continue
      found.set(id, [...(found.get(id) ?? []), ...around, token, ...(pair && next ? [next] : [])])
    }
  }
  return [...found].map(([id, named]) => ({ id, tokens: named.toSorted((a, b) => a.start - b.start) }))
}

/** "In 2008" is a time, and "what happened in 2008 again" a crisis all the same. */
function isTime(clause: readonly Token[], at: number, isAgain: boolean): boolean {
  const before = clause[at - 1]?.text ?? ''
  return TIMES.has(before) && !(before === 'in' && isAgain)
}
