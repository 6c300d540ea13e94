// Tests: borne-out.test.ts

import type { Fact } from '@ballast/contract'
import type { Placed } from './check-comparisons.ts'
import { indexFacts } from './fact-index.ts'

/** What a text is about, as far as these checks look at it. */
interface About {
  vocabulary: readonly Fact[]
  isOwn(fact: Fact): boolean
}

/** Losses in the market fall that was asked about, in percent of the portfolio. */
interface Outcome {
  unhedged: number
  /** With what the text is about; `undefined` where it is about no action, or about several. */
  hedged: number | undefined
  limit: number
}

const IS_LOSS = /lossAtShock|^shock\.m\d+\.(?:profit|stressed)Percent$/
const HEDGED = /^strategy\..*\.lossAtShockPercent$/
const NEARLY = 0.005

const outcomes = new WeakMap<
  readonly Fact[],
  { outcome: Omit<Outcome, 'hedged'> | undefined; hedged: readonly Fact[] }
>()

function outcomeOf({ vocabulary, isOwn }: About): Outcome | undefined {
  let known = outcomes.get(vocabulary)
  if (known === undefined) {
    const { byKey } = indexFacts(vocabulary)
    const read = (key: string) => Number(byKey.get(key)?.value ?? Number.NaN)
    const unhedged = -read(`shock.m${read('request.shockPercent')}.profitPercent`)
    const limit = read('request.limitPercent')
    const outcome = Number.isFinite(unhedged + limit) ? { unhedged, limit } : undefined
    known = { outcome, hedged: vocabulary.filter(({ key }) => HEDGED.test(key)) }
    outcomes.set(vocabulary, known)
  }
  if (known.outcome === undefined) return undefined
  const own = known.hedged.filter(isOwn)
  return { ...known.outcome, hedged: own.length === 1 ? Number(own[0]?.value) : undefined }
}

const WITHOUT =
  /\bwithout (?:it|the|a|any|this|that|hedg\w+|protection)\b|\b(?:unhedged|as it is|doing nothing|do nothing)\b/i
const HEDGE =
  /\b(?:hedg\w+|spreads?|puts?|calls?|collars?|trim\w*|sales?|sell\w*|sold|reallocat\w+|switch\w*|moving|actions?|steps?|with it|strateg\w+|order|package|protect\w*|options?|buying|bonds?|cash)\b/i
const INSIDE =
  /\b(?:within|inside|under|below|back (?:in|to|under)|no (?:more|worse) than|at most)\b|\b(?:keeps?|kept|meets?|met|respects?|holds?|observes?|satisf\w+) (?:to )?(?:the |your |its |a )?(?:loss )?(?:limit|$)/i
const OUTSIDE =
  /\b(?:beyond|above|over|past|outside|exceed\w*|break\w*|broke|breach\w*|overshoot\w*|overstep\w*|more than|miss\w*|violat\w+|too much)\b/i
const DENIAL = /\b(?:not|no longer|cannot|never|fails? to|n['’]t|neither|nor)\b[^,;]{0,40}$/i
/** What is only aimed at. */
const AIM = /(?<!\benough )\bto (?:stay|keep|bring|remain|get|come|hold|be)\b[^,;]{0,40}$/i
const CONDITION = /^fall of the market\b/i

/** That the loss stays within the limit, or does not, where the sentence tells no loss: computed from what the text is about. */
export function findFalseLimitSayings(words: string, uses: readonly Placed[], about: About): string[] {
  const limit = uses.find(({ fact }) => /^the most that may be lost/i.test(fact.label))
  if (limit === undefined && !/\b(?:the|your) (?:loss )?limit\b/i.test(words)) return []
  // Whatever keeps a loss does not keep it beyond its limit.
  if (
    limit &&
    /\b(?:keeps?|kept|holds?|stays?)\b[^,;]*\b(?:beyond|outside|above|over)\s*$/i.test(words.slice(0, limit.start))
  )
    return ['the loss in that fall says the opposite of the limit']
  if (uses.some(({ fact }) => IS_LOSS.test(fact.key))) return []
  const outcome = outcomeOf(about)
  if (outcome === undefined) return []
  const losses = chooseLosses(words, outcome)
  if (losses.length === 0) return []
  const end = limit?.start ?? words.search(/\blimit\b/i) + 5
  const clause = words.slice(Math.max(0, words.lastIndexOf(';', end) + 1), end)
  const said = [INSIDE, OUTSIDE].map((pattern) => pattern.exec(clause))
  if ((said[0] === null) === (said[1] === null)) return []
  const before = clause.slice(0, said[0]?.index ?? said[1]?.index)
  if (AIM.test(before)) return []
  const saysInside = (said[0] !== null) !== DENIAL.test(before)
  const isSo = losses.some((loss) => saysInside === loss <= outcome.limit + NEARLY)
  return isSo ? [] : ['the loss in that fall says the opposite of the limit']
}

/** Which loss a sentence is about: that with what its text is about, or the one without. */
function chooseLosses(words: string, { unhedged, hedged }: Outcome): readonly number[] {
  if (WITHOUT.test(words)) return [unhedged]
  if (HEDGE.test(words) || /^\W*(?:it|this|that)\b/i.test(words)) return hedged === undefined ? [] : [hedged]
  return hedged === undefined ? [unhedged] : [unhedged, hedged]
}

const CLAUSE = /[,;:]\s|\s(?=(?:but|while|whereas|although|though)\s)/
const OF_A_FALL =
  /\b(?:loss|losses|market fall|fall of the market|market falls?|falling market|sell-?off|crash|damage|drop of the market)\b/i
const OF_ANOTHER =
  /\b(?:mean|worst|past|crises|history|histories|score|cost|premium|upside|gains?|strong market|rises?)\b/i
const SOFTER =
  /\b(?:softens?|softer|eases?|easier|lowers?|reduces?|cuts?|lessens?|dampens?|cushions?|shrinks?|brings? (?:it |the loss )?down|smaller|milder|gentler|(?:costs?|loses?|lost) less|protects?)\b/i
const HARDER =
  /\b(?:raises?|increases?|deepens?|enlarges?|worsens?|larger|bigger|deeper|harder|worse|aggravates?|(?:costs?|loses?|lost) more)\b/i
const WEAKENED = /\b(?:not|no|hardly|barely|nothing|little|never|cannot|without|neither|nor|than)\b|n['’]t\b/i

/** That an action softens a fall of the market which it makes worse, or the other way round. */
export function findFalseEffects(words: string, uses: readonly Placed[], about: About): string[] {
  if (!OF_A_FALL.test(words) || !(SOFTER.test(words) || HARDER.test(words))) return []
  const outcome = outcomeOf(about)
  if (outcome?.hedged === undefined) return []
  const change = outcome.hedged - outcome.unhedged
  let start = 0
  return words.split(CLAUSE).flatMap((clause) => {
    const [from, to] = [start, start + clause.length]
    start = to + 1
    const facts = uses.flatMap(({ fact, start: at }) => (at >= from && at < to ? fact : []))
    const ofActions = facts.filter(({ key }) => HEDGED.test(key))
    const isOther =
      ofActions.length > 0
        ? !ofActions.some(about.isOwn)
        : facts.some(({ key, label }) => !CONDITION.test(label) && !IS_LOSS.test(key))
    const before = clause.replace(/\bthan (?:before|without it|now|today)\b.*$/i, '')
    if (isOther || !OF_A_FALL.test(clause) || OF_ANOTHER.test(clause) || WEAKENED.test(before)) return []
    const [isSofter, isHarder] = [SOFTER.test(before), HARDER.test(before)]
    if (isSofter === isHarder) return []
    return (isSofter ? change < -NEARLY : change > NEARLY)
      ? []
      : [`says "${clause.trim().slice(0, 50)}", and it is the other way`]
  })
}
