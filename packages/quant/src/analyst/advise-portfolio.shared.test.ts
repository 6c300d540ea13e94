import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { proposeHedges } from '../hedge/analyze-hedges.ts'
import { assessBookRisk } from '../hedge/book-risk.ts'
import { prepareHedging } from '../hedge/hedge-context.ts'
import { completeHedgeRequest } from '../hedge/hedge-request.ts'
import { type Golden, loadSituation, type ReferenceMarket } from '../hedge/test-golden-situation.ts'
import { advisePortfolio } from './advise-portfolio.ts'

const SHARED = resolve(import.meta.dirname, '../../../..', process.env.BALLAST_SHARED ?? '../shared')
const REFERENCE = join(SHARED, 'reference/quant')

if (!existsSync(REFERENCE)) {
  console.warn(`\n*** ${SHARED} is absent: the worked example of the analyst was NOT checked. ***\n`)
  test('the shared data is absent, so the worked example was not checked', () => {
    expect(existsSync(REFERENCE)).toBe(false)
  })
} else {
  describe('the worked example: seven holdings of the sample market on 2026-11-20', async () => {
    const market = (await import(pathToFileURL(join(REFERENCE, 'sample-market.mjs')).href)) as ReferenceMarket
    const golden = (JSON.parse(readFileSync(join(REFERENCE, 'golden.json'), 'utf8')) as { endToEnd: Golden }).endToEnd
    const context = prepareHedging(loadSituation(market, golden), completeHedgeRequest())
    const risk = assessBookRisk(context)
    const hedges = proposeHedges(context, risk)
    const advice = advisePortfolio({ context, risk, hedges, quality: { unreliable: new Set() } })

    test('is told to reduce NVDA first and to hedge the market second', () => {
      expect(advice.headline).toBe('reduce-concentration')
      expect(advice.findings.filter(({ fires }) => fires).map(({ rule }) => rule)).toEqual([
        'reduce-concentration',
        'hedge-market-risk',
      ])
      expect(advice.findings[0]!.parameters.ticker).toBe('NVDA')
      expect(advice.actions.map(({ type }) => type)).toEqual(['trim', 'hedge'])
      expect(advice.finished.holdsLimit).toBe(true)
      expect(advice.finished.worst.loss).toBeCloseTo(0.15, 2)
      // Trimmed first, less is left to hedge: §4 of the design.
      const alone = hedges.proposals.find(({ id }) => id === hedges.pick)!
      expect(advice.finished.cost * risk.value).toBeLessThan(alone.cost.total)
    })

    test('with less loss in the tail and in crises by either', () => {
      for (const { effect } of advice.actions) {
        expect(effect!.cvarChange).toBeLessThan(0)
        expect(effect!.crisisLossChange).toBeLessThan(0)
      }
      expect(advice.actions[0]!.effect!.scoreChange).toBeGreaterThan(10)
    })

    test('with evidence that all its parts explain', () => {
      const { data, helps, within, alternative, crises } = advice.evidence
      expect(data).toBe(1)
      expect(helps).toBeGreaterThan(0.9)
      expect(advice.confidence).toBeCloseTo(Math.max(0, within - (alternative?.within ?? 0)), 12)
      expect(crises.length).toBeGreaterThan(3)
    })
  })
}
