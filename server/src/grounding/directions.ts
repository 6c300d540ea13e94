// Tests: verify-text.test.ts, ../ai/evaluation/corpus.test.ts, borne-out.test.ts

import type { Fact } from '@ballast/contract'
import { listMatches } from './matches.ts'
import { remembered } from './remembered.ts'

/** Next to these a fall may be told without its sign, and a loss as a positive number. */
const SINKING =
  /\b(?:los(?:s|ses|e|es|ing|t)|underperform(?:s|ed|ing)?|fall(?:s|en|ing)?|fell|drop(?:s|ped|ping)?|declin(?:e|es|ed|ing)|drawdowns?|down(?:side)?|crash(?:es|ed)?|shed(?:s|ding)?|below|negative|decreas(?:e|es|ed|ing)|cut(?:s|ting)?|reduc(?:e|es|ed|ing)|minus|trail(?:s|ed)?|cost(?:s|ing)?|gives? up|giving up|forgo(?:es|ne|ing)?|shrink(?:s|ing)?|sink(?:s|ing)?|sank|plunge[sd]?|tumble[sd]?|slump(?:s|ed)?|slide[sd]?|worse|credit|receive[sd]?|lower(?:s|ed|ing)?|takes? off|less|hit|damage|wipes? out|takes?)\b/gi
/** After these a figure stands with its sign. */
const NEUTRAL =
  /\b(?:returns?|returned|returning|change[sd]?|performance|results?|profits?|gains?|gained|rises?|rose|increases?|is worth|makes?|made|yields?|delivers?|brings?)\b/gi
const LOSING =
  /\b(?:los(?:s|ses|e|es|ing|t)|underperform(?:s|ed|ing)?|fall(?:s|en|ing)?|fell|drop(?:s|ped|ping)?|declin(?:e|es|ed|ing)|down|negative|trail(?:s|ed)?|sink(?:s|ing)?|sank|plunge[sd]?|tumble[sd]?|slump(?:s|ed)?|slide[sd]?|shrink(?:s|ing)?|drawdowns?|decreas(?:e|es|ed|ing))\b/gi
const RISING =
  /\b(?:gain(?:s|ed|ing)?|outperform(?:s|ed|ing)?|rise[sn]?|rose|rising|increas(?:e|es|ed|ing)|profit(?:s|ed|ing)?|up|earn(?:s|ed|ing)?|positive|beat(?:s|en|ing)?|climb(?:s|ed|ing)?|grow(?:s|n|ing)?|grew|rally|rallies|adds?|jump(?:s|ed|ing)?|soar(?:s|ed|ing)?|makes? money|win(?:s|ning)?)\b/gi
const UP_TO =
  /\bup to\b|\bgiv(?:es?|ing) up\b|\blook(?:s|ed)? up\b|\bset up\b|\bmake(?:s)? up\b|\bmade up\b|\bends? up\b|\btake(?:s)? up\b|\bpay(?:s)? up\b/gi

const DIRECTIONAL = /\b(?:profit|return|gain|loss|change|drawdown|performance|improvement|through|fall)\b/i
const COST = /\b(?:cost|costs|premium|commissions|fees|given up|forgoes)\b/i
const GAINING =
  /\b(?:gain(?:s|ed)?|earn(?:s|ed)?|profits?|makes? money|wins?|pays? you|brings? you|you (?:get|receive|make))\s+(?:back )?(?:about |some |you )?$/i
const COSTING = /\bcosts?\s+(?:about |some |you )?$/i
const POSITIVE_IS_BAD = /\b(?:loss|drawdown|fall)\b/i
const RISE_BEHIND = /^[\s,]{0,2}(?:gain|profit|rise|increase|upside|higher|growth)\b/i
const LOSS_BEHIND = /^[\s,]{0,2}(?:off|less|loss|drop|fall|decline|drawdown|lower|setback|decrease)\b/i

const natureOf = remembered(4_000, (label) => ({
  isCost: COST.test(label),
  isProfit: /^profit\b/i.test(label),
  isDirectional: DIRECTIONAL.test(label),
  // Of a change the words tell the way it goes, whatever it is a change of.
  isBadWhenPositive: POSITIVE_IS_BAD.test(label) && !/^change\b/i.test(label),
}))

/**
 * True when the words around a figure say the opposite of what the figure says: "gains" before a loss.
 *
 * @param before what stands before it in its clause, after any other figure
 * @param behind what stands behind it
 * @param isUnsigned whether a negative figure is shown without its sign
 */
export function contradictsItsFigure(before: string, behind: string, fact: Fact, isUnsigned: boolean): boolean {
  if (typeof fact.value !== 'number' || fact.value === 0) return false
  const { isCost, isProfit, isDirectional, isBadWhenPositive } = natureOf(fact.label)
  if (isCost && fact.value > 0 && GAINING.test(before)) return true
  if (isProfit && fact.value > 0 && COSTING.test(before)) return true
  if (!isDirectional) return false
  const isGood = fact.value > 0 !== isBadWhenPositive
  if (RISE_BEHIND.test(behind)) return !isGood
  if (LOSS_BEHIND.test(behind)) return isGood
  const words = before.replace(UP_TO, (found) => ' '.repeat(found.length))
  const [rises, sinks] = [lastPlace(words, RISING), lastPlace(words, LOSING)]
  if (rises === sinks) return false
  return rises > sinks ? !isGood || isUnsigned : isGood
}

const places = new Map<RegExp, (text: string) => number>()

/** Where a pattern occurs last; -1 when it does not. Several facts are tried for one figure, and ask the same. */
function lastPlace(text: string, pattern: RegExp): number {
  const known = places.get(pattern) ?? remembered(1_000, (words) => listMatches(words, pattern).at(-1)?.index ?? -1)
  places.set(pattern, known)
  return known(text)
}

/** True when the words carry the sign of a negative figure: "loses", "a fall of", or "loss" behind it. */
export function carriesSign(before: string, behind: string): boolean {
  return LOSS_BEHIND.test(behind) || lastPlace(before, SINKING) > lastPlace(before, NEUTRAL)
}
