import type { Fact } from '@ballast/contract'
import { indexFacts } from './fact-index.ts'
import { meaningOf } from './meanings.ts'

/** What these checks look at of a figure in a sentence. */
export interface Placed {
  fact: Fact
  before: string
  behind: string
  saying: string
  start: number
}

const LARGEST =
  /^(?:largest|biggest|highest|heaviest|greatest|dearest|costliest|priciest|worst|hardest|deepest|steepest|wildest|jumpiest|strongest|riskiest|most|sharpest|severest|longest|harshest|loudest|fiercest|roughest|clearest|tightest|closest|widest|liveliest|longest|thickest|hottest|fullest|nastiest|bulkiest|costliest|toughest|edgiest)$/i
const SMALLEST =
  /^(?:smallest|lowest|lightest|cheapest|calmest|mildest|gentlest|weakest|steadiest|quietest|shallowest|least|thinnest|safest|shortest|slightest|tamest|softest|loosest|narrowest|feeblest|tiniest|slimmest|leanest|sleepiest|dullest|tamest|meekest|faintest|humblest)$/i
const SUPERLATIVE =
  /\b(?:(?!(?:at |in )?(?:least|most)\b)[a-z]{2,}est|worst|best)\b|\bthe (?:most|least)\b(?! (?:that|you|it|one|a|an|the|of)\b)|\b(?:dearer|cheaper|larger|smaller|better|worse|stronger|weaker|riskier|calmer|costlier) of the\b/gi
const NO_SUPERLATIVE =
  /^(?:rest|test|tests|interest|invest|request|honest|modest|latest|nearest|earliest|west|harvest|guest|digest|protest|contest|manifest|forest|suggest|quest|chest|nest|vest|arrest|reinvest|finest|furthest|newest|oldest|likeliest)$/i
/** Behind it, what is named is a part of a distribution and no rank. */
const DISTRIBUTION =
  /^ (?:\w+ )?(?:tenth|twentieth|days?|losses|loss|\d|paths?|part|times|histories|outcomes?|stretch|case|half|of (?:the |simulated |all )*(?:paths|losses|outcomes|histories)|twentieths?|moments?|markets?|weather|expected|fall)\b/i
/** Before it, it is a manner of speaking. */
const MANNER = /\b(?:at|in|do|does|did|his|its|your) (?:the )?(?:very )?$/i
const NO_OTHER =
  /\b(?:nothing|none|no other|no \w+ (?:here|shown))\b(?: \w+){0,8} (?:as \w+(?: as)?|\w+er than|more|less|better|worse|cheaper|dearer|stronger)\b|\bno (?!more|less|longer|better|worse)\w+(?: \w+){0,4} (?:is|are|does|do|returns?|gives?) (?:\w+ )?(?:\w+er|more|less) than\b|\bnot one (?:past |single )?\w+\b/i
const ALL_OF =
  /\b(?:all|each|every one|any|none|not one|most) of (?:the |these |those )?(?:past |other |replayed )?(?:crises|stretches|histories|windows|paths|plays|strategies|hedges|holdings|trials|tests)\b|\bin (?:every|each|any|all) (?:past |single )?(?:crisis|crises|stretch|history|window|path|one|trial)\b|\b(?:every|each) time\b|\btime and again\b|\bwithout exception\b/i

/**
 * Ranks that nothing supports, as faults: "the cheapest" of what is not, "nothing protects better", "in every crisis". A
 * rank holds when the figure of its clause has it among the figures of its kind, or when the text that is replaced says it.
 *
 * @param words the sentence, figures and names blanked
 * @param draft the text that is replaced, in lower case
 * @param all facts of the run
 */
export function findFalseRanks(words: string, uses: readonly Placed[], draft: string, all: readonly Fact[]): string[] {
  const faults: string[] = []
  for (const { 0: found, index } of words.matchAll(SUPERLATIVE)) {
    const word = found.replace(/^the | of the$/gi, '')
    if (NO_SUPERLATIVE.test(word) || MANNER.test(words.slice(0, index))) continue
    if (/^(?:worst|best)$/i.test(word) && DISTRIBUTION.test(words.slice(index + found.length))) continue
    if (new RegExp(`\\b${word}\\b`, 'i').test(draft)) continue
    if (
      /^(?:largest|biggest|heaviest)$/i.test(word) &&
      /^ (?:single )?(?:holdings?|compan\w+|positions?|sector|names?|block|weight)\b/.test(
        words.slice(index + found.length),
      ) &&
      !/\b[A-Z]{2,5}\b/.test(words)
    )
      continue
    const ranked = nearest(uses, index)
    if (ranked === undefined || !hasRank(ranked.fact, word, all)) faults.push(`says "${found}", which nothing supports`)
  }
  const isWhole = uses.some(
    ({ fact }) =>
      /^past stretches and crises that/i.test(fact.label) &&
      all.some(({ label, value }) => /^past stretches and crises in which/i.test(label) && value === fact.value),
  )
  const close = words.replace(/ {2,}/g, ' ')
  for (const pattern of isWhole ? [NO_OTHER] : [NO_OTHER, ALL_OF]) {
    const found = pattern.exec(close)?.[0]
    if (
      found !== undefined &&
      !draft.includes(found.toLowerCase()) &&
      (!/\brenew\w*|\broll\w*/i.test(words) || !/time$/i.test(found))
    )
      faults.push(`says "${found}", which nothing supports`)
  }
  return faults
}

/** What a rank is of: the figure that follows it, or the one before. */
function nearest(uses: readonly Placed[], at: number): Placed | undefined {
  return uses.find(({ start }) => start > at) ?? uses.at(-1)
}

function hasRank(fact: Fact, word: string, all: readonly Fact[]): boolean {
  const wanted = LARGEST.test(word) ? 1 : SMALLEST.test(word) ? -1 : 0
  if (new RegExp(`\\b${word}\\b`, 'i').test(fact.label)) return true
  if (typeof fact.value !== 'number' || wanted === 0) return false
  if (/largest|heaviest|biggest/i.test(fact.key)) return wanted === 1
  const { kind } = meaningOf(fact)
  const peers = all.filter(
    (other) =>
      other.unit === fact.unit && other.id !== fact.id && meaningOf(other).kind === kind && !/frontier/.test(other.key),
  )
  const value = Math.abs(fact.value)
  return (
    peers.length > 0 &&
    peers.every((other) => wanted * (value - Math.abs(Number(other.value))) >= 0 || other.text === fact.text)
  )
}

const IS_LIMIT = /^the most that may be lost/i
const INSIDE =
  /\b(?:within|inside|below|under|keep\w*|kept|holds?|held|meets?|met|respects?|stays?|observes?|less than|short of)\b/gi
const OUTSIDE =
  /\b(?:beyond|above|over|past|outside|exceed\w*|break\w*|broke|breach\w*|overshoot\w*|overstep\w*|more than|miss\w*)\b/gi
const DENIED = /\b(?:not|no longer|fails?|cannot|without|never|neither|nor|rather|just)\b|n['’]t\b/i
const BUDGET_FITS =
  /\b(?:which|that) (?:the|your) budget (?:allows?|permits?|covers?|bears?)\b|\b(?:within|inside|under|below) (?:the|your) budget\b|\baffordable\b/i
const LIMIT_KEPT =
  /\b(?:within|inside|below|under|keeps?|meets?) (?:to )?(?:the|your) limit\b(?! of)|\blimit (?:of {2,}\S* ?)?(?:is|are) (?:met|kept|respected)\b|\blimit(?: of)? *allows?\b/i
const LIMIT_BROKEN = /\b(?:beyond|above|over|outside|exceeds?|breaks?|breaches) (?:the|your) limit\b(?! of)/i

/** Losses that are told as within the limit, or beyond it, and are not; costs that are told as within the budget. */
export function findFalseLimits(words: string, uses: readonly Placed[], all: readonly Fact[]): string[] {
  if (!/limit|budget|afford/i.test(words) && !uses.some(({ fact }) => IS_LIMIT.test(fact.label))) return []
  const faults: string[] = []
  const isLoss = ({ key, unit }: Fact) =>
    unit === 'percent' && (/lossAtShock/.test(key) || /^shock\.m\d+\.(?:profit|stressed)Percent$/.test(key))
  for (const [place, { fact, before, behind }] of uses.entries()) {
    if (!IS_LIMIT.test(fact.label)) continue
    const loss = uses.slice(0, place).findLast((use) => isLoss(use.fact))
    if (loss === undefined || DENIED.test(before)) continue
    if (/^ (?:allows?|permits?)\b/.test(behind) && Math.abs(Number(loss.fact.value)) > Number(fact.value))
      faults.push(`{{${loss.fact.id}}} is beyond {{${fact.id}}}`)
    const [inside, outside] = [lastOf(before, INSIDE), lastOf(before, OUTSIDE)]
    if (inside === outside) continue
    const isInside = Math.abs(Number(loss.fact.value)) <= Number(fact.value) + 0.005
    if (inside > outside !== isInside)
      faults.push(`{{${loss.fact.id}}} is ${isInside ? 'within' : 'beyond'} {{${fact.id}}}`)
  }
  const limit = indexFacts(all).byKey.get('request.limitPercent')
  const [loss] = uses.filter((use) => isLoss(use.fact)).slice(-1)
  if (limit && loss && !DENIED.test(words)) {
    const isInside = Math.abs(Number(loss.fact.value)) <= Number(limit.value) + 0.005
    if (isInside ? LIMIT_BROKEN.test(words) : LIMIT_KEPT.test(words))
      faults.push(`{{${loss.fact.id}}} is ${isInside ? 'within' : 'beyond'} the limit`)
  }
  if (BUDGET_FITS.test(words) && !DENIED.test(words)) {
    for (const { fact } of uses) {
      const budget = indexFacts(all).byKey.get(fact.unit === 'usd' ? 'request.budgetUsd' : 'request.budgetPercent')
      if (budget && /^cost/i.test(fact.label) && Number(fact.value) > Number(budget.value))
        faults.push(`{{${fact.id}}} is more than the budget`)
    }
  }
  return faults
}

const lastOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.index ?? -1

const IS_BEFORE = /deltaBefore$|\.unhedged$|^shock\.|unhedged/i
const IS_AFTER = /deltaAfter$|\.hedged$|lossAtShock/i

/** "From a to b" of what comes before and what comes after, and "a of b" of what are no parts of each other. */
export function findFalsePairs(uses: readonly Placed[]): string[] {
  return uses.flatMap((use, place) => {
    const other = uses[place - 1]
    if (other === undefined) return []
    const isSwapped =
      /^\s*for (?:one of )?\s*$/i.test(use.before) && /\b(?:trades?|swaps?|exchanges?)\b[^,;]*$/i.test(other.before)
    const isTo = isSwapped || (/^\s*(?:down |up |back )?to\s*$/i.test(use.before) && /\bfrom\s*$/i.test(other.before))
    if (isTo && IS_BEFORE.test(use.fact.key) && IS_AFTER.test(other.fact.key)) {
      return [`{{${use.fact.id}}} comes before {{${other.fact.id}}}`]
    }
    if (
      /^\s*of (?:the )?$/i.test(other.before) &&
      use.fact.unit === 'count' &&
      other.fact.unit === 'count' &&
      Number(use.fact.value) > Number(other.fact.value)
    ) {
      return [`{{${use.fact.id}}} is more than {{${other.fact.id}}}`]
    }
    if (isTo || !/^\s*(?:out )?of (?:the |all )?\s*$/i.test(use.before)) return []
    if (use.fact.unit !== 'count' || !/^(?:count|percent)$/.test(other.fact.unit)) return []
    const isPart = other.fact.unit === 'percent' || Number(other.fact.value) <= Number(use.fact.value)
    return isPart && shareNoun(other.fact, use.fact) ? [] : [`{{${other.fact.id}}} is not "of" {{${use.fact.id}}}`]
  })
}

const BY_TICKER =
  /\b([A-Z]{2,5}(?:(?:, | and )[A-Z]{2,5})*) (?:is|are|was|were|gets?|has been) (?:also |all )?(sold|bought|cut|added|trimmed)\b|\b(?:goes?|go|put|invested) into ([A-Z]{2,5})\b|\b(sale|sales|sell|sells|selling|buy|buys|buying|purchase) (?:of )?([A-Z]{2,5})\b|\b([A-Z]{2,5}) (sale|sales|purchase)\b/g
const TRADE = /^(?:strategy\.[^.]+|action\d)\.(?:trades|trade)\.([A-Z.]+)\./

/** Trades of securities that the orders do not have, where the text is about orders with trades. */
export function findUnorderedTrades(words: string, { facts, trusted, byId, tickers }: Orders): string[] {
  const found = [...words.matchAll(BY_TICKER)]
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

const NOUN = /\p{L}{5,}/gu

function shareNoun(a: Fact, b: Fact): boolean {
  const nouns = new Set(b.label.toLowerCase().match(NOUN))
  return (a.label.toLowerCase().match(NOUN) ?? []).some(
    (word) => nouns.has(word) && !/^(?:which|share|first|action|helps)$/.test(word),
  )
}

const SIDE_BY_SIDE =
  /\b(?:index|market|S&P 500|benchmark)\b[^.;]*\b(more|less|harder|worse|better|heavier|lighter|higher|lower|deeper|milder)\b[^.;]*\bthan (?:you|the portfolio|these|today|your)\b|\b(?:portfolio|holdings|you|they|it)\b[^.;]*\b(more|less|harder|worse|better|heavier|lighter|deeper|milder)\b(?: damage)?[^.;]*\bthan (?:the )?(?:index|S&P 500|benchmark)\b/i
const CRISIS = /^The portfolio of today through: (.*)$/

/** That the portfolio did worse than the index, or better, where no figure says so: true of a crisis that is named. */
export function findFalseSides(raw: string, uses: readonly Placed[], draft: string, all: readonly Fact[]): string[] {
  const found = raw.includes(' than ') ? SIDE_BY_SIDE.exec(raw) : null
  const figures = uses.filter(({ fact }) => /^(?:percent|ratio|usd)$/.test(fact.unit))
  if (found === null || figures.length > 1 || draft.includes(found[0].toLowerCase())) return []
  if (figures.some(({ fact }) => /^beta of the portfolio/i.test(fact.label))) return []
  const named = all.find(({ label }) => raw.toLowerCase().includes(CRISIS.exec(label)?.[1]?.toLowerCase() ?? '\n'))
  const index = named && all.find(({ key }) => key === named.key.replace('profitPercent', 'indexPercent'))
  if (named === undefined || index === undefined) return [`says "${found[0].slice(0, 40)}", which nothing supports`]
  const isWorse = Number(named.value) < Number(index.value)
  const saysPortfolioIsMore = /^(?:more|harder|worse|deeper)$/i.test(
    found[2] ?? (/^(?:less|better|milder)$/i.test(found[1] ?? '') ? 'more' : ''),
  )
  return isWorse === saysPortfolioIsMore ? [] : [`{{${named.id}}} against {{${index.id}}} says the opposite`]
}

const KINDS_OF_DIVERSIFIED =
  /\b(poorly|badly|hardly|moderately|fairly|well|highly|excellently|broadly)[ -]diversified\b/i

/** "Poorly diversified" where the text that is replaced says "moderately". */
export function findOtherGrade(words: string, draft: string): string[] {
  if (!words.includes('diversified')) return []
  const [said, ours] = [KINDS_OF_DIVERSIFIED.exec(words)?.[1], KINDS_OF_DIVERSIFIED.exec(draft)?.[1]]
  if (/\b(?:short of|not|far from|less than) (?:being )?\w+[ -]diversified/i.test(words)) return []
  return said === undefined || ours === undefined || said.toLowerCase() === ours.toLowerCase()
    ? []
    : [`says "${said} diversified", and it is ${ours}`]
}

const TRADED = /\b(?:buy|buys|buying|bought|sell|sells|selling|sold|sale|sales|purchase|go|goes|come|comes)\b/gi
const toSide = (verb: string | undefined) =>
  verb === undefined ? undefined : /^(?:s|go)/i.test(verb) ? 'sold' : 'bought'
const lastVerb = (text: string) => [...text.matchAll(TRADED)].at(-1)?.[0]

const SEGMENT = /[,;:]\s|\sand\s|\swhile\s|\sbut\s/g

/** Trades and prices of an order on the other side than the text that is replaced has them. */
export function findOtherSide(
  words: string,
  uses: readonly (Placed & { lead: string })[],
  sides: ReadonlyMap<string, string>,
): string[] {
  if (uses.length === 0) return []
  const ends = [...words.matchAll(SEGMENT)].map(({ index }) => index)
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
    for (const { 1: id = '', index } of draft.matchAll(REFERENCE)) {
      const side = toSide(lastVerb(draft.slice(0, index)))
      if (side !== undefined && ORDERED.test(byId.get(id)?.label ?? '')) sides.set(id, side)
    }
  }
  sidesOfDrafts.set(drafts, sides)
  return sides
}
