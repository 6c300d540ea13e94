import type { MadeOption, MadeRecommendation } from '../../../advice/record/made-recommendation.ts'
import { portfolios, users } from '../../../database/schema/index.ts'
import type { TestDatabase } from '../../../database/test-database.ts'

export const MADE_AT = '2026-06-01T15:00:00.000Z'

/** A user and a portfolio of theirs, straight into the database. */
export async function addOwner(db: TestDatabase, subject: string): Promise<{ userId: string; portfolioId: string }> {
  const at = new Date(MADE_AT)
  return db.asSystem(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ issuer: 'test', subject, createdAt: at, lastSignInAt: at })
      .returning({ id: users.id })
    const userId = user?.id ?? ''
    const [portfolio] = await tx
      .insert(portfolios)
      .values({ userId, name: `of ${subject}`, createdAt: at, updatedAt: at })
      .returning({ id: portfolios.id })
    return { userId, portfolioId: portfolio?.id ?? '' }
  })
}

/** Puts on an index at 500, expiring within the quarter. */
export const put: MadeOption = {
  symbol: 'SPY260821P00475000',
  underlying: 'SPY',
  underlyingPrice: 500,
  type: 'put',
  strike: 475,
  expiry: '2026-08-21',
  contracts: 2,
  multiplier: 100,
  premium: 6,
  bid: 5.8,
  ask: 6,
  impliedVolatility: 0.17,
  dividendYield: 0.012,
}

type Overrides = Partial<MadeRecommendation> & Pick<MadeRecommendation, 'userId' | 'portfolioId'>

/** 200 shares of SPY at 500 and two puts to buy, unless told otherwise. */
export function makeRecommendation(overrides: Overrides): MadeRecommendation {
  return {
    runId: crypto.randomUUID(),
    kind: 'hedge',
    recommendation: 'Index Put on SPY',
    engine: 'Built-in quantitative engine',
    createdAt: MADE_AT,
    pricesAsOf: MADE_AT,
    source: 'sample',
    simulated: true,
    objective: 'loss-curve',
    confidence: null,
    quotedCost: 0.012,
    claim: null,
    fee: 0.65,
    book: { holdings: [{ ticker: 'SPY', shares: 200, price: 500 }], cash: 0, options: [] },
    operations: { trades: [], options: [put] },
    ...overrides,
  }
}
