// Tests: ask.test.ts, match-question.test.ts

import type { AskScreen } from '@ballast/contract'
import { nameCrisis } from '@ballast/contract/hedge-request'
import { plain } from '../../grounding/grounded-text.ts'
import { EXAMPLES, type QuestionId } from './examples-data.ts'
import { type Answers, fallOf, type Need, type Question, type Slots, USUAL_PART, USUAL_PERIOD } from './question.ts'
import { ACCOUNT_ANSWERS } from './questions/account-questions.ts'
import { HEDGE_ANSWERS } from './questions/hedge-questions.ts'
import { HISTORY_ANSWERS } from './questions/history-questions.ts'
import { HOLDING_ANSWERS } from './questions/holding-questions.ts'
import { OPTION_ANSWERS } from './questions/option-questions.ts'
import { PAST_ANSWERS } from './questions/past-questions.ts'
import { PORTFOLIO_ANSWERS } from './questions/portfolio-questions.ts'
import { RISK_ANSWERS } from './questions/risk-questions.ts'
import { caveat } from './questions/writing.ts'
import { SECTORS } from './vocabulary.ts'

/** Parts of a question beside its examples and its answer. */
interface Row {
  /** The screen that shows more of it. */
  screen?: AskScreen
  /** Questions that one may ask next. */
  next: readonly QuestionId[]
  /** Answer to what is often asked and not computed. */
  refusal?: string
}

const ROWS: Readonly<Record<QuestionId, Row>> = {
  value: { screen: 'overview', next: ['day-change', 'total-gain', 'largest'] },
  'day-change': { screen: 'overview', next: ['movers', 'value', 'total-gain'] },
  movers: { screen: 'overview', next: ['day-change', 'value', 'largest'] },
  'total-gain': { screen: 'overview', next: ['value', 'day-change', 'recent'] },
  done: { screen: 'overview', next: ['total-gain', 'hedge-results', 'recent'] },
  'hedge-results': { screen: 'hedges', next: ['done', 'hedge', 'hedge-cost'] },
  accounts: { screen: 'overview', next: ['value', 'cash', 'largest'] },
  'account-of': { screen: 'overview', next: ['accounts', 'holding-value', 'weight'] },
  'account-value': { screen: 'overview', next: ['accounts', 'account-cash', 'value'] },
  'account-cash': { screen: 'overview', next: ['account-value', 'accounts', 'cash'] },
  largest: { screen: 'overview', next: ['concentration', 'sectors', 'biggest-risk'] },
  cash: { screen: 'overview', next: ['value', 'sectors'] },
  positions: { screen: 'overview', next: ['largest', 'independent-bets', 'sectors'] },
  unpriced: { screen: 'overview', next: ['freshness', 'value'] },
  freshness: { screen: 'overview', next: ['value', 'unpriced'] },
  sectors: { screen: 'analysis', next: ['concentration', 'diversification', 'largest'] },
  'sector-share': { screen: 'analysis', next: ['sectors', 'concentration'] },
  rates: { screen: 'overview', next: ['beta', 'market-fall', 'biggest-risk'] },
  weight: { next: ['holding-volatility', 'holding-beta', 'sell'] },
  'holding-value': { next: ['holding-gain', 'weight', 'sell'] },
  'holding-gain': { next: ['holding-value', 'weight', 'sell'] },
  'holding-gains': { screen: 'overview', next: ['total-gain', 'largest', 'movers'] },
  'holding-fall': { next: ['weight', 'holding-volatility', 'expected-move'] },
  'holding-beta': { screen: 'analysis', next: ['holding-volatility', 'weight', 'sell'] },
  'holding-volatility': { screen: 'analysis', next: ['implied-volatility', 'holding-beta', 'weight'] },
  sell: { screen: 'overview', next: ['biggest-risk', 'weight', 'hedge'] },
  'most-volatile': { screen: 'analysis', next: ['volatility', 'biggest-risk', 'one-bet'] },
  'least-volatile': { screen: 'analysis', next: ['volatility', 'biggest-risk', 'one-bet'] },
  'highest-beta': { screen: 'analysis', next: ['beta', 'market-fall', 'most-volatile'] },
  'lowest-beta': { screen: 'analysis', next: ['beta', 'offsets', 'least-volatile'] },
  beta: { screen: 'overview', next: ['market-fall', 'volatility', 'biggest-risk'] },
  volatility: { screen: 'overview', next: ['most-volatile', 'drawdown', 'beta'] },
  drawdown: { screen: 'overview', next: ['worst-crisis', 'crisis', 'volatility'] },
  'biggest-risk': { screen: 'overview', next: ['one-bet', 'worst-crisis', 'market-fall'] },
  diversification: { screen: 'analysis', next: ['one-bet', 'independent-bets', 'concentration'] },
  'independent-bets': { screen: 'analysis', next: ['one-bet', 'diversification', 'offsets'] },
  concentration: { screen: 'analysis', next: ['largest', 'one-bet', 'sectors'] },
  'one-bet': { screen: 'analysis', next: ['offsets', 'independent-bets', 'biggest-risk'] },
  offsets: { screen: 'analysis', next: ['one-bet', 'independent-bets', 'biggest-risk'] },
  pair: { screen: 'analysis', next: ['one-bet', 'offsets', 'average-correlation'] },
  'average-correlation': { screen: 'analysis', next: ['one-bet', 'offsets', 'diversification'] },
  'market-fall': { screen: 'hedges', next: ['worst-crisis', 'crisis', 'hedge'] },
  crisis: { screen: 'backtest', next: ['recovery', 'worst-crisis', 'hedge-crisis'] },
  'crisis-against-market': { screen: 'backtest', next: ['crisis', 'recovery', 'worst-crisis'] },
  recovery: { screen: 'backtest', next: ['crisis', 'worst-crisis'] },
  'worst-crisis': { screen: 'backtest', next: ['market-fall', 'recent', 'hedge'] },
  recent: { screen: 'backtest', next: ['worst-day', 'sharpe', 'drawdown'] },
  year: { screen: 'backtest', next: ['worst-crisis', 'recent'] },
  sharpe: { screen: 'backtest', next: ['volatility', 'recent', 'drawdown'] },
  'worst-day': { screen: 'backtest', next: ['value-at-risk', 'drawdown', 'worst-crisis'] },
  'value-at-risk': { screen: 'backtest', next: ['worst-day', 'market-fall', 'worst-crisis'] },
  'implied-volatility': { screen: 'options', next: ['expected-move', 'holding-volatility', 'put-price'] },
  'expected-move': { screen: 'options', next: ['implied-volatility', 'put-price', 'put-call'] },
  'put-call': { screen: 'options', next: ['unusual-volume', 'implied-volatility', 'expected-move'] },
  'put-price': { screen: 'options', next: ['expected-move', 'hedge', 'implied-volatility'] },
  skew: { screen: 'options', next: ['implied-volatility', 'put-call', 'put-price'] },
  dividend: { screen: 'options', next: ['expiries', 'put-price', 'dividend-income'] },
  'dividend-income': { screen: 'overview', next: ['value', 'total-gain', 'cash'] },
  expiries: { screen: 'options', next: ['expected-move', 'put-price'] },
  'unusual-volume': { screen: 'options', next: ['put-call', 'expected-move'] },
  hedge: { screen: 'hedges', next: ['cheaper-hedge', 'hedge-gaps', 'hedge-crisis'] },
  'cheaper-hedge': { screen: 'hedges', next: ['hedge-effect', 'hedge-gaps', 'hedge-cost'] },
  'hedge-cost': { screen: 'hedges', next: ['cheaper-hedge', 'hedge-effect'] },
  'hedge-effect': { screen: 'hedges', next: ['hedge-gaps', 'hedge-crisis', 'hedge-cost'] },
  'hedge-gaps': { screen: 'hedges', next: ['biggest-risk', 'hedge-crisis', 'hedge-effect'] },
  'hedge-crisis': { screen: 'hedges', next: ['crisis', 'hedge-gaps'] },
  recommendation: { screen: 'ai-analysis', next: ['confidence', 'track-record', 'biggest-risk'] },
  confidence: { screen: 'ai-analysis', next: ['track-record', 'recommendation'] },
  'track-record': { screen: 'ai-analysis', next: ['recommendation', 'confidence'] },
  // Often asked, and not computed: the answer says so, and names the nearest ones that are answered.
  forecast: {
    next: ['expected-move', 'market-fall', 'value-at-risk'],
    refusal: 'Ballast does not forecast prices. It computes how far they may move, and what a fall would cost.',
  },
  buy: {
    next: ['recommendation', 'biggest-risk', 'diversification'],
    refusal: 'Ballast does not say what to buy. It shows where the risk is, and what would reduce it.',
  },
  taxes: {
    next: ['holding-gain', 'sell', 'total-gain'],
    refusal: 'Ballast does not compute your tax bill. It shows what you gained, and what a sale would change.',
  },
  company: {
    next: ['expected-move', 'holding-volatility', 'movers'],
    refusal: 'Ballast reads prices and options. It reads no news and no company reports.',
  },
  economy: {
    next: ['market-fall', 'worst-crisis', 'beta'],
    refusal: 'Ballast does not compute what inflation, oil or a currency does. It computes falls of the market.',
  },
  greeks: {
    screen: 'options',
    next: ['beta', 'market-fall', 'put-price'],
    refusal: 'Ballast does not compute Greeks here. The Options screen shows those of the options that you hold.',
  },
  fees: {
    next: ['total-gain', 'hedge-cost', 'value'],
    refusal: 'Ballast does not know the fees of funds and brokers. It shows what you gained before them.',
  },
  order: {
    next: ['hedge', 'recommendation'],
    refusal: 'Ballast does not place orders. The Hedges screen writes tickets that you can type at your broker.',
  },
  'using-ballast': {
    next: ['value', 'biggest-risk', 'worst-crisis'],
    refusal: 'Ballast does not compute that: it is about your account. Questions here are about this portfolio.',
  },
  meaning: {
    next: ['biggest-risk', 'volatility', 'hedge'],
    refusal: 'Ballast does not explain words here. Each figure of an answer opens its formula and its source.',
  },
  planning: {
    next: ['value', 'worst-crisis', 'dividend-income'],
    refusal: 'Ballast does not plan savings or a retirement. It shows what you have, and what a crisis would cost.',
  },
  history: {
    next: ['done', 'holding-gain', 'positions'],
    refusal: 'Ballast does not know single trades and deposits. It shows what you hold, and what you gained.',
  },
}

const ANSWERS: Answers = {
  ...PORTFOLIO_ANSWERS,
  ...HOLDING_ANSWERS,
  ...RISK_ANSWERS,
  ...PAST_ANSWERS,
  ...OPTION_ANSWERS,
  ...HEDGE_ANSWERS,
  ...HISTORY_ANSWERS,
  ...ACCOUNT_ANSWERS,
}

const NEEDS: readonly Need[] = ['ticker', 'other', 'crisis', 'year', 'sector', 'account']
const PLACEHOLDER = /\{(\w+)\}/g
/** Names in the examples. */
const SAMPLE = {
  ticker: 'NVDA',
  other: 'MSFT',
  crisis: '2008',
  year: '2017',
  period: USUAL_PERIOD.name,
  sector: 'technology',
  account: 'IRA',
  percent: '20%',
  size: 'half',
}

const listNames = (slots: Slots): Record<string, string> => {
  const { tickers, crisis, year, sector, account, period = USUAL_PERIOD, percent, part, shares } = slots
  return {
    ticker: tickers[0] ?? '',
    other: tickers[1] ?? '',
    crisis: nameCrisis(crisis),
    year: String(year),
    account: account?.asked ?? '',
    period: period.name,
    sector: SECTORS[sector ?? '']?.split(' ')[0] ?? 'this sector',
    percent: `${fallOf(slots)}%`,
    size: shares === undefined ? `${percent ?? part ?? USUAL_PART}%` : `${shares} shares`,
  }
}
const fill = (template: string, names: Readonly<Record<string, string>>) =>
  template.replace(PLACEHOLDER, (whole, name: string) => names[name] ?? whole)

/** Every question that is recognised without a model; docs/asking.md lists them. */
export const QUESTION_TABLE: readonly Question[] = Object.entries(ROWS).map(
  ([key, { screen = null, next, refusal }]) => {
    const id = key as QuestionId
    const [template = '', ...others] = EXAMPLES[id].split(' | ')
    return {
      id,
      examples: [fill(template, SAMPLE), ...others],
      needs: NEEDS.filter((need) => template.includes(`{${need}}`)),
      next,
      screen,
      isComputed: refusal === undefined,
      title: (slots) => fill(template, listNames(slots)),
      answer: ANSWERS[id] ?? (async () => [caveat(plain(refusal ?? ''))]),
    }
  },
)
