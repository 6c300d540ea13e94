import type { SourceFormat } from '../source-format.ts'
import { ballast } from './ballast.ts'
import { degiroAccount, degiroPortfolio, degiroTransactions } from './degiro.ts'
import { etrade } from './etrade.ts'
import { fidelity } from './fidelity.ts'
import { interactiveBrokers, interactiveBrokersFlex } from './interactive-brokers.ts'
import { jpmorgan } from './jpmorgan.ts'
import { merrillHoldings, merrillPortfolio } from './merrill.ts'
import { historyByContent, namedHistories, schwabTransactions, unknownHistory } from './other-histories.ts'
import { robinhoodActivity } from './robinhood.ts'
import { schwab } from './schwab.ts'
import { tastytrade } from './tastytrade.ts'
import { thinkorswim } from './thinkorswim.ts'
import { trading212 } from './trading-212.ts'
import { vanguard } from './vanguard.ts'
import { wealthfolio } from './wealthfolio.ts'
import { webullOrders } from './webull.ts'

/** Every layout that is known, those with the most telling marks first. */
export const FORMATS: readonly SourceFormat[] = [
  interactiveBrokers,
  interactiveBrokersFlex,
  degiroPortfolio,
  degiroAccount,
  degiroTransactions,
  robinhoodActivity,
  trading212,
  webullOrders,
  schwabTransactions,
  thinkorswim,
  vanguard,
  merrillHoldings,
  merrillPortfolio,
  jpmorgan,
  fidelity,
  schwab,
  etrade,
  tastytrade,
  ...namedHistories,
  unknownHistory,
  wealthfolio,
  ballast,
  historyByContent,
]
