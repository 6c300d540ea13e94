import type { Policy, PolicyEntry, PolicyJudgement, PolicyRepair } from '@ballast/contract'

const JUDGEMENT: PolicyJudgement = {
  state: 'holds',
  sentence: 'Protected to −13.1% in a fall of 20% until Feb 19, 2027.',
  advice: null,
  checkedAt: '2026-11-20T22:00:00.000Z',
  day: '2026-11-20',
  measuredDay: '2026-11-20',
  lossPercent: 13.1,
  unhedgedLossPercent: 27.2,
  bookValue: 208_112,
  legsValue: 2240,
  legValues: { SPY270219P00730000: 5240, SPY270219P00620000: -3000 },
  losses: {
    days: [
      { date: '2026-11-20', tradingDays: 0 },
      { date: '2026-12-22', tradingDays: 21 },
      { date: '2027-02-19', tradingDays: 61 },
    ],
    fallsPercent: [10, 20],
    unhedgedPercent: [
      [13, 27],
      [13, 27],
      [13, 27],
    ],
    hedgedPercent: [
      [7, 12.5],
      [8, 12.8],
      [9, 13.1],
    ],
  },
  legsAhead: [2240, 1610, 0],
  repairs: [],
  renewals: [],
  levels: [
    { ticker: 'SPY', side: 'below', price: 612.3, to: 'paid-out', restsUntil: null },
    { ticker: 'SPY', side: 'above', price: 690.1, to: 'too-little', restsUntil: null },
  ],
  simulated: true,
}

/** An open policy that holds, with what a test changes. */
export function makePolicy(changes: Partial<Policy> = {}, judged: Partial<PolicyJudgement> = {}): Policy {
  const terms = { underlying: 'SPY', type: 'put', expiry: '2027-02-19', multiplier: 100 } as const
  return {
    id: '5f0c8a44-58a5-4d5c-9d8e-0b5f1d1b8e11',
    portfolioId: 'a3b9c1d2-0000-4000-8000-000000000001',
    portfolioName: 'Core',
    name: 'SPY Feb 19, 2027: 4 × 730 put, −3 × 620 put',
    limitPercent: 15,
    shockPercent: 20,
    endsOn: '2027-02-19',
    legs: [
      { ...terms, symbol: 'SPY270219P00730000', ordered: 4, filled: 4, price: 15.3, strike: 730 },
      { ...terms, symbol: 'SPY270219P00620000', ordered: -3, filled: -3, price: 5.05, strike: 620 },
    ],
    fees: 4.55,
    placedOn: '2026-11-18',
    cost: 3507,
    analysisId: null,
    strategyId: null,
    engineVersion: '1',
    status: 'open',
    createdAt: '2026-11-18T22:00:00.000Z',
    closedAt: null,
    judgement: { ...JUDGEMENT, ...judged },
    stateSince: '2026-11-18T22:00:00.000Z',
    isChecked: true,
    importedAgain: false,
    ...changes,
  }
}

export function makeCheck(at: string, lossPercent: number | null, unhedgedLossPercent: number | null): PolicyEntry {
  return {
    at,
    kind: 'check',
    cause: 'close',
    state: 'holds',
    text: 'Checked.',
    lossPercent,
    unhedgedLossPercent,
    legsValue: 2240,
  }
}

const TERMS = { underlying: 'SPY', type: 'put', multiplier: 100 } as const

/** Closes both legs of `makePolicy` and opens a later put, as one order. */
export const ROLL: PolicyRepair = {
  kind: 'roll',
  text: 'Roll in one order: sell 4 puts, buy 3 puts, buy 4 puts. It costs $1,815.',
  orders: [
    {
      ...TERMS,
      symbol: 'SPY270219P00730000',
      strike: 730,
      expiry: '2027-02-19',
      contracts: -4,
      premium: 13,
      closes: true,
    },
    {
      ...TERMS,
      symbol: 'SPY270219P00620000',
      strike: 620,
      expiry: '2027-02-19',
      contracts: 3,
      premium: 5,
      closes: true,
    },
    {
      ...TERMS,
      symbol: 'SPY270521P00720000',
      strike: 720,
      expiry: '2027-05-21',
      contracts: 4,
      premium: 13.75,
      closes: false,
    },
  ],
  cost: 1815,
  fees: 7.15,
  lossPercent: 14.6,
  endsOn: '2027-05-21',
}

/** Buys one more of the bought leg. */
export const ADD: PolicyRepair = {
  ...ROLL,
  kind: 'add',
  text: 'Add to the hedge: buy 1 put. It costs $1,331.',
  orders: [
    {
      ...TERMS,
      symbol: 'SPY270219P00730000',
      strike: 730,
      expiry: '2027-02-19',
      contracts: 1,
      premium: 13.3,
      closes: false,
    },
  ],
  cost: 1331,
  fees: 0.65,
  endsOn: '2027-02-19',
}
