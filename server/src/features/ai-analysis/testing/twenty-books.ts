import type { HedgeAnalysis, HedgeRequestBody } from '@ballast/contract'

/** A portfolio and what its owner asks for. */
export interface AdvisedBook {
  name: string
  /** Rows of `ticker,shares,avgCost`. */
  rows: string
  request?: HedgeRequestBody
  /** Answers at the time they were read: the ticket of Hedges, the steps of AI Analysis and where these end. */
  read: { outcome: HedgeAnalysis['outcome']; ticket: string | null; steps: string; endsPercent: number | null }
}

/** Twenty portfolios of the simulated market that have little in common, each with a request that its owner could make. */
export const TWENTY_BOOKS: readonly AdvisedBook[] = [
  {
    name: 'large companies and bonds',
    rows: 'AAPL,100,180\nMSFT,50,310\nNVDA,300,60\nJPM,80,150\nXOM,100,95\nKO,100,58\nTLT,100,95\n',
    read: {
      outcome: 'hedge',
      ticket: 'SPY Feb 19, 2027: buy 4 × 660 put, sell 2 × 630 put',
      steps: 'trim, hedge',
      endsPercent: 14.8,
    },
  },
  {
    name: 'an index fund whose puts end in four days',
    rows: 'SPY,300,500\nSPY261127P00810000,3,5\n',
    read: {
      outcome: 'hedge',
      ticket: 'SPY Feb 19, 2027: buy 3 × 640 put, sell 2 × 580 put',
      steps: 'hedge',
      endsPercent: 14.9,
    },
  },
  {
    name: 'one company alone',
    rows: 'AAPL,400,120\n',
    read: {
      outcome: 'hedge',
      ticket: 'AAPL Feb 19, 2027: buy 4 × 280 put, sell 4 × 335 call',
      steps: 'trim, hedge',
      endsPercent: 15.0,
    },
  },
  {
    name: 'an index fund with large gains, taxed',
    rows: 'SPY,500,300\n',
    request: { gainsTaxPercent: 24 },
    read: {
      outcome: 'hedge',
      ticket: 'SPY Feb 19, 2027: buy 4 × 660 put, sell 2 × 580 put',
      steps: 'hedge',
      endsPercent: 14.9,
    },
  },
  {
    name: 'the same in a retirement account',
    rows: 'SPY,500,300\n',
    request: { account: 'ira' },
    read: { outcome: 'hedge', ticket: 'SPY Feb 19, 2027: buy 4 × 660 put', steps: 'hedge', endsPercent: 14.9 },
  },
  {
    name: 'inverse funds beside a share',
    rows: 'SH,1000,40\nSQQQ,200,30\nKO,50,55\n',
    read: { outcome: 'do-not-hedge', ticket: null, steps: 'rebalance', endsPercent: 15.0 },
  },
  {
    name: 'bonds alone',
    rows: 'TLT,400,100\nIEF,300,95\nAGG,200,100\n',
    read: { outcome: 'limit-holds-already', ticket: null, steps: 'monitor', endsPercent: null },
  },
  {
    name: 'gold above all',
    rows: 'GLD,300,180\nKO,60,55\nJNJ,30,150\n',
    read: { outcome: 'hedge', ticket: 'GLD Feb 19, 2027: buy 3 × 310 put', steps: 'hedge', endsPercent: 0.9 },
  },
  {
    name: 'cash alone',
    rows: 'CASH,100000,1\n',
    read: { outcome: 'do-not-hedge', ticket: null, steps: 'monitor', endsPercent: null },
  },
  {
    name: 'a few thousand dollars',
    rows: 'AAPL,5,150\nKO,20,55\nVTI,10,220\n',
    read: { outcome: 'cannot-be-met', ticket: null, steps: 'trim, rebalance', endsPercent: 13.5 },
  },
  {
    name: 'half in one chip maker',
    rows: 'NVDA,900,40\nSPY,100,450\nKO,200,55\nCASH,20000,1\n',
    request: { gainsTaxPercent: 20 },
    read: {
      outcome: 'hedge',
      ticket: 'NVDA Feb 19, 2027: buy 9 × 230 put, sell 9 × 280 call',
      steps: 'trim, hedge',
      endsPercent: 15.0,
    },
  },
  {
    name: 'puts only, no spreads',
    rows: 'AAPL,200,120\nMSFT,150,250\nJPM,200,120\nXOM,200,80\n',
    request: { longOnly: true, noSpreads: true },
    read: {
      outcome: 'hedge',
      ticket: 'MSFT Feb 19, 2027: buy 1 × 540 put; SPY Feb 19, 2027: buy 2 × 660 put',
      steps: 'hedge',
      endsPercent: 14.9,
    },
  },
  {
    name: 'no options at all',
    rows: 'AAPL,200,120\nMSFT,150,250\nJPM,200,120\nXOM,200,80\n',
    request: { allowOptions: false },
    read: { outcome: 'cannot-be-met', ticket: null, steps: 'hedge', endsPercent: 14.9 },
  },
  {
    name: 'what if 2008 came again',
    rows: 'SPY,200,400\nQQQ,150,350\nTLT,100,100\n',
    request: { crisisId: 'lehman-2008', limitPercent: 25, budgetPercent: 10 },
    read: { outcome: 'hedge', ticket: 'SPY Feb 19, 2027: buy 3 × 590 put', steps: 'hedge', endsPercent: 15 },
  },
  {
    name: 'covered calls and a protective put already held',
    rows: 'AAPL,300,150\nAAPL270219C00320000,-3,6\nSPY,200,450\nSPY270219P00640000,1,9\n',
    read: {
      outcome: 'hedge',
      ticket: 'AAPL Feb 19, 2027: buy 3 × 265 put; SPY Feb 19, 2027: buy 1 × 630 put, sell 1 × 600 put',
      steps: 'hedge',
      endsPercent: 14.9,
    },
  },
  {
    name: 'long and short shares',
    rows: 'AAPL,100,150\nMSFT,50,300\nJPM,60,140\nNVDA,-130,120\nXOM,-150,100\nCASH,60000,1\n',
    read: { outcome: 'limit-holds-already', ticket: null, steps: 'trim', endsPercent: 10 },
  },
  {
    name: 'shares on credit',
    rows: 'SPY,200,500\nQQQ,100,450\nCASH,-120000,1\n',
    request: { limitPercent: 20 },
    read: {
      outcome: 'hedge',
      ticket:
        'SPY Feb 19, 2027: buy 2 × 680 put, sell 2 × 800 call; QQQ Feb 19, 2027: buy 1 × 680 put, sell 1 × 760 call',
      steps: 'rebalance',
      endsPercent: 14.9,
    },
  },
  {
    name: 'a limit that the budget cannot meet',
    rows: 'NVDA,200,90\nAMD,300,100\nAVGO,100,150\nMSFT,50,300\n',
    request: { limitPercent: 5, budgetPercent: 0.5 },
    read: {
      outcome: 'cannot-be-met',
      ticket: 'SPY Feb 19, 2027: buy 3 × 650 put, sell 2 × 620 put',
      steps: 'trim, hedge',
      endsPercent: 14.8,
    },
  },
  {
    name: 'technology funds',
    rows: 'QQQ,300,350\nXLK,200,180\nIWM,100,190\n',
    request: { limitPercent: 10, keepUpside: true },
    read: {
      outcome: 'hedge',
      ticket: 'SPY Feb 19, 2027: buy 5 × 700 put, sell 1 × 650 put',
      steps: 'hedge',
      endsPercent: 14.9,
    },
  },
  {
    name: 'shares in a cash account, until a date',
    rows: 'AAPL,150,150\nMSFT,100,300\nJNJ,100,150\nXOM,150,90\nJPM,100,150\nPG,100,140\nCAT,40,250\nV,60,220\n',
    request: { account: 'cash', approval: 'long', lastDay: '2027-03-31', wholeShares: true },
    read: {
      outcome: 'hedge',
      ticket: 'MSFT Apr 16, 2027: buy 1 × 540 put; SPY Apr 16, 2027: buy 1 × 690 put',
      steps: 'hedge',
      endsPercent: 14.9,
    },
  },
]
