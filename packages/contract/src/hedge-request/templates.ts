// Tests: read-wish.test.ts

import type { HedgeWish } from '../hedges.ts'

/** The fields of the form. */
export type WishFields = Omit<HedgeWish, 'customPrompt' | 'wordsAreRead'>
/** What a template's figure may be: the name that stands in braces, and what it makes of a value. */
export type Slot = 'percent' | 'loss' | 'cost' | 'dollars' | 'kept' | 'days' | 'date' | 'crisis' | 'name' | 'tickers'
type Value = number & string & WishFields['crisisId']
type Maker = (value: Value, unit: 'percent' | 'dollars') => WishFields | WishFields[]

const MOST =
  '(at most/no more than/not more than/max/maximum/up to/under/below/less than/within/limit/limited to/capped at/not exceed/not over/not above)'
const LOSS = '(loss/losses/drawdown/drawdowns/downside)'
const FALL =
  '(fall/falls/drop/drops/decline/declines/crash/crashes/correction/selloff/sell-off/plunge/plunges/dip/slump/shock/bear market/market crash/market fall/market drop/market decline)'
const FALLS =
  '(fall/falls/falling/drop/drops/dropping/decline/declines/crash/crashes/lose/loses/tank/tanks/tumble/tumbles/plunge/plunges/correct/corrects/down/goes down/minus)'
const MARKET = '(market/markets/stocks/s&p/spy/spx/index)'
const NO = '(not/avoid/exclude/excluding/skip)'
const KEEP =
  '(keep/keeping/leave/not sell/not selling/not touch/not touching/not trim/not trimming/not reduce/not reducing/not trade/not cap/exclude/excluding)'

const toLoss: Maker = (value, unit) => (unit === 'dollars' ? { limitUsd: value } : { limitPercent: value })
const toCost: Maker = (value, unit) => (unit === 'dollars' ? { budgetUsd: value } : { budgetPercent: value })
const toEither: Maker = (value, unit) => [toLoss(value, unit), toCost(value, unit)].flat()
const toFall: Maker = (shockPercent) => ({ shockPercent })
const toDays: Maker = (horizonDays) => ({ horizonDays })

/** "A 20% fall must not cost me more than 8%" tells what may be lost, and nothing of what a hedge may cost. */
function isCostOfFall(line: string): boolean {
  const fall = line.search(/\b(?:fall|drop|crash|decline)/)
  return fall >= 0 && line.lastIndexOf('cost') > fall
}

/**
 * What words fill which field. `(a/b)` is one of several, `[a]` may be missing, `{loss}` is a figure; articles, pronouns
 * and the like may stand anywhere between. The longest template that fits counts.
 */
export const TEMPLATES: readonly (readonly [
  templates: readonly string[],
  fields: WishFields | Maker,
  unless?: (line: string) => boolean,
])[] = [
  [
    [
      `(lose/losing/risk/risking) ${MOST} {loss}`,
      `(lose/losing/risk/risking) {loss} (at most/max/maximum)`,
      `(can/may/could/willing/ready/prepared/afford/happy) (lose/risk) [${MOST}] {loss} [(at most/max/maximum)]`,
      `(not/no) (lose/losing/drop/fall/decline/down/go down/go under) (more than/another) {loss}`,
      `${MOST} (loss/losses/drawdown/drawdowns/downside/decline/drop/fall/hit/risk) [of] {loss}`,
      `[(keep/limit/hold/worst/cap)] ${LOSS} [limit] [${MOST}] [of] {loss} [(at most/max/maximum)]`,
      `${MOST} {loss} (loss/losses/drawdown/downside/decline/drop)`,
      `{loss} [max/maximum] ${LOSS} [(at most/max/maximum/limit)]`,
      `(drop/decline/fall) [of] {percent} (at most/max/maximum)`,
      `(portfolio/account) (fall/drop/decline/lose/down/go down) ${MOST} {loss}`,
      `(portfolio/account) (fall/drop/decline/lose/down/go down) {loss} (at most/max/maximum)`,
      `(accept/stand/tolerate/stomach/handle/live with/ok with/okay with/fine with) [(lose/losing/down/being down)] [(loss/drop/decline/drawdown/fall)] [${MOST}] [of] {percent} [(loss/losses/drop/decline/drawdown/drawdowns)]`,
    ],
    toLoss,
  ],
  [
    [`(keep/preserve/retain/protect) [at least] {kept}`, `floor [of] [at] {kept}`],
    (kept) => ({ limitPercent: 100 - kept }),
  ],
  [
    [`(cvar/expected shortfall) [95] [${MOST}] {percent}`, `${MOST} (cvar/expected shortfall) [95] [to] {percent}`],
    (limitPercent) => ({ objective: 'cvar', limitPercent }),
  ],
  [[`(cvar/expected shortfall)`], { objective: 'cvar' }],
  [
    [
      `[if] ${MARKET} ${FALLS} [by] [(more than/up to)] {percent}`,
      `[(protect/hedge/insure/protection/survive/against/from/for)] [(against/from/for)] [${MOST}] [another] {percent} ${FALL} [(in/of)] [${MARKET}]`,
      `${FALL} [of] [by] {percent} [(in/of)] [${MARKET}]`,
      `(protect/hedge/insure/protection/survive/against/from) [(against/from)] [${MOST}] ${FALL} [of] {percent} [(at most/max)]`,
    ],
    toFall,
  ],
  [
    [
      `[not] (budget/cost/costs/costing/spend/spending/pay/paying/premium/premiums/price) [(limit/more than)] [${MOST}] [of] {cost} [(at most/max/maximum)] [premium]`,
      `[${MOST}] {cost} (budget/cost/costs/premium/premiums)`,
      `[for] (under/below/less than) {dollars}`,
      `for (under/below/less than/at most/no more than) {cost}`,
    ],
    toCost,
    isCostOfFall,
  ],
  [[`${MOST} {cost}`, `{cost} (at most/max/maximum)`, `(afford/risk up to) {dollars}`], toEither],
  [
    [
      `(for/over/within/during/lasting/horizon/term) [next] {days}`,
      `next {days}`,
      `{days} (horizon/term/protection/hedge/window)`,
    ],
    toDays,
  ],
  [
    [
      `(until/till/til/through/thru/to/into/by/before/expiring/expires/expiry) [in] {date}`,
      `{date} (puts/put/options/option/expiry/expiration/expirations)`,
    ],
    (lastDay) => ({ lastDay }),
  ],
  [
    [
      `${NO} [(use/using/trade/trading/buy)] (options/option/derivatives) [needed]`,
      'options not (allowed/permitted/possible)',
    ],
    { allowOptions: false },
  ],
  [
    [
      '(puts only/only puts/only buy puts/buy puts only/buy only puts/long options only/only long options/long puts only/only buy options/buy options only/bought options only)',
      `${NO} (sell/selling/write/writing/short) (options/option)`,
      `${NO} (sold/written/short) options`,
    ],
    { longOnly: true },
  ],
  [
    [
      `${NO} [(use/using/sell/selling/trade)] (spreads/spread/put spreads/put spread/short puts/sold puts)`,
      `${NO} (sell/selling/write/writing) puts`,
    ],
    { noSpreads: true },
  ],
  [
    ['(index options only/index only/only index options/only options on indexes/index puts only)'],
    { underlyings: 'index' },
  ],
  [
    ['(single names only/single stocks only/only single stocks/only options on my holdings)'],
    { underlyings: 'single-names' },
  ],
  [['[(roth/traditional/rollover/sep/simple)] (ira/iras/401k/401-k)', '(retirement account)'], { account: 'ira' }],
  [['cash account'], { account: 'cash' }],
  [
    ['(tax/tax rate/taxed/gains taxed) [(rate/gains)] {percent}', '{percent} (tax/tax rate/capital gains tax) [gains]'],
    (gainsTaxPercent) => ({ gainsTaxPercent }),
  ],
  [['[trade] whole shares [only]'], { wholeShares: true }],
  [[`${NO} [(sell/selling/write)] (short calls/short call/margin/margin account)`], { allowShortCalls: false }],
  [
    ['(allow/allowed/ok with) short calls', 'short calls (ok/okay/fine/allowed)', '[account] margin approved'],
    { allowShortCalls: true },
  ],
  [
    [
      '(keep/keeping/preserve/not cap/not capping/not limit/not give up/not lose) [all] (upside/gains)',
      `${NO} (collars/collar/covered calls/covered call/cap/caps) [(gains/upside)]`,
      'uncapped (gains/upside)',
    ],
    { keepUpside: true },
  ],
  [
    [
      'floor [(for/under/on)] (each/every/per) (holding/stock/position)',
      '(each/every/per) (holding/stock/position) [(needs/has/gets/with)] floor',
    ],
    { objective: 'floor' },
  ],
  [
    [
      '(each/every/per) (holding/stock/position) [(needs/has/gets/with)] floor [(of/at)] {percent}',
      'floor [of] {percent} (for/under/on) (each/every/per) (holding/stock/position)',
    ],
    (limitPercent) => ({ objective: 'floor', limitPercent }),
  ],
  [
    [`${KEEP} [all] [(of/shares/position)] {tickers} [(shares/position/alone/untouched/as is/as it is)]`],
    (ticker) => ({ keep: [ticker] }),
  ],
  [
    [
      '[what if] [(crash/crisis/something)] [(another/repeat/rerun/replay/survive/through/like/again)] [(another/repeat/of/like/in/as in)] {name} [(style/like)] [(crash/crisis/crises/bubble/meltdown/panic/war/bear market)] [(happens/happened/comes/came/come/repeats/were)] [(again/back)]',
      '[what if] [(crash/crisis/drop/fall/something)] (another/repeat/rerun/replay/survive/like/again/as in/happened) [(of/like/in/another)] {crisis} [(crash/crisis/again)]',
      '[what if] {crisis} [(style/like)] (happens/happened/comes/came/come/repeats/repeat/repeating/crash/crisis/again/style/bear market/meltdown) [(to happen)] [(again/back)]',
    ],
    (crisisId) => ({ crisisId }),
  ],
]
