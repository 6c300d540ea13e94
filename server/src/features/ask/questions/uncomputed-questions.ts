// Tests: ../ask.test.ts

import { plain } from '../../../grounding/grounded-text.ts'
import type { Question } from '../question.ts'
import { caveat } from './writing.ts'

/** Questions that are often asked and not computed. The answer says so, and names the nearest ones that are answered. */
export const UNCOMPUTED_QUESTIONS: readonly Question[] = [
  refuse(
    'forecast',
    ['What will the market do next year?', 'Will NVDA go up?', 'Where will AAPL be tomorrow?', 'What is the outlook?'],
    'Ballast does not forecast prices. It computes how far they may move, and what a fall would cost.',
    ['expected-move', 'market-fall', 'value-at-risk'],
  ),
  refuse(
    'buy',
    ['Should I buy NVDA?', 'What is the best stock to buy?', 'Which fund should I buy?', 'Should I add to AAPL?'],
    'Ballast does not say what to buy. It shows where the risk is, and what would reduce it.',
    ['recommendation', 'biggest-risk', 'diversification'],
  ),
  refuse(
    'taxes',
    ['How much tax do I owe?', 'What are my capital gains taxes if I sell?', 'How is selling NVDA taxed?'],
    'Ballast does not compute your tax bill. It shows what you gained, and what a sale would change.',
    ['holding-gain', 'sell', 'total-gain'],
  ),
  refuse(
    'company',
    [
      'What is the news on AAPL?',
      'When are the next earnings of NVDA?',
      'What is the P/E ratio of MSFT?',
      'Is KO overvalued?',
    ],
    'Ballast reads prices and options. It reads no news and no company reports.',
    ['expected-move', 'holding-volatility', 'movers'],
  ),
  {
    ...refuse(
      'greeks',
      ['What is the theta of my options?', 'What is my gamma exposure?', 'What are the Greeks of this portfolio?'],
      'Ballast does not compute Greeks here. The Options screen shows those of the options that you hold.',
      ['beta', 'market-fall', 'put-price'],
    ),
    screen: 'options',
  },
  refuse(
    'fees',
    ['What are the fees of my funds?', 'What do I pay in commissions?', 'What is the expense ratio of SPY?'],
    'Ballast does not know the fees of funds and brokers. It shows what you gained before them.',
    ['total-gain', 'hedge-cost', 'value'],
  ),
  refuse(
    'order',
    ['Can you place an order for me?', 'Can Ballast trade for me?', 'Execute this trade'],
    'Ballast does not place orders. The Hedges screen writes tickets that you can type at your broker.',
    ['hedge', 'recommendation'],
  ),
  refuse(
    'using-ballast',
    [
      'How do I upload a file?',
      'How do I change my password?',
      'How do I change my email?',
      'How do I delete my account?',
      'What does the PRO subscription cost?',
    ],
    'Ballast does not compute that: it is about your account. Questions here are about this portfolio.',
    ['value', 'biggest-risk', 'worst-crisis'],
  ),
]

function refuse(id: string, examples: Question['examples'], words: string, next: readonly string[]): Question {
  return { id, examples, next, isComputed: false, answer: async () => [caveat(plain(words))] }
}
