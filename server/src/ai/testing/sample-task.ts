import type { Fact, FactUnit } from '@ballast/contract'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { abs, ground, plain } from '../../grounding/grounded-text.ts'
import { chain, type Purpose, type SentenceKind, type Shown, say } from '../../grounding/sentence.ts'
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
  add('hedge.loss', 'Loss with the hedge in the shock', 14.98, 'percent')
  add('weight.NVDA', 'Weight of NVDA', 48.41, 'percent', 1)
  add('weight.AAPL', 'Weight of AAPL', 11.2, 'percent', 1)
  return ledger
}

/** A kind of sentence that no catalogue has. */
export const kindOf = (id: string, purpose: Purpose = 'evidence', shown: Shown = 'usual'): SentenceKind => ({
  id,
  about: 'portfolio',
  purpose,
  facts: [],
  shown,
})

/** Two sections: a summary of which a part must be shown, and an order. Sentences S1 to S4, S5 and S6. */
export function createSampleTask(change: Partial<WritingTask> = {}): WritingTask {
  const ledger = change.ledger ?? createSampleLedger()
  const [loss, shock, cost, share, weight] = [
    'loss.m20',
    'request.shock',
    'hedge.cost',
    'hedge.costPercent',
    'weight.NVDA',
  ].map((key) => ledger.get(key)) as [Fact, Fact, Fact, Fact, Fact]
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
        sentences: [
          ...say(
            kindOf('S1', 'verdict', 'must'),
            ground`In a market fall of ${shock} the portfolio loses ${abs(loss)}.`,
          ),
          ...chain(
            say(kindOf('S2', 'cost'), ground`The hedge costs ${cost}.`),
            say(kindOf('S3', 'cost'), ground`That is ${share} of the portfolio.`),
          ),
          ...say(kindOf('S4', 'background', 'extra'), ground`NVDA is ${weight} of the portfolio.`),
        ],
        states: ['loss.', 'hedge.', 'price.'],
      },
      order: {
        purpose: 'how to place the order',
        sentences: [
          ...say(kindOf('S5', 'order', 'must'), ground`Pay at most ${cost}.`),
          ...say(kindOf('S6', 'caveat'), plain('A limit order may not be filled.')),
        ],
      },
    },
    ...change,
  }
}

/** An answer that is right in every id. */
export const GOOD_ANSWER = { sections: { summary: ['S2', 'S3', 'but', 'S1'], order: ['S6', 'S5'] } }

/** Texts that are shown for it. */
export const GOOD_TEXTS = {
  summary:
    'The hedge costs $4,610. That is 1.77% of the portfolio. But in a market fall of 20% the portfolio loses 24.67%.',
  order: 'A limit order may not be filled. Pay at most $4,610.',
}

export const GOOD_COMPOSITION = { chosen: 5, dropped: 0, added: 0, fallback: 0 }
