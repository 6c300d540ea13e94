// Tests: read-request.test.ts

import type { HedgeRequestBody } from '../hedges.ts'
import { CRISES } from './vocabulary.ts'

/** The fields of the form. */
export type RequestFields = Omit<HedgeRequestBody, 'customPrompt' | 'wordsAreRead'>
/** Makes fields of what stands in a slot; several where one has to ask which are meant. */
type Maker = (value: never, isMoney: boolean) => RequestFields | RequestFields[]

// biome-ignore format: a table, one list of words a line
const [MOST, DOWN, LOSE, FALL, FALLS, MARKET, OWN, EACH, NOT_TO, AGAIN] = [
  '(at most/no more than/not more than/max/maximum/up to/under/below/less than/within/limit/limited to/capped at/not exceed/not over/not above/</≤)',
  '(loss/losses/drawdown/drawdowns/downside/decline/drop/fall/hit/risk)',
  '(lose/losing/risk/risking)',
  '(fall/drop/decline/crash/correction/selloff/sell-off/plunge/dip/slump/shock/bear market/market crash/market fall/market drop/market decline)',
  '(fall/falls/falling/drop/drops/dropping/decline/declines/crash/crashes/lose/loses/tank/tanks/tumble/tumbles/plunge/plunges/correct/corrects/down/goes down/minus)',
  '(market/markets/stocks/s&p/s&p 500/spy/spx/index)',
  '(portfolio/account)',
  '(each/every/per) (holding/stock/position)',
  '(sell/selling/touch/touching/trim/trimming/reduce/reducing/trade/cap)',
  '(happens/happened/comes/came/come/repeats/repeat/crash/again/crisis/style crash/style/bubble/bear market/meltdown)',
] as const

const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { maximumFractionDigits: 2 })}`
const toLoss = (value: number, isMoney: boolean) => (isMoney ? { limitUsd: value } : { limitPercent: value })
const toCost = (value: number, isMoney: boolean) => (isMoney ? { budgetUsd: value } : { budgetPercent: value })

/**
 * What words fill which field, one template after the other behind a bar. `(a/b)` is one of several, `[a]` may be missing,
 * `{loss}` is a slot, `not` any negation; articles, pronouns and the like may stand between. At each place the longest
 * template counts.
 */
// biome-ignore format: a table, a few templates a line
export const TEMPLATES: readonly (readonly [templates: string, fields: RequestFields | Maker])[] = [
  [`${LOSE} [${MOST}] {loss} (at most/max/maximum) | [(can/may/could/willing/afford/happy)] ${LOSE} ${MOST} {loss} | (can/may/could/willing/afford/happy) ${LOSE} {loss}`, toLoss],
  [`not (lose/losing/drop/fall/decline/go down) (more than/another) {loss} | ${OWN} not (fall/drop/decline/lose/go down) (more than/another) {loss}`, toLoss],
  [`[(keep/limit/hold/cap)] ${MOST} ${DOWN} [of] {loss} | [(keep/limit/hold/cap)] (loss/losses/drawdown/drawdowns/downside) [limit] [${MOST}] [of] {loss} [(at most/max/maximum)]`, toLoss],
  [`(limit/cap) ${DOWN} {loss} | ${MOST} {loss} ${DOWN} | {loss} [(max/maximum)] (loss/drawdown/downside) [(at most/max/maximum)] | (drop/decline/fall) [of] {percent} (at most/max/maximum)`, toLoss],
  [`${OWN} (fall/drop/decline/lose/go down) [not] ${MOST} {loss} | ${OWN} (fall/drop/decline/lose/go down) {loss} (at most/max/maximum)`, toLoss],
  [`(accept/stand/tolerate/stomach/handle/live with/ok with/okay with/fine with) [(lose/losing/down/being down)] [${DOWN}] [${MOST}] [of] {percent} [${DOWN}]`, toLoss],
  ['(keep/preserve/retain/protect) [at least] {kept} | floor [of] {kept}', (kept: number) => ({ limitPercent: 100 - kept })],
  [`[limit] (cvar/expected shortfall) [${MOST}] {percent}`, (limitPercent: number) => ({ objective: 'cvar', limitPercent })],
  [`${MARKET} ${FALLS} [by] [(more than/up to)] {percent} | ${MARKET} ${FALLS} {percent} (at most/max)`, (shockPercent: number) => ({ shockPercent })],
  [`[(against/from/survive)] [${MOST}] [another] {percent} ${FALL} [(in/of)] [${MARKET}] | ${FALL} [of] [by] {percent} [(in/of)] [${MARKET}] | (against/from/survive) [${MOST}] ${FALL} [of] {percent} [(at most/max)]`, (shockPercent: number) => ({ shockPercent })],
  [`[not] (budget/cost/costs/costing/spend/spending/pay/paying/premium/premiums/price) [(limit/more than)] [${MOST}] [of] {cost} [(at most/max/maximum)] [(on premium/in premium/premium)]`, toCost],
  [`[${MOST}] {cost} (budget/cost/costs/premium/premiums) | [for] (under/below/less than) {dollars} | for ${MOST} {cost}`, toCost],
  [`${MOST} {cost} | {cost} (at most/max/maximum)`, (value: number, isMoney) => [toLoss(value, isMoney), toCost(value, isMoney)]],
  ['(for/over/within/during/lasting/horizon/term/next) [next] {days} | {count} [(horizon/term/protection/hedge/window)]', (horizonDays: number) => ({ horizonDays })],
  ['(until/till/til/through/thru/to/into/expiring/expires/expiry) {lastDay} | (by/before) {firstDay}', (lastDay: string) => ({ lastDay })],
  ['not [(use/using/trade/trading/buy)] (options/option/derivatives)', { allowOptions: false }],
  ['(puts only/only puts/only buy puts/buy puts only/buy only puts/long options only/only long options/only buy options/buy options only)', { longOnly: true }],
  ['not (sell/selling/write/writing/short/sold/written) (options/option)', { longOnly: true }],
  ['not [(use/using/sell/selling/trade)] (spreads/spread/put spreads/put spread/short puts) | not (sell/selling/write/writing) puts', { noSpreads: true }],
  ['(index options only/index only/only index options/index puts only)', { underlyings: 'index' }],
  ['(single names only/single stocks only/only single stocks)', { underlyings: 'single-names' }],
  ['[(roth/traditional/rollover/sep/simple)] (ira/401k) | retirement account', { account: 'ira' }],
  ['[have] cash account', { account: 'cash' }],
  ['(tax/tax rate/taxed/gains taxed) [(rate/gains)] {percent} | {percent} (tax/tax rate/capital gains tax) [gains]', (gainsTaxPercent: number) => ({ gainsTaxPercent })],
  ['[trade] whole shares [only]', { wholeShares: true }],
  ['not [(sell/selling/write)] (short calls/short call/margin/margin account)', { allowShortCalls: false }],
  ['(allow/allowed/ok with) short calls | short calls (ok/okay/fine/allowed) | margin approved', { allowShortCalls: true }],
  ['(keep/keeping/preserve/not cap/not limit/not give up) [all] (upside/gains) | not (collars/collar/covered calls/covered call/caps)', { keepUpside: true }],
  [`floor [(for/under/on)] ${EACH} | ${EACH} [(needs/has/gets/with)] floor`, { objective: 'floor' }],
  [`${EACH} [(needs/has/gets/with)] floor [(of/at)] {percent} | floor [of] {percent} (for/under/on) ${EACH}`, (limitPercent: number) => ({ objective: 'floor', limitPercent })],
  [`(keep/keeping/leave/not ${NOT_TO}) [all] [(of/shares/position)] {tickers} [(shares/position/alone/untouched)]`, (keep: string[]) => ({ keep })],
  [`[something] [(crash/drop/fall)] [(another/repeat/replay/survive/through/like)] [(another/repeat/of/like/in/as in)] {crisis} [${AGAIN}] [(again/back)]`, (crisisId: RequestFields['crisisId']) => ({ crisisId })],
  [`[something] [(crash/drop/fall)] (another/repeat/replay/survive/like) [(of/like/in/another)] {year} [${AGAIN}] | {year} ${AGAIN} [(again/back)]`, (crisisId: RequestFields['crisisId']) => ({ crisisId })],
]

/** What the fields mean, in words. */
// biome-ignore format: a table, one field a line
const MEANINGS: { readonly [Name in keyof RequestFields]?: (value: NonNullable<RequestFields[Name]>) => string } = {
  limitPercent: (percent) => `At most ${percent}% may be lost`,
  limitUsd: (amount) => `At most ${dollars(amount)} may be lost`,
  shockPercent: (percent) => `The market falls by ${percent}%`,
  crisisId: (id) => `The crisis asked about is ${CRISES[id][0]}`,
  horizonDays: (days) => `Protection for ${days} trading days`,
  lastDay: (date) => `Protection until ${date}`,
  budgetPercent: (percent) => `The hedge may cost ${percent}% of the portfolio`,
  budgetUsd: (amount) => `The hedge may cost ${dollars(amount)}`,
  allowShortCalls: (isAllowed) => (isAllowed ? 'Calls may be sold on an index' : 'No calls are sold on an index'),
  allowOptions: (isAllowed) => (isAllowed ? 'Options may be used' : 'No options'),
  longOnly: () => 'Options are bought and none sold',
  noSpreads: () => 'No puts are sold',
  underlyings: (kind) => (kind === 'index' ? 'Options on an index only' : 'Options on holdings'),
  account: (kind) => `The account is ${kind === 'ira' ? 'an IRA' : `a ${kind} account`}`,
  gainsTaxPercent: (percent) => `Gains are taxed at ${percent}%`,
  wholeShares: () => 'Shares are traded in whole ones',
  keepUpside: () => 'Nothing that caps gains',
  keep: (tickers) => `Neither sold nor capped: ${tickers.join(', ')}`,
  objective: (kind) => (kind === 'floor' ? 'Each position has a floor' : 'The limit is meant for the mean of the worst paths'),
}

/** What fields of a request mean, in words. */
export const describeRequest = (fields: RequestFields): string =>
  Object.entries(fields)
    .map(([name, value]) => (MEANINGS[name as keyof RequestFields] as (value: unknown) => string)(value))
    .join('; ')
