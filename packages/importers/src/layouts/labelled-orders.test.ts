import { expect, test } from 'vitest'
import { readSource } from '../read-source.ts'

const confirm = (...fields: string[]) => ['Hello Jane,', 'your order was filled.', '', ...fields].join('\n')
const BOUGHT = [
  'Account: Individual ****4521',
  'Action: Buy',
  'Symbol: COST',
  'Description: COSTCO WHOLESALE CORP',
  'Quantity: 4',
]
const MORE = [
  'Price: $905.1150',
  'Commission: $0.00',
  'Net Amount: $3,620.46',
  'Trade Date: 11/18/2026',
  'Settlement Date: 11/19/2026',
]
const read = async (text: string) => {
  const { positions, content, lines } = await readSource({ name: 'Pasted text', text })
  const held = positions.map(
    ({ ticker, shares, avgCost, doubts }) => `${ticker} ${shares} ${avgCost}${doubts.length > 0 ? ' ?' : ''}`,
  )
  return { held, content, lines }
}

test('the confirmation of a purchase is a history of one trade', async () => {
  const { held, content, lines } = await read(confirm(...BOUGHT, ...MORE))
  expect(held).toEqual(['COST 4 905.115'])
  expect(content).toBe('activity')
  expect(lines.map(({ verdict }) => verdict)).not.toContain('not-understood')
  expect(lines).toHaveLength(13)
})

test('several confirmations are folded, sales among them', async () => {
  const sold = [
    'Account: Individual ****4521',
    'Symbol: COST',
    'Side: Sold',
    'Shares: 1',
    'Price: 950',
    'Trade Date: 11/20/2026',
  ]
  expect((await read(confirm(...BOUGHT, ...MORE, '', ...sold))).held).toEqual(['COST 3 905.115'])
})

const ORDER = (date: string, symbol: string) => [
  `Date: ${date}`,
  'Action: Buy',
  `Symbol: ${symbol}`,
  'Quantity: 10',
  'Price: 150',
]

test('orders that begin with their day are all counted', async () => {
  const text = [...ORDER('2026-01-05', 'AAPL'), ...ORDER('2026-01-06', 'MSFT'), '', ...ORDER('2026-01-07', 'AMD')].join(
    '\n',
  )
  expect((await read(text)).held).toEqual(['AAPL 10 150', 'MSFT 10 150', 'AMD 10 150'])
})

test('an order that lacks its day or what was done is told, not passed over', async () => {
  for (const lacking of ['Date', 'Action']) {
    const second = ORDER('2026-01-06', 'MSFT').filter((line) => !line.startsWith(lacking))
    const { held, lines } = await read(
      [...ORDER('2026-01-05', 'AAPL').toReversed(), '', ...second.toReversed()].join('\n'),
    )
    expect(held).toEqual(['AAPL 10 150'])
    expect(lines.filter(({ verdict }) => verdict === 'not-understood')[0]?.line).toBe(7)
  }
})

test('an order that was not filled changes nothing', async () => {
  const cancelled = ['Status: Cancelled', ...ORDER('2026-01-06', 'MSFT')]
  expect((await read(['Status: Filled', ...ORDER('2026-01-05', 'AAPL'), '', ...cancelled].join('\n'))).held).toEqual([
    'AAPL 10 150',
  ])
  expect((await read(cancelled.join('\n'))).held).toEqual([])
})

test('a sale of what nobody knows of is held for nothing', async () => {
  const sold = ['Symbol: COST', 'Side: Sold', 'Shares: 1', 'Price: 950', 'Trade Date: 11/20/2026']
  expect((await read(confirm(...sold))).held.filter((line) => !line.endsWith('?'))).toEqual([])
})

test('a text that labels something else is none', async () => {
  expect((await read('Symbol: AAPL\nQuantity: 10\nAvg cost: $150\n')).held).toEqual(['AAPL 10 150'])
})
