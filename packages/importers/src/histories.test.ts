import { describe, expect, test } from 'vitest'
import { readSource } from './read-source.ts'

type Held = [ticker: string, shares: string, avgCost: string | null, currency: string, isDoubted: boolean]

const HEADER = 'Date,Action,Symbol,Quantity,Price,Amount'
const read = (lines: string[]) => readSource({ name: 'x', text: lines.join('\n') })
async function heldIn(lines: string[]): Promise<Held[]> {
  const { positions } = await read(lines)
  return positions.map((one) => [one.ticker, one.shares ?? '', one.avgCost, one.currency, one.doubts.length > 0])
}
const heldAfter = (...rows: string[]) => heldIn([HEADER, ...rows])

describe('the words that brokers have for what happened', () => {
  test.each([
    ['underscores', ['2026-01-05,SELL_SHORT,TSLA,10,400', '2026-01-06,BUY_TO_COVER,TSLA,4,300'], '-6', '400'],
    ['the past', ['2026-01-05,Sold Short,TSLA,10,400', '2026-01-06,Bought To Cover,TSLA,4,300'], '-6', '400'],
    ['German', ['2026-01-05,Kauf,TSLA,10,400', '2026-01-06,Verkauf,TSLA,4,300'], '6', '400'],
    ['French', ['2026-01-05,Achat,TSLA,10,400', '2026-01-06,Vente,TSLA,4,300'], '6', '400'],
    ['Dutch', ['2026-01-05,Koop,TSLA,10,400', '2026-01-06,Verkoop,TSLA,4,300'], '6', '400'],
    ['a dividend reinvested', ['2026-01-05,Buy,TSLA,3,100', '2026-02-05,Dividend Reinvest,TSLA,1,140'], '4', '110'],
    ['a dividend that is paid', ['2026-01-05,Buy,TSLA,3,100', '2026-02-05,Reinvest Dividend,TSLA,,,12'], '3', '100'],
    ['a fee', ['2026-01-05,Buy,TSLA,3,100', '2026-02-05,ADR Fee,TSLA,3,,-0.06'], '3', '100'],
    ['a stock dividend', ['2026-01-05,Buy,TSLA,10,100', '2026-02-05,Stock Dividend,TSLA,1,'], '11', '90.9090909091'],
  ])('%s', async (_name, rows, shares, avgCost) => {
    expect(await heldAfter(...rows)).toEqual([['TSLA', shares, avgCost, 'USD', false]])
  })
})

describe('what happened is put in its order', () => {
  test('by the time of the day, where every line of the day has one', async () => {
    const header = 'Time,Action,Symbol,Quantity,Price'
    const bought = '2026-01-05 09:31:00,Buy,KO,10,100'
    const sold = '2026-01-05 15:00:00,Sell,KO,10,110'
    const again = '2026-01-05 15:30:00,Buy,KO,5,90'
    for (const order of [
      [bought, sold, again],
      [again, sold, bought],
      [sold, again, bought],
    ]) {
      expect(await heldIn([header, ...order])).toEqual([['KO', '5', '90', 'USD', false]])
    }
  })

  test('by halves of the day', async () => {
    const rows = ['01/05/2026 01:00:00 PM,Sell,KO,10,110', '01/05/2026 09:31:00 AM,Buy,KO,10,100']
    expect(await heldIn(['Time,Action,Symbol,Quantity,Price', ...rows, '01/06/2026 10:00:00 AM,Buy,F,1,9'])).toEqual([
      ['F', '1', '9', 'USD', false],
    ])
  })

  test('a sale waits for the purchases of its day, where no time tells', async () => {
    expect(await heldAfter('2026-01-05,Sell,KO,10,110', '2026-01-05,Buy,KO,10,100', '2026-01-05,Buy,KO,5,100')).toEqual(
      [['KO', '5', '100', 'USD', false]],
    )
  })

  test('most lines tell whether the newest stands first, not the first and the last', async () => {
    expect(
      await heldAfter(
        '2026-02-03,Buy,KO,5,80',
        '2026-02-02,Sell,KO,10,90',
        '2026-02-02,Buy,KO,10,70',
        '2026-01-05,Buy,F,1,9',
        '2026-02-09,Buy,T,1,20',
      ),
    ).toEqual([
      ['F', '1', '9', 'USD', false],
      ['KO', '5', '80', 'USD', false],
      ['T', '1', '20', 'USD', false],
    ])
  })
})

describe('splits', () => {
  test.each([
    ['new shares', ['2026-02-05,Stock Split,NVDA,27,'], '30', '90'],
    ['a reverse split that takes shares away', ['2026-02-05,Reverse Split,NVDA,-2,'], '1', '2700'],
    [
      'a reverse split, the old shares out and the new ones in',
      ['2026-02-05,Reverse Split,NVDA,-3,', '2026-02-05,Reverse Split,NVDA,1,'],
      '1',
      '2700',
    ],
    [
      'the new shares listed before the old ones',
      ['2026-02-05,Reverse Split,NVDA,1,', '2026-02-05,Reverse Split,NVDA,-3,'],
      '1',
      '2700',
    ],
    ['only its ratio', ['2026-02-05,Stock Split 10:1,NVDA,,'], '30', '90'],
    ['only the ratio of a reverse one', ['2026-02-05,Reverse Split 1-for-3,NVDA,,'], '1', '2700'],
    [
      'a purchase and a sale that are called a split',
      ['2026-02-05,BUY_TO_OPEN Forward Split,NVDA,30,0', '2026-02-05,SELL_TO_CLOSE Forward Split,NVDA,3,0'],
      '30',
      '90',
    ],
    ['sales after it', ['2026-02-05,Stock Split,NVDA,27,', '2026-02-06,Sell,NVDA,10,95'], '20', '90'],
  ])('%s', async (_name, rows, shares, avgCost) => {
    expect(await heldAfter('2026-01-05,Buy,NVDA,3,900', ...rows)).toEqual([['NVDA', shares, avgCost, 'USD', false]])
  })

  test('a reverse split that tells neither what went nor its ratio is a doubt', async () => {
    const [held] = await heldAfter('2026-01-05,Buy,NVDA,30,90', '2026-02-05,Reverse Split,NVDA,3,')
    expect(held?.[4]).toBe(true)
  })
})

describe('what was taken back or never was', () => {
  test('a cancelled purchase takes the purchase with it, as if neither had been', async () => {
    const rows = ['2026-01-05,Buy,KO,10,100', '2026-01-06,Buy,KO,10,200', '2026-01-07,Cancel Buy,KO,-10,200']
    expect(await heldAfter(...rows)).toEqual([['KO', '10', '100', 'USD', false]])
    const { lines } = await read([HEADER, ...rows])
    expect(lines[2]?.note).toContain('Taken back on line 4')
    expect(lines[3]?.note).toContain('Takes back line 3')
  })

  test('a cancelled sale', async () => {
    const rows = ['2026-01-05,Buy,KO,10,100', '2026-01-06,Sell,KO,10,200', '2026-01-07,Sell (reversed),KO,10,200']
    expect(await heldAfter(...rows)).toEqual([['KO', '10', '100', 'USD', false]])
  })

  test('what takes back something that is not here is a doubt', async () => {
    const rows = ['2026-01-05,Buy,KO,10,100', '2026-01-07,Cancel Buy,KO,3,200']
    expect(await heldAfter(...rows)).toEqual([['KO', '10', '100', 'USD', true]])
  })

  test.each(['Cancelled', 'Canceled', 'REJECTED', 'Expired', 'Pending', 'Not filled', 'Failed', 'Open'])(
    'an order that is %s changes nothing',
    async (status) => {
      const header = 'Date,Side,Symbol,Quantity,Price,Status'
      expect(await heldIn([header, '2026-01-05,Buy,KO,10,100,Filled', `2026-01-06,Sell,KO,10,100,${status}`])).toEqual([
        ['KO', '10', '100', 'USD', false],
      ])
    },
  )

  test('of an order, what was filled counts, at what was paid', async () => {
    const header = 'Date,Side,Symbol,Quantity,Filled Qty,Limit Price,Avg Fill Price,Status'
    expect(await heldIn([header, '2026-01-05,Buy,KO,100,60,10,9.50,Partially filled'])).toEqual([
      ['KO', '60', '9.5', 'USD', false],
    ])
  })
})

describe('what is not known is said', () => {
  test('transfers alone are a history too', async () => {
    expect(await heldAfter('2026-01-05,Transfer in,KO,10,', '2026-01-06,Transfer in,KO,5,')).toEqual([
      ['KO', '15', null, 'USD', false],
    ])
  })

  test('a split that leaves more decimals than are kept is rounded, and is a doubt', async () => {
    const rows = ['2026-01-05,Buy,KO,10,90', '2026-02-05,Reverse Split 1-for-3,KO,,']
    expect(await heldAfter(...rows)).toEqual([['KO', '3.3333333333', '270', 'USD', true]])
  })

  test('more shares than anybody can hold are a doubt, and no number', async () => {
    const { positions } = await read([HEADER, '2026-01-05,Buy,KO,900000000000,1', '2026-01-06,Buy,KO,900000000000,1'])
    expect(positions.map(({ shares, doubts }) => [shares, doubts.length])).toEqual([[null, 1]])
  })

  test('an action that nobody knows, which moves shares, is a doubt about what is held', async () => {
    const { positions, lines } = await read([HEADER, '2026-01-05,Buy,KO,10,100', '2026-02-05,Merger MER,KO,10,'])
    expect(positions.map(({ shares, doubts }) => [shares, doubts[0]?.reason])).toEqual([
      ['10', 'There may be more or less. "Merger MER" on 2026-02-05 may have changed how many are held.'],
    ])
    expect(lines[2]?.note).not.toBe('Changes no position.')
  })

  test('without a price, the amount tells what was paid', async () => {
    expect(await heldIn(['Date,Action,Symbol,Quantity,Amount', '2026-01-05,Buy,KO,10,-1001.50'])).toEqual([
      ['KO', '10', '100.15', 'USD', false],
    ])
  })

  test('how the cost is counted stands beside every history', async () => {
    const { notes } = await read([HEADER, '2026-01-05,Buy,KO,10,100'])
    expect(notes.join(' ')).toContain('average of what was paid, without fees')
    expect(notes.join(' ')).toContain('Known from 2026-01-05')
  })

  test('purchases in several currencies stay apart', async () => {
    const header = 'Date,Action,Symbol,Quantity,Price,Currency'
    expect(await heldIn([header, '2026-01-05,Buy,SAP,10,100,EUR', '2026-01-06,Buy,SAP,5,120,USD'])).toEqual([
      ['SAP', '10', '100', 'EUR', false],
      ['SAP', '5', '120', 'USD', false],
    ])
  })

  test('the price of an option may be that of a contract, which its amount tells', async () => {
    expect(await heldAfter('2026-01-05,Buy to open,AAPL270115C00250000,2,550,-1100')).toEqual([
      ['AAPL270115C00250000', '2', '5.5', 'USD', false],
    ])
    expect(await heldAfter('2026-01-05,Buy to open,AAPL270115C00250000,2,5.5,-1100')).toEqual([
      ['AAPL270115C00250000', '2', '5.5', 'USD', false],
    ])
  })
})

test('a price in pence is proven by what was paid in pounds', async () => {
  const header = `${HEADER},Currency`
  const rows = ['2026-01-05,Buy,VOD.L,1000,71.50,715,GBP', '2026-01-06,Buy,BP.L,200,4.405,881,GBP']
  expect(await heldIn([header, ...rows])).toEqual([
    ['VOD.L', '1000', '0.715', 'GBP', false],
    ['BP.L', '200', '4.405', 'GBP', false],
  ])
})
