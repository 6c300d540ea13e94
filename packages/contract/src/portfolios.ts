import { z } from 'zod'
import { benchmarkSchema } from './benchmark.ts'
import { defineCall, defineObject } from './call.ts'
import { BASE_CURRENCY } from './constants.ts'
import { marketDataSourceSchema } from './market-data.ts'

export const portfolioSchema = defineObject('Portfolio', {
  id: z.uuid(),
  name: z.string(),
  positionCount: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Benchmark of its relative figures. */
  benchmark: benchmarkSchema,
  /** Present for what stands for several portfolios, all or a named group: it can be read like any and not be changed. */
  isBook: z.literal(true).optional(),
  /** Present for a named group, whose name and members can be changed. */
  isGroup: z.literal(true).optional(),
  /** The portfolios that a book stands for, the oldest first; none for a group whose portfolios were all deleted. */
  memberIds: z.array(z.uuid()).optional(),
  /** Present for a portfolio of another user who shares it: their name. It can be read and not be changed. */
  sharedBy: z.string().optional(),
  /** Present while an open policy protects it. */
  isProtected: z.literal(true).optional(),
  /** Labels of the brokerage accounts that its positions lie in; left out where no position names one. */
  accounts: z.array(z.string()).optional(),
})
export type Portfolio = z.infer<typeof portfolioSchema>

export const positionKindSchema = z.enum(['security', 'option', 'bond', 'cash'])
export type PositionKind = z.infer<typeof positionKindSchema>

export const positionSchema = defineObject('Position', {
  id: z.uuid(),
  ticker: z.string(),
  /** Company or fund name from the instrument master; null when it is not known. */
  name: z.string().nullable(),
  kind: positionKindSchema,
  /** Shares, contracts of an option, hundreds of dollars of a bond’s face value, or units of cash; negative when short. */
  shares: z.number(),
  /** Cost per share (per underlying share of an option, per $100 of a bond) in `currency`; null when unknown. */
  avgCost: z.number().nullable(),
  /** ISO 4217 currency of the cost. */
  currency: z.string(),
  /** 100 for ordinary option contracts, else 1: value = shares × price × multiplier. */
  multiplier: z.number(),
  /** As uploaded, else the instrument master's; null when neither knows ("Unknown"). */
  /** Price that the owner or a broker’s file states, and its day; of a bond alone, which nobody quotes to us. */
  statedPrice: z.number().nullable().optional(),
  statedOn: z.iso.date().nullable().optional(),
  sector: z.string().nullable(),
  /** True when the sector came with the upload or was typed by the user. */
  sectorIsOwn: z.boolean(),
  /** Label of the brokerage account the lot lies in; null when the portfolio has no accounts. */
  account: z.string().nullable(),
  importId: z.uuid().nullable(),
})
export type Position = z.infer<typeof positionSchema>

/** The path parameter of everything that concerns one portfolio. */
export const portfolioParams = z.object({ portfolioId: z.string() })
const tag = 'Portfolios'

export const listPortfolios = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios',
  summary:
    'The user’s portfolios, oldest first. `book=true` adds the named groups. Then it adds all portfolios as one, if there are two or more, and those that other users share. Use these ids wherever a portfolio is read.',
  query: z.object({ book: z.enum(['true', 'false']).optional() }),
  response: z.array(portfolioSchema),
})

export const listPositions = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/positions',
  summary: 'The positions of a portfolio, a row for each lot, in upload order.',
  params: portfolioParams,
  response: z.array(positionSchema),
})

export const missingPriceReasonSchema = z.enum([
  'unknown-ticker',
  'not-simulated',
  'provider-down',
  'no-price',
  'suspect-price',
  'option',
  'expired',
  'matured',
  'no-exchange-rate',
])

export const pricesSchema = z.object({
  prices: z.record(
    z.string(),
    z.object({
      /** In the portfolio's currency, USD; the provider's own figure is in `localPrice`. */
      price: z.number(),
      currency: z.string().default(BASE_CURRENCY),
      previousClose: z.number().nullable(),
      asOf: z.iso.datetime(),
      session: z.enum(['open', 'closed']),
      /** `stated`: what the owner or a broker’s file says of a bond. */
      source: z.enum([...marketDataSourceSchema.options, 'stated']),
      stale: z.boolean(),
      /** Present when the security trades in another currency. */
      localPrice: z
        .object({ price: z.number(), currency: z.string(), rate: z.number(), rateAsOf: z.iso.datetime() })
        .optional(),
    }),
  ),
  /** Tickers without a price and why; their rows show the average cost marked "no price". */
  missing: z.record(z.string(), missingPriceReasonSchema),
  cacheStatus: z.object({
    /** Seconds since the oldest price shown was fetched. */
    cacheAge: z.number(),
    isValid: z.boolean(),
  }),
  simulated: z.boolean(),
})
export type Prices = z.infer<typeof pricesSchema>

export const getPrices = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/prices',
  summary:
    'Prices of a portfolio’s tickers from the shared cache. `refresh=true` fetches those older than 15 seconds again.',
  rateLimitWhen: { query: { refresh: 'true' }, rateLimit: 'refresh' },
  params: portfolioParams,
  query: z.object({ refresh: z.enum(['true', 'false']).optional() }),
  response: pricesSchema,
})

export const exportPortfolio = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/export',
  kind: 'file',
  rateLimit: 'export',
  summary: 'The positions as CSV or JSON that can be uploaded again.',
  params: portfolioParams,
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
})
