import { expect, test } from 'vitest'
import { nameBlock, orderByBlocks, orderByName } from './blocks-view.ts'
import { toMatrix } from './matrix-view.ts'

const tickers = [
  { ticker: 'NVDA', name: null, value: 3, weightPercent: 30 },
  { ticker: 'KO', name: null, value: 3, weightPercent: 25 },
  { ticker: 'AMD', name: null, value: 2, weightPercent: 20 },
  { ticker: 'GLD', name: null, value: 1, weightPercent: 15 },
  { ticker: 'PEP', name: null, value: 1, weightPercent: 10 },
]
const pair = (ticker1: string, ticker2: string, correlation: number) => ({ ticker1, ticker2, correlation })
const matrix = toMatrix({
  tickers,
  correlationMatrix: [
    pair('AMD', 'NVDA', 0.8),
    pair('KO', 'PEP', 0.7),
    pair('KO', 'NVDA', 0.2),
    pair('AMD', 'KO', 0.1),
    pair('GLD', 'KO', 0),
  ],
})

test('what moves together stands side by side, and is named by its heaviest', () => {
  const { matrix: ordered, blocks } = orderByBlocks(matrix)
  expect(ordered.tickers.toSorted()).toEqual(matrix.tickers.toSorted())
  expect(
    blocks.map((block) => [nameBlock(block, ordered), block.tickers, block.correlation, block.weightPercent]),
  ).toEqual([
    ['NVDA block', ['NVDA', 'AMD'], 0.8, 50],
    ['KO block', ['KO', 'PEP'], 0.7, 35],
  ])
  for (const { first, tickers: own } of blocks) expect(ordered.tickers.slice(first, first + own.length)).toEqual(own)
})

test('another order keeps every correlation, weight and gap', () => {
  const read = ({ tickers: names, values, weights }: typeof matrix) =>
    names
      .flatMap((row, i) => names.map((column, j) => `${row} ${weights[i]} ${column} ${values[i * names.length + j]}`))
      .sort()
  expect(read(orderByBlocks(matrix).matrix)).toEqual(read(matrix))
  expect(read(orderByName(matrix))).toEqual(read(matrix))
  expect(orderByName(matrix).tickers).toEqual(['AMD', 'GLD', 'KO', 'NVDA', 'PEP'])
})
