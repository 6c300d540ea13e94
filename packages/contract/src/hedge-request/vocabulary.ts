// Tests: read-request.test.ts

const list = (words: string) => new Set(words.split(' '))

/** Words that may stand anywhere: they change nothing of what a template says. */
export const SKIPPED = list(
  "a an the i my our we it its this that these is are be am of to in on at i'm i'd i'll we'd it's on by please want wants would like need needs should could can may might will shall let do does me us so just very about around roughly approximately total overall whole entire also any portfolio account",
)
/** Words that say nothing that a search could heed, between templates. */
export const IDLE = list(
  'or if when then than as because for with from against during hedge hedging hedged protect protection insurance value money capital assets holdings shares share options puts hello hi thanks thank you ok okay fine great good think sure help trading days more less most max maximum under below within next only still all everything while even have has what happens happen cover s rather cheapest fidelity schwab vanguard robinhood ibkr',
)
/** Tickers that are words of every day: written small, they are no tickers. */
export const ENGLISH_TICKERS = list(
  'all an any app are art bar be bell best big bill bit boot box bro bug by can car case cash cat cave chef chew city club coin cost cure cut day deck dell dish dog doc door dow ear east eat ever eye fast fat fit fix five flow fly for form fun gap gas go gold good grow has he heat here hi high hold home hope hot how hub ibm ice ideas in info inn it java jack joe key kids kind land lead life like line live loan lot love low luck main man mark mass max may meta mind mob moon more most net new nice now nut old on one open or out own path pay peak pen pets pick play plus pool post pump pure push quad rail ran real red rent rest ride ring road rock run safe sand save sea see self she ship shop show sign six sky sleep snow so son sound spot star stay step stem sum sun swim tap team tech tell ten they tile time tip top toy tree true trip turn two uber up us user very vet wait walk wash watch wave way we well will wing wire wish wit wood word work world yard you zoom',
)
/** Words by their concept in templates; hyphens are blanks. Words of no line stand for themselves. */
// biome-ignore format: a table, one concept a line
export const CONCEPTS = {
  most: 'at most/no more than/not more than/max/maximum/up to/under/below/less than/within/limit/cap/limited to/capped at/not exceed/not over/not above/down to/</≤',
  less: 'under/below/less than',
  more: 'more than/another',
  least: 'at least/above',
  cap: 'limit/cap/caps/give up',
  keep: 'keep/keeping/hold/held/preserve/retain/protect/leave/stay',
  loss: 'loss/losses/drawdown/drawdowns/downside',
  lose: 'lose/losing/risk/risking',
  accept: 'accept/stand/tolerate/stomach/handle/live with/ok with/okay with/fine with/can lose/may lose/could lose/willing to lose/afford to lose/ready to lose/happy to lose',
  fall: 'fall/falls/falling/drop/drops/dropping/decline/declines/down/dip/slump/plunge/tank/tanks/tumble/tumbles/lose/loses/minus/go down/goes down/being down',
  crash: 'crash/crashes/correction/selloff/sell off/bear market/meltdown/shock/market crash/market fall/market drop/market decline/style crash',
  market: 'market/markets/stocks/s&p/s&p 500/spy/spx/index',
  against: 'against/from/survive/in',
  cost: 'budget/cost/costs/costing/spend/spending/pay/paying/premium/premiums/price',
  unclear: 'cost me/cost us',
  for: 'for/over/within/during/lasting/horizon/term/next/coming',
  term: 'horizon/term/window',
  not: "not/no/never/nothing/without/avoid/don't/dont/can't/cannot/won't/shouldn't/mustn't/doesn't/exclude/excluding",
  use: 'use/using/trade/trading/buy',
  option: 'option/options/derivatives',
  write: 'sell/selling/write/writing/short/sold/written',
  spread: 'spread/spreads/put spread/put spreads',
  ira: 'ira/roth ira/traditional ira/rollover ira/sep ira/simple ira/401k/retirement account',
  tax: 'tax/taxes/tax rate/taxed/capital gains tax',
  shortcalls: 'short call/short calls/margin/margin account',
  allow: 'allow/allowed/ok/okay/fine/ok with/approved',
  gains: 'gains/upside',
  caps: 'collar/collars/covered call/covered calls/caps',
  each: 'each holding/each stock/each position/every holding/every stock/every position/per holding/per stock/per position',
  sell: 'sell/selling/touch/touching/trim/trimming/reduce/reducing/trade/cap',
  again: 'again/back/come/comes/came/happen/happens/happened/repeats/repeat/crisis/style/bubble',
  yearend: 'year end/end of year/end of the year/eoy',
  until: 'until/till/til/through/by/before',
  get: 'get/gets/has/have/needs/with',
  day: 'day/days/d',
  tradingday: 'trading day/trading days/business day/business days',
  week: 'week/weeks/wk',
  month: 'month/months/mo',
  quarter: 'quarter/quarters',
  year: 'year/years/yr/y',
  like: 'another/repeat/replay/survive/through/like/as in',
}

/** First words of the names of many companies: they name nobody. */
export const COMMON_NAMES = list(
  'american bank general international national united corp corporation company group first energy motors technologies technology financial consumer health materials utilities industrial real home capital best target visa gold trade',
)

const ONES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
// biome-ignore format: a row of fives
const FIVES = ['fifteen', 'twenty', 'twenty-five', 'thirty', 'thirty-five', 'forty', 'forty-five', 'fifty', 'fifty-five', 'sixty']
/** Numbers by their words. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, at) => [word, at + 1] as const),
  ...FIVES.map((word, at) => [word, 15 + 5 * at] as const),
])
