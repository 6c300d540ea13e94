import { expect, test } from 'vitest'
import { readSource } from '../read-source.ts'

const HELD = ['AAPL 100 150.25', 'MSFT 50 300']
const read = async (text: string) => {
  const { positions, lines, problems } = await readSource({ name: 'Pasted text', text })
  return {
    held: positions.map(({ ticker, shares, avgCost }) => `${ticker} ${shares} ${avgCost}`),
    verdicts: lines.map(({ verdict }) => verdict),
    problems,
  }
}
const HEADER = 'Symbol\tLast Price\tQty\tAvg. Cost\tMarket Value\n'

test.each([
  [
    'the ticker above, the name before the figures',
    'AAPL\nApple Inc.\t231.20\t100\t150.25\t23,120.00\nMSFT\nMicrosoft\t512.30\t50\t300.00\t25,615.00\n',
  ],
  [
    'the name above, the ticker before the figures',
    'Apple Inc.\nAAPL\t231.20\t100\t150.25\t23,120.00\nMicrosoft\nMSFT\t512.30\t50\t300.00\t25,615.00\n',
  ],
  [
    'both above the figures',
    'AAPL\nApple Inc.\n231.20\t100\t150.25\t23,120.00\nMSFT\nMicrosoft\n512.30\t50\t300.00\t25,615.00\n',
  ],
  [
    'both above, and a blank cell before the figures',
    'AAPL\nApple Inc.\n\t231.20\t100\t150.25\t23,120.00\nMSFT\nMicrosoft\n\t512.30\t50\t300.00\t25,615.00\n',
  ],
  [
    'some in one line and some in two',
    'AAPL\t231.20\t100\t150.25\t23,120.00\nMSFT\nMicrosoft\t512.30\t50\t300.00\t25,615.00\n',
  ],
])('rows of a page that were parted: %s', async (_name, rows) => {
  const { held, verdicts, problems } = await read(`${HEADER}${rows}Total\t\t\t\t48,735.00\n`)
  expect(held).toEqual(HELD)
  expect(verdicts.filter((verdict) => verdict === 'position')).toHaveLength(rows.trim().split('\n').length)
  expect(problems).toEqual([])
})

test.each([
  [
    'a word in capitals above the first of its lines',
    'US\nApple Inc,100,23120\nMicrosoft,50,25615\nUK\nVodafone,50,205\n',
  ],
  ['a word for a kind or a currency', 'ETF\nVanguard Growth,12,3600\nUSD\nApple Inc,100,23120\n'],
])('what heads a group of lines is not the ticker of its first: %s', async (_name, rows) => {
  const { positions } = await readSource({ name: 'x.csv', text: `Name,Shares,Value\n${rows}` })
  expect(positions.map(({ doubts }) => doubts.map(({ field }) => field))).toEqual(positions.map(() => ['ticker']))
  expect(positions).toHaveLength(rows.split('\n').filter((row) => row.includes(',')).length)
})

test('a table as pages for programmers write it: bold, code and links', async () => {
  const text =
    '| Ticker | Shares | Avg Cost |\n|:--|--:|--:|\n| **AAPL** | 100 | `$150.25` |\n| [MSFT](https://example.org/msft) | __50__ | $300 |\n'
  expect((await read(text)).held).toEqual(HELD)
})
