import { z } from 'zod'
import { defineCall, defineObject } from './call.ts'
import { portfolioParams } from './portfolios.ts'

/*
 * What a portfolio could lose and what it costs not to, on paper or behind a link. A report is a frozen text with its figures:
 * it names no person, no account and no portfolio, and opens nothing.
 */

export const REPORT_TITLE = 'What this portfolio could lose, and what it costs not to'
export const REPORT_LIMITS = {
  linksPerUser: 20,
  /** Days after which a link ends by itself. */
  lifetimeDays: [7, 30, 90],
  /** Bytes of one stored report. */
  bytes: 64 * 1024,
} as const

/** How a reader can compute a figure again from the report alone; `series` names one of the report's series. */
export const reportCheckSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('return'), series: z.string() }),
  z.object({ kind: z.literal('deepest-fall'), series: z.string() }),
  z.object({ kind: z.literal('volatility'), series: z.string() }),
  z.object({ kind: z.literal('beta'), series: z.string(), benchmark: z.string() }),
  z.object({ kind: z.literal('product'), factors: z.array(z.number()) }),
])
export type ReportCheck = z.infer<typeof reportCheckSchema>

export const reportFigureSchema = z.object({
  /** As cited: [1], [2], … */
  number: z.number().int(),
  label: z.string(),
  text: z.string(),
  /** Fraction, dollars or a plain number, as `text` says. */
  value: z.number(),
  formula: z.string(),
  inputs: z.string(),
  check: reportCheckSchema.nullable(),
})
export type ReportFigure = z.infer<typeof reportFigureSchema>

export const reportSchema = defineObject('Report', {
  asOf: z.iso.datetime(),
  simulated: z.boolean(),
  /** True when it holds percentages and weights only. */
  hidesAmounts: z.boolean(),
  /** Loss that the portfolio could take, in one sentence. */
  lead: z.string(),
  sections: z.array(
    z.object({
      heading: z.string(),
      sentences: z.array(z.string()),
      table: z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
    }),
  ),
  figures: z.array(reportFigureSchema),
  /** Values that begin with 100, so that they tell no amount. */
  series: z.record(z.string(), z.array(z.number())),
})
export type Report = z.infer<typeof reportSchema>

export const reportAmountsSchema = z.enum(['shown', 'hidden'])
export const reportPaperSchema = z.enum(['a4', 'letter'])
export type ReportPaper = z.infer<typeof reportPaperSchema>

export const reportLinkSchema = defineObject('ReportLink', {
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  hidesAmounts: z.boolean(),
})
export type ReportLink = z.infer<typeof reportLinkSchema>

const tag = 'Reports'

export const getReportFile = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/report',
  kind: 'file',
  rateLimit: 'compute',
  summary: 'A report of what the portfolio could lose and what it costs not to, as a tagged PDF.',
  params: portfolioParams,
  query: z.object({ paper: reportPaperSchema.default('a4'), amounts: reportAmountsSchema.default('shown') }),
})

export const listReportLinks = defineCall(tag, {
  method: 'GET',
  path: '/api/portfolios/:portfolioId/report-links',
  summary: 'Links to reports of the portfolio that work, newest first. Their addresses are not kept.',
  params: portfolioParams,
  response: z.array(reportLinkSchema),
})

export const createReportLink = defineCall(tag, {
  method: 'POST',
  path: '/api/portfolios/:portfolioId/report-links',
  closedInDemo: true,
  rateLimit: 'compute',
  summary: 'Freeze a report and make a link to it, which is shown in this answer and never again.',
  params: portfolioParams,
  body: z.object({ amounts: reportAmountsSchema, lifetimeDays: z.literal(REPORT_LIMITS.lifetimeDays) }).strict(),
  response: reportLinkSchema.extend({ url: z.url() }),
  failures: { 409: 'There are as many links as an account can have.' },
})

export const revokeReportLink = defineCall(tag, {
  method: 'DELETE',
  path: '/api/report-links/:linkId',
  summary: 'Revoke a link. It opens nothing from the next request on.',
  params: z.object({ linkId: z.string() }),
  response: z.object({ revoked: z.literal(true) }),
})

export const getSharedReport = defineCall(tag, {
  method: 'GET',
  path: '/api/shared-reports/:token',
  access: 'public',
  summary: 'The report behind a link, as it was when the link was made.',
  params: z.object({ token: z.string().max(100) }),
  response: reportSchema,
})
