import type { FactUnit } from '@ballast/contract'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { abs, ground } from '../../grounding/grounded-text.ts'
import type { WritingTask } from '../analyst-model.ts'

/** A small ledger of a portfolio and a hedge, F1 onwards. */
export function createSampleLedger(): FactLedger {
  const ledger = new FactLedger({ asOf: '2026-11-20T21:00:00.000Z', source: 'sample', simulated: true })
  const add = (key: string, label: string, value: number | string, unit: FactUnit, decimals?: number) =>
    ledger.add({ key, label, value, unit, formula: label, ...(decimals !== undefined && { decimals }) })
  add('value', 'Portfolio value', 260_766.4, 'usd')
  add('loss.m20', 'Loss if the market falls by the shock', 24.6712, 'percent')
  add('request.shock', 'Fall of the market asked about', 20, 'percent', 0)
  add('hedge.cost', 'Cost of the hedge', 4_610.4, 'usd')
  add('hedge.costPercent', 'Cost of the hedge as a share of the portfolio', 1.768, 'percent')
  add('hedge.loss', 'Loss with the hedge at the asked fall', 14.98, 'percent')
  add('weight.NVDA', 'Weight of NVDA', 48.41, 'percent', 1)
  add('weight.AAPL', 'Weight of AAPL', 11.2, 'percent', 1)
  return ledger
}

/** Two sections: a summary that may lose sentences, and an order that may not. */
export function createSampleTask(change: Partial<WritingTask> = {}): WritingTask {
  const ledger = change.ledger ?? createSampleLedger()
  const [loss, shock, cost, share] = ['loss.m20', 'request.shock', 'hedge.cost', 'hedge.costPercent'].map((key) =>
    ledger.get(key),
  ) as [never, never, never, never]
  return {
    feature: 'hedges',
    userId: '00000000-0000-4000-8000-000000000001',
    instructions: 'Explain the hedge.',
    ledger,
    data: { customPrompt: 'Keep my loss small.' },
    tools: [],
    sections: {
      summary: {
        purpose: 'what the analysis came to',
        builtIn: ground`In a market fall of ${shock} the portfolio loses ${abs(loss)}; the hedge costs ${cost}.`,
        optional: true,
        maxSentences: 4,
      },
      order: {
        purpose: 'how to place the order',
        builtIn: ground`Pay at most ${cost} (${share} of the portfolio).`,
        optional: false,
        maxSentences: 3,
      },
    },
    tickers: new Set(['NVDA', 'AAPL', 'SPY']),
    contracts: new Set(['SPY 2027-02-19 730']),
    ...change,
  }
}

/** An answer that is right in every word. */
export const GOOD_ANSWER = {
  sections: {
    summary: 'A market fall of {{F3}} would cost the portfolio {{F2}}: a heavy loss. The hedge costs {{F4}}.',
    order: 'Pay {{F4}} at most, a cost of {{F5}} of the portfolio.',
  },
}
