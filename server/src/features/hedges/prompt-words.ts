import type { HedgeWish } from '@ballast/contract'

export type Amount = 'limitPercent' | 'shockPercent' | 'budgetPercent'

/** Words that say what a figure is. */
export interface CueClass {
  readonly words: Readonly<Record<string, Amount>>
  /** How many words from the figure they may stand. */
  readonly furthest: number
  /** Whether they may stand behind the figure as well. */
  readonly isEitherSide: boolean
}

/** The clearest first: "cost limit 2%" is a cost, and "loss under 10%" is a loss. */
export const CUES: readonly CueClass[] = [
  toCues(6, true, {
    limitPercent: 'loss losses lose losing lost drawdown drawdowns downside floor hurt cvar shortfall worst',
    shockPercent:
      'crash crashes crashed fall falls falling drop drops dropping decline declines correction bear selloff sell-off shock plunge plunges tumble tumbles dip',
    budgetPercent: 'budget cost costs costing spend spending pay paying premium premiums price cheap cheaper expensive',
  }),
  toCues(6, true, { limitPercent: 'limit limited protect protected risk', shockPercent: 'market' }),
  toCues(2, false, { budgetPercent: 'under below', shockPercent: 'down s&p spy spx index' }),
]

function toCues(furthest: number, isEitherSide: boolean, words: Partial<Record<Amount, string>>): CueClass {
  const entries = Object.entries(words).flatMap(([amount, list]) =>
    list.split(' ').map((word) => [word, amount as Amount]),
  )
  return { words: Object.fromEntries(entries), furthest, isEitherSide }
}

export const isCue = (word: string) => CUES.some(({ words }) => word in words)

/** What is to be left of the value: "keep at least 90%". */
export const KEPT_SHARE = new Set([
  'keep',
  'keeping',
  'preserve',
  'preserving',
  'retain',
  'survive',
  'survives',
  'left',
  'above',
])

/** What falls, if it is not the market. */
export const OWN = new Set('portfolio account it value book'.split(' '))
/** Words for a fall that say nothing of the market, as a crash does. */
export const PLAIN_FALLS = new Set('fall falls falling drop drops dropping decline declines dip down'.split(' '))
/** What makes a fall one that its owner would take. */
export const BOUNDS = new Set(
  "no not never don't most max maximum limit cap accept afford stomach tolerate handle stand live fine".split(' '),
)
export const MARKET = new Set('market markets s&p spy spx index stocks'.split(' '))
/** Figures of these are none of a search's. */
export const OTHER_MEASURES = new Set(
  'gain gains rise rises rising rally rallies volatility vol beta delta yield inflation'.split(' '),
)
/** What stands before a loss that has been suffered already. */
export const PAST = new Set("already have has had been i've we've".split(' '))

/** What says of a sum of money that it is had or earned, not to be spent. */
export const OWNED = new Set(
  'have has own cash worth salary income savings saved earn earns debt loan mortgage'.split(' '),
)
/** What stands before "a year" where it is a span of time and not a rate; nothing at all does too. */
export const SPANS = new Set(['', ...'for over within in about around of than least through lasting'.split(' ')])
/** What says of a clause that it tells of what was. */
export const PAST_TIMES = new Set('ago yesterday since last past previous earlier'.split(' '))

export const TRADING_DAYS: Readonly<Record<string, number>> = {
  ...{ day: 252 / 365, days: 252 / 365, d: 252 / 365, week: 5, weeks: 5, wk: 5, wks: 5 },
  ...{ month: 21, months: 21, mo: 21, mos: 21, quarter: 63, quarters: 63 },
  ...{ year: 252, years: 252, yr: 252, yrs: 252, y: 252 },
}

export const KEEP = new Set(
  'keep keeping hold holding exclude excluding except retain retaining leave leaving spare'.split(' '),
)
export const SELL = new Set('sell selling trim trimming touch touching reduce reducing trade trading cap'.split(' '))
export const NEGATIONS = new Set("don't dont not no without never avoid can't cannot won't".split(' '))
/** Words that may stand between a negation and what it negates. */
export const BRIDGES = new Set('any use using want to buy sell selling write the my a of have trade'.split(' '))

/** What is said by these alone is nothing that a search could heed. */
export const FILLERS = new Set(
  (
    'a an the i i’m i’d i’ll i’ve me my mine we our us you it its to of for in on at by with and or but if is are be am was will ' +
    "would should could can may i'm i'd i'll i've let's it's " +
    'do does want wants like please more than less most least max maximum min minimum no not over about around up down that ' +
    'this so when within during next per against from all any each only just at-most hedge hedges hedging hedged portfolio ' +
    'book stocks stock shares share holding holdings positions position ok okay then there their as keep it’s have has only no-more never ' +
    "don't dont can't won't cannot stand stomach tolerate accept afford live handle fine willing need help get give cap " +
    'under below trading calendar protection insurance insure expiry expiring expires account allowed value assets total ' +
    'capital money worth some s&p spy spx index upside every should put one still while alone case entirely please thanks thank hi hello'
  ).split(' '),
)

export interface Phrase {
  words: readonly string[]
  /** Whether a negation before it is part of the phrase: true it must stand, false it must not. */
  negated: boolean
  wish: Partial<HedgeWish>
  meaning: string
}

const phrases = (list: readonly string[], negated: boolean, wish: Phrase['wish'], meaning: string): readonly Phrase[] =>
  list.map((words) => ({ words: words.split(' '), negated, wish, meaning }))

export const PHRASES: readonly Phrase[] = [
  ...phrases(['options', 'option', 'derivatives'], true, { allowOptions: false }, 'No options'),
  ...phrases(
    ['exclude', 'excluding', 'skip'].map((word) => `${word} options`),
    false,
    { allowOptions: false },
    'No options',
  ),
  ...phrases(['options are not allowed', 'options not allowed'], false, { allowOptions: false }, 'No options'),
  ...phrases(
    ['puts only', 'only puts', 'only buy puts', 'long options only', 'only long options', 'buy options only'],
    false,
    { longOnly: true },
    'Options are bought and none sold',
  ),
  ...phrases(['spreads', 'spread', 'short puts'], true, { noSpreads: true }, 'No puts are sold'),
  ...phrases(
    ['single names only', 'single stocks only'],
    false,
    { underlyings: 'single-names' },
    'Options on holdings',
  ),
  ...phrases(['index only', 'index options only'], false, { underlyings: 'index' }, 'Options on an index only'),
  ...phrases(['roth ira', 'ira', '401k'], false, { account: 'ira' }, 'The account is an IRA'),
  ...phrases(['cash account'], false, { account: 'cash' }, 'The account is a cash account'),
  ...phrases(['whole shares'], false, { wholeShares: true }, 'Shares are traded in whole ones'),
  ...phrases(
    ['short calls', 'short call', 'margin'],
    true,
    { allowShortCalls: false },
    'No calls are sold on an index',
  ),
  ...phrases(
    ['short calls', 'short call', 'margin'],
    false,
    { allowShortCalls: true },
    'Calls may be sold on an index',
  ),
  ...phrases(['upside'], false, { keepUpside: true }, 'Nothing that caps gains'),
  ...phrases(
    ['cap my upside', 'cap my gains', 'cap gains', 'cap upside', 'cap the upside'],
    true,
    { keepUpside: true },
    'Nothing that caps gains',
  ),
  ...phrases(
    ['collars', 'collar', 'covered calls', 'covered call'],
    true,
    { keepUpside: true },
    'Nothing that caps gains',
  ),
  ...phrases(
    ['cvar', 'expected shortfall'],
    false,
    { objective: 'cvar' },
    'The limit is meant for the mean of the worst paths',
  ),
  ...phrases(
    ['each', 'every', 'per'].flatMap((one) => ['holding', 'stock', 'position'].map((what) => `${one} ${what}`)),
    false,
    { objective: 'floor' },
    'Each holding has a floor of its own',
  ),
]
