// Tests: reports.test.ts

import { REPORT_LIMITS, type Report, type ReportLink, type ReportPaper, toPortfolioId } from '@ballast/contract'
import { formatIsoDate } from '@ballast/quant'
import { createToken, hashToken, isTokenLike } from '../../accounts/opaque-token.ts'
import { loadFallInput } from '../../advice/book/load-falls.ts'
import { listAnalyses } from '../../advice/runs/hedge-analyses.repository.ts'
import { coverValue, listHeld } from '../../holdings/count-covers.ts'
import { loadPrices } from '../../holdings/load-prices.ts'
import { describeSession, loadRisk } from '../../holdings/load-risk.ts'
import { createCrisisLoader } from '../../holdings/replay/load-crises.ts'
import { valueLots } from '../../holdings/value-lots.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { errors } from '../../http/errors.ts'
import { toNewYorkTime } from '../../market-data/calendar.ts'
import { letOthersWork } from '../../other-work.ts'
import type { Parts } from '../../parts.ts'
import { getOwnedPortfolio, requireNotShared } from '../../portfolios/portfolio.repository.ts'
import { defineWorkerTask } from '../../workers/worker-pool.ts'
import { buildReport } from './build-report.ts'
import { renderPdf } from './render-pdf.ts'
import { deleteLink, findReport, insertLink, listLinks, type StoredLink } from './reports.repository.ts'

export type ReportDependencies = Pick<Parts, 'db' | 'clock' | 'marketData' | 'portfolioReader' | 'workers'>

interface Asked {
  userId: string
  portfolioId: string
  hidesAmounts: boolean
  signal: AbortSignal
}

const DAY_MILLISECONDS = 24 * 60 * 60_000
const buildTask = defineWorkerTask(new URL('./build-report.ts', import.meta.url).href, buildReport)
const renderTask = defineWorkerTask(new URL('./render-pdf.ts', import.meta.url).href, renderPdf)

/** Reports of portfolios, on paper and behind links. Nothing in them costs a token. */
export function createReportService({ db, clock, marketData, portfolioReader, workers }: ReportDependencies) {
  const loadCrises = createCrisisLoader(marketData)

  async function compute({ userId, portfolioId, hidesAmounts, signal }: Asked): Promise<Report> {
    const held = await portfolioReader.getHeld(userId, portfolioId)
    const { id, lots } = held
    if (id !== portfolioId) throw errors.badRequest('A report shows what you hold. Apply or save the what-if first.')
    const now = clock.now()
    const prices = await loadPrices(marketData, lots)
    await letOthersWork()
    const valued = valueLots(lots, prices)
    const { input: risk } = await loadRisk(marketData, held, valued.priced, now)
    const { crises } = await loadCrises(id, { lots, valued, now })
    const analyses = await db.asUser(userId, (tx) => listAnalyses(tx, id))
    const newest = analyses.find(({ entry }) => entry.recommended !== null)
    const recommended = newest?.entry.recommended
    const hedge =
      newest && recommended
        ? {
            foundOn: newest.createdAt.toISOString(),
            type: recommended.type,
            limitPercent: newest.entry.limitPercent,
            shockPercent: newest.entry.shockPercent,
            costPercent: recommended.costPercent,
          }
        : null
    const book = await loadFallInput({ clock, marketData }, { portfolioId: id, lots, signal })
    await letOthersWork()
    const input = {
      asOf: describeSession(prices).asOf ?? `${formatIsoDate(toNewYorkTime(now).day)}T00:00:00.000Z`,
      simulated: marketData.status().simulated,
      hidesAmounts,
      priced: valued.priced,
      leftOut: coverValue(listHeld(lots, valued)).leftOut,
      risk,
      crises,
      book,
      hedge,
    }
    await letOthersWork()
    return workers.run(buildTask, input, { owner: userId, signal })
  }

  return {
    /** @throws AppError 404 when the user has no such portfolio, 400 for a what-if */
    async getFile({ paper, ...asked }: Asked & { paper: ReportPaper }): Promise<FileAnswer> {
      const report = await compute(asked)
      const { userId: owner, signal } = asked
      const bytes = await workers.run(renderTask, { report, paper }, { owner, signal })
      return {
        body: Buffer.from(bytes),
        contentType: 'application/pdf',
        fileName: `ballast-report-${report.asOf.slice(0, 10)}.pdf`,
      }
    },

    /** @throws AppError 404 when the user has no such portfolio */
    async list(userId: string, portfolioId: string): Promise<ReportLink[]> {
      const { id } = await portfolioReader.getHeld(userId, portfolioId)
      const links = await db.asUser(userId, (tx) => listLinks(tx, id, clock.now()))
      return links.map(toBody)
    },

    /** @returns the link with its token, which is told this once; 404 and 400 as `getFile`, 403 for another's portfolio, 409 when there are too many */
    async create(asked: Asked & { lifetimeDays: number }): Promise<ReportLink & { token: string }> {
      const { userId, portfolioId, hidesAmounts, lifetimeDays } = asked
      await db.asUser(userId, async (tx) => requireNotShared(await getOwnedPortfolio(tx, toPortfolioId(portfolioId))))
      const report = await compute(asked)
      if (JSON.stringify(report).length > REPORT_LIMITS.bytes) throw new Error('A report is larger than it can be')
      const token = createToken()
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + lifetimeDays * DAY_MILLISECONDS)
      const link = { userId, portfolioId, hidesAmounts, report, idHash: hashToken(token), createdAt: now, expiresAt }
      const stored = await db.asUser(userId, (tx) => insertLink(tx, link))
      if (!stored) {
        throw errors.conflict(
          `You have ${REPORT_LIMITS.linksPerUser} links, the most an account can have. Revoke one that you no longer need.`,
        )
      }
      return { ...toBody(stored), token }
    },

    /** @throws AppError 404 when the user has no such link */
    revoke: (userId: string, linkId: string) => db.asUser(userId, (tx) => deleteLink(tx, linkId)),

    /** @throws AppError 404 for whatever opens nothing: the same answer when it is unknown, revoked or expired */
    async open(token: string): Promise<Report> {
      const report = isTokenLike(token)
        ? await db.asSystem((tx) => findReport(tx, hashToken(token), clock.now()))
        : undefined
      if (!report) throw errors.notFound('report')
      return report
    },
  }
}

const toBody = ({ createdAt, expiresAt, ...link }: StoredLink): ReportLink => ({
  ...link,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})
