// Tests: read-request.test.ts

import type { HedgeRequestBody } from '../hedges.ts'

/** The fields of the form. */
export type RequestFields = Omit<HedgeRequestBody, 'customPrompt' | 'wordsAreRead'>
/** Makes fields of what stands in a slot; several where one has to ask which are meant. */
type Maker = (value: never, isMoney: boolean) => RequestFields | RequestFields[]

const MOST =
  '(at most/no more than/not more than/max/maximum/up to/under/below/less than/within/limit/limited to/capped at/not exceed/not over/not above/</≤)'
const DOWN = '(loss/losses/drawdown/drawdowns/downside/decline/drop/fall/hit/risk)'
const LOSE = '(lose/losing/risk/risking)'
const FALL =
  '(fall/drop/decline/crash/correction/selloff/sell-off/plunge/dip/slump/shock/bear market/market crash/market fall/market drop/market decline)'
const FALLS =
  '(fall/falls/falling/drop/drops/dropping/decline/declines/crash/crashes/lose/loses/tank/tanks/tumble/tumbles/plunge/plunges/correct/corrects/down/goes down/minus)'
const MARKET = '(market/markets/stocks/s&p/s&p 500/spy/spx/index)'
const OWN = '(portfolio/account)'
const EACH = '(each/every/per) (holding/stock/position)'
const NOT_TO = '(sell/selling/touch/touching/trim/trimming/reduce/reducing/trade/cap)'
const AGAIN =
  '(happens/happened/comes/came/come/repeats/repeat/crash/again/crisis/style crash/style/bubble/bear market/meltdown)'

const toLoss = (value: number, isMoney: boolean) => (isMoney ? { limitUsd: value } : { limitPercent: value })
const toCost = (value: number, isMoney: boolean) => (isMoney ? { budgetUsd: value } : { budgetPercent: value })

/**
 * What words fill which field. `(a/b)` is one of several, `[a]` may be missing, `{loss}` is a slot, `not` any negation;
 * articles, pronouns and the like may stand between. At each place the longest template counts.
 */
export const TEMPLATES: readonly (readonly [templates: readonly string[], fields: RequestFields | Maker])[] = [
  [
    [
      `${LOSE} [${MOST}] {loss} (at most/max/maximum)`,
      `[(can/may/could/willing/afford/happy)] ${LOSE} ${MOST} {loss}`,
      `(can/may/could/willing/afford/happy) ${LOSE} {loss}`,
      `not (lose/losing/drop/fall/decline/go down) (more than/another) {loss}`,
      `[(keep/limit/hold/cap)] ${MOST} ${DOWN} [of] {loss}`,
      `[(keep/limit/hold/cap)] (loss/losses/drawdown/drawdowns/downside) [limit] [${MOST}] [of] {loss} [(at most/max/maximum)]`,
      `(limit/cap) ${DOWN} {loss}`,
      `${MOST} {loss} ${DOWN}`,
      `{loss} [(max/maximum)] (loss/drawdown/downside) [(at most/max/maximum)]`,
      `(drop/decline/fall) [of] {percent} (at most/max/maximum)`,
      `${OWN} (fall/drop/decline/lose/go down) [not] ${MOST} {loss}`,
      `${OWN} (fall/drop/decline/lose/go down) {loss} (at most/max/maximum)`,
      `${OWN} not (fall/drop/decline/lose/go down) (more than/another) {loss}`,
      `(accept/stand/tolerate/stomach/handle/live with/ok with/okay with/fine with) [(lose/losing/down/being down)] [${DOWN}] [${MOST}] [of] {percent} [${DOWN}]`,
    ],
    toLoss,
  ],
  [
    [`(keep/preserve/retain/protect) [at least] {kept}`, `floor [of] {kept}`],
    (kept: number) => ({ limitPercent: 100 - kept }),
  ],
  [
    [`[limit] (cvar/expected shortfall) [${MOST}] {percent}`],
    (limitPercent: number) => ({ objective: 'cvar', limitPercent }),
  ],
  [
    [
      `${MARKET} ${FALLS} [by] [(more than/up to)] {percent}`,
      `[(against/from/survive)] [${MOST}] [another] {percent} ${FALL} [(in/of)] [${MARKET}]`,
      `${FALL} [of] [by] {percent} [(in/of)] [${MARKET}]`,
      `(against/from/survive) [${MOST}] ${FALL} [of] {percent} [(at most/max)]`,
      `${MARKET} ${FALLS} {percent} (at most/max)`,
    ],
    (shockPercent: number) => ({ shockPercent }),
  ],
  [
    [
      `[not] (budget/cost/costs/costing/spend/spending/pay/paying/premium/premiums/price) [(limit/more than)] [${MOST}] [of] {cost} [(at most/max/maximum)] [(on premium/in premium/premium)]`,
      `[${MOST}] {cost} (budget/cost/costs/premium/premiums)`,
      `[for] (under/below/less than) {dollars}`,
      `for ${MOST} {cost}`,
    ],
    toCost,
  ],
  [
    [`${MOST} {cost}`, `{cost} (at most/max/maximum)`],
    (value: number, isMoney) => [toLoss(value, isMoney), toCost(value, isMoney)],
  ],
  [
    [
      `(for/over/within/during/lasting/horizon/term/next) [next] {days}`,
      `{count} [(horizon/term/protection/hedge/window)]`,
    ],
    (horizonDays: number) => ({ horizonDays }),
  ],
  [
    ['(until/till/til/through/thru/to/into/expiring/expires/expiry) {lastDay}', '(by/before) {firstDay}'],
    (lastDay: string) => ({ lastDay }),
  ],
  [['not [(use/using/trade/trading/buy)] (options/option/derivatives)'], { allowOptions: false }],
  [
    [
      '(puts only/only puts/only buy puts/buy puts only/buy only puts/long options only/only long options/only buy options/buy options only)',
      'not (sell/selling/write/writing/short/sold/written) (options/option)',
    ],
    { longOnly: true },
  ],
  [
    [
      'not [(use/using/sell/selling/trade)] (spreads/spread/put spreads/put spread/short puts)',
      'not (sell/selling/write/writing) puts',
    ],
    { noSpreads: true },
  ],
  [['(index options only/index only/only index options/index puts only)'], { underlyings: 'index' }],
  [['(single names only/single stocks only/only single stocks)'], { underlyings: 'single-names' }],
  [['[(roth/traditional/rollover/sep/simple)] (ira/401k)', 'retirement account'], { account: 'ira' }],
  [['[have] cash account'], { account: 'cash' }],
  [
    ['(tax/tax rate/taxed/gains taxed) [(rate/gains)] {percent}', '{percent} (tax/tax rate/capital gains tax) [gains]'],
    (gainsTaxPercent: number) => ({ gainsTaxPercent }),
  ],
  [['[trade] whole shares [only]'], { wholeShares: true }],
  [['not [(sell/selling/write)] (short calls/short call/margin/margin account)'], { allowShortCalls: false }],
  [
    ['(allow/allowed/ok with) short calls', 'short calls (ok/okay/fine/allowed)', 'margin approved'],
    { allowShortCalls: true },
  ],
  [
    [
      '(keep/keeping/preserve/not cap/not limit/not give up) [all] (upside/gains)',
      'not (collars/collar/covered calls/covered call/caps)',
    ],
    { keepUpside: true },
  ],
  [[`floor [(for/under/on)] ${EACH}`, `${EACH} [(needs/has/gets/with)] floor`], { objective: 'floor' }],
  [
    [`${EACH} [(needs/has/gets/with)] floor [(of/at)] {percent}`, `floor [of] {percent} (for/under/on) ${EACH}`],
    (limitPercent: number) => ({ objective: 'floor', limitPercent }),
  ],
  [
    [`(keep/keeping/leave/not ${NOT_TO}) [all] [(of/shares/position)] {tickers} [(shares/position/alone/untouched)]`],
    (keep: string[]) => ({ keep }),
  ],
  [
    [
      `[something] [(crash/drop/fall)] [(another/repeat/replay/survive/through/like)] [(another/repeat/of/like/in/as in)] {crisis} [${AGAIN}] [(again/back)]`,
      `[something] [(crash/drop/fall)] (another/repeat/replay/survive/like) [(of/like/in/another)] {year} [${AGAIN}]`,
      `{year} ${AGAIN} [(again/back)]`,
    ],
    (crisisId: RequestFields['crisisId']) => ({ crisisId }),
  ],
]
