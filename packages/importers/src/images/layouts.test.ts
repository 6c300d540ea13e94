import { describe, expect, test } from 'vitest'
import { readList } from './layout/list-layout.ts'
import { readTables } from './layout/table-layout.ts'
import { placeRows, placeText, summarise, toContext } from './testing/placed-cells.ts'
import { keepHoldings } from './verdict/plausible-holdings.ts'

describe('lists', () => {
  test('a word that stands at every holding is a label, and tickers may have more letters than five', () => {
    const cells = ['HDFCBANK', 'ITC', 'MARUTI'].flatMap((ticker, row) => [
      placeText(`Qty. ${row + 5} • Avg. 69${row}.26`, 50, 100 + 200 * row),
      placeText(ticker, 50, 140 + 200 * row, 26),
      placeText(`LTP 1,0${row}4.87`, 600, 185 + 200 * row),
    ])
    expect(summarise(readList(toContext(cells)))).toEqual([
      ['HDFCBANK', '5', '690.26'],
      ['ITC', '6', '691.26'],
      ['MARUTI', '7', '692.26'],
    ])
  })

  test('the last holding reaches as far below its ticker as the others do, however high it begins', () => {
    const cells = [
      ...[placeText('KO', 50, 100), placeText('12 shares', 50, 130)],
      ...[placeText('AAPL', 50, 300), placeText('14 shares', 50, 330)],
      ...[placeText('A name in', 50, 470), placeText('two lines', 50, 500)],
      ...[placeText('MSFT', 50, 530), placeText('16 shares', 50, 560)],
    ]
    expect(summarise(readList(toContext(cells))).map(([ticker, shares]) => [ticker, shares])).toEqual([
      ['KO', '12'],
      ['AAPL', '14'],
      ['MSFT', '16'],
    ])
  })

  test('an amount whose label nobody knows may be the cost that is missing, which is a doubt', () => {
    const cells = ['KO', 'AAPL', 'MSFT'].flatMap((ticker, row) => [
      placeText(ticker, 50, 100 + 130 * row, 22),
      placeText(`Shares ${row + 7}`, 50, 140 + 130 * row),
      placeText(`Zug 22${row}.73`, 400, 140 + 130 * row),
      placeText(`Last 24${row}.01`, 700, 140 + 130 * row),
    ])
    const doubts = readList(toContext(cells))?.candidates.map(({ costDoubt }) => costDoubt)
    expect(doubts?.map((doubt) => doubt?.includes('Zug 22'))).toEqual([true, true, true])
  })

  test('companies without a ticker are holdings too, under their names', () => {
    const cells = ['ING Groep N.V.', 'Adyen N.V.', 'Airbus SE'].flatMap((name, row) => [
      placeText(name, 200, 100 + 120 * row, 24),
      placeText(`x ${row + 2}.5`, 200, 140 + 120 * row),
    ])
    const read = readList(toContext(cells))
    expect(summarise(read).map(([, shares]) => shares)).toEqual(['2.5', '3.5', '4.5'])
    expect(read?.candidates.map(({ security }) => security.isByName)).toEqual([true, true, true])
  })

  test('a plain number beside what a share has cost is the shares; beside a price alone it is not', () => {
    const cells = (cost: string) =>
      ['KO', 'AAPL', 'MSFT'].flatMap((ticker, row) => [
        placeText(ticker, 50, 100 + 130 * row, 22),
        placeText(`1${row}`, 700, 100 + 130 * row, 22),
        placeText(`${cost}3${row}.17`, 660, 140 + 130 * row),
      ])
    expect(summarise(readList(toContext(cells('@ '))))).toEqual([
      ['KO', '10', '30.17'],
      ['AAPL', '11', '31.17'],
      ['MSFT', '12', '32.17'],
    ])
    expect(summarise(readList(toContext(cells('$'))))).toEqual([])
  })

  test('a company that is known names a holding, however far its ticker stands from it', () => {
    const cells = ['KO', 'V'].flatMap((ticker, row) => [
      placeText(row === 0 ? 'Coca-Cola' : 'Visa Inc.', 50, 100 + 130 * row),
      placeText(ticker, 900, 100 + 130 * row),
      placeText(`1${row} shares`, 880, 140 + 130 * row),
    ])
    expect(readList(toContext(cells))?.candidates.map(({ name }) => name?.text)).toEqual(['Coca-Cola', 'Visa Inc.'])
  })

  test('specks between two holdings part nothing', () => {
    const cells = ['KO', 'AAPL', 'MSFT', 'V', 'NFLX'].flatMap((ticker, row) => [
      placeText(ticker, 50, 100 + 300 * row, 30),
      placeText(`${row + 2} shares`, 50, 240 + 300 * row),
    ])
    const speck = { ...placeText('~', 700, 190, 6), text: '~' }
    expect(summarise(readList(toContext([...cells, speck]))).map(([ticker, shares]) => [ticker, shares])).toEqual([
      ['KO', '2'],
      ['AAPL', '3'],
      ['MSFT', '4'],
      ['V', '5'],
      ['NFLX', '6'],
    ])
  })
})

test('a line above a list says once for all what its figures are', () => {
  const cells = ['KO', 'AAPL', 'MSFT'].flatMap((ticker, row) => [
    placeText(ticker, 50, 200 + 100 * row, 24),
    placeText(`${row + 5} · $2${row}.76 → $2${row}.88`, 50, 235 + 100 * row),
    placeText(`$1,${row}19.97`, 600, 200 + 100 * row),
  ])
  const legend = placeText('Qty · Avg cost → Last price', 50, 100)
  expect(summarise(readList(toContext([legend, ...cells])))).toEqual([
    ['KO', '5', '$20.76'],
    ['AAPL', '6', '$21.76'],
    ['MSFT', '7', '$22.76'],
  ])
})

describe('holdings by their weights', () => {
  const list = (weights: readonly string[]) => {
    const cells = ['KO', 'AAPL', 'MSFT'].flatMap((ticker, row) => [
      placeText(ticker, 50, 200 + 100 * row, 24),
      placeText(`$1,${row}19.97`, 600, 200 + 100 * row),
      placeText(weights[row] ?? '', 600, 235 + 100 * row),
    ])
    return keepHoldings(readList(toContext(cells)), toContext(cells))
  }

  test('parts of a whole are held, though no shares are shown', () => {
    expect(list(['32.3%', '6.5%', '61.2%'])?.candidates.map(({ security }) => security.ticker)).toEqual([
      'KO',
      'AAPL',
      'MSFT',
    ])
  })

  test('moves of a day are not, and no holdings are made of them', () => {
    expect(list(['+1.3%', '-0.5%', '+2.2%'])).toBeUndefined()
    expect(list(['1.3%', '0.5%', '2.2%'])).toBeUndefined()
  })
})

describe('tables', () => {
  const COLUMNS = [50, 300, 500, 700, 900]
  const HEAD = ['Symbol', 'Qty', 'Avg cost', 'Price', 'Value']

  test('a full row whose ticker and shares were not read is a holding of its own', () => {
    const rows = [
      HEAD,
      ['KO', '10', '50.00', '60.00', '600.00'],
      ['\\', 'Mn', '70.00', '80.00', '880.00'],
      ['AAPL', '12', '90.00', '91.00', '1,092.00'],
      ['MSFT', '13', '92.00', '93.00', '1,209.00'],
    ]
    expect(summarise(readTables(toContext(placeRows(rows, COLUMNS))))).toEqual([
      ['KO', '10', '50.00'],
      ['?', 'Mn', '70.00'],
      ['AAPL', '12', '90.00'],
      ['MSFT', '13', '92.00'],
    ])
  })

  test('tickers below the names, with the figures between both lines', () => {
    const names = ['Coca-Cola', 'Nowhere Corp', 'Visa Inc.']
    const cells = ['KO', 'NWHR', 'V'].flatMap((ticker, row) => [
      placeText(names[row] ?? '', 50, 200 + 100 * row, 22),
      placeText(ticker, 50, 235 + 100 * row, 16),
      ...['10', '50.00', '60.00', '600.00'].map((text, at) => placeText(text, COLUMNS[at + 1] ?? 0, 218 + 100 * row)),
    ])
    const head = placeRows([['Security', ...HEAD.slice(1)]], COLUMNS)
    expect(summarise(readTables(toContext([...head, ...cells]))).map(([ticker]) => ticker)).toEqual(['KO', 'NWHR', 'V'])
  })

  test('two tables beside each other have a holding each in one line', () => {
    const rows = [
      ['Symbol', 'Qty', 'Avg', 'Symbol', 'Qty', 'Avg'],
      ['KO', '10', '50.00', 'AAPL', '12', '90.00'],
      ['V', '11', '51.00', 'MSFT', '13', '91.00'],
    ]
    expect(summarise(readTables(toContext(placeRows(rows, [50, 200, 350, 700, 850, 1000]))))).toEqual([
      ['KO', '10', '50.00'],
      ['V', '11', '51.00'],
      ['AAPL', '12', '90.00'],
      ['MSFT', '13', '91.00'],
    ])
  })

  test.each([
    ['figures halfway between name and ticker', [15, 15]],
    ['figures in two lines', [0, 34]],
  ])('names above their tickers are no holdings of their own: %s', (_, [first = 0, second = 0]) => {
    const names = ['Unheard Of', 'Realty Income', 'Visa', 'Two & Co'].map((name, row) => ({ name, row }))
    const cells = [
      ...placeRows([['Symbol', 'Shares', 'Avg cost', 'Value']], [50, 400, 600, 800]),
      ...(first === second ? [] : [placeText('Gain', 800, 134)]),
      ...names.flatMap(({ name, row }) => [
        placeText(name, 50, 200 + 80 * row, 20),
        placeText(['KO', 'O', 'V', 'T'][row] ?? '', 50, 234 + 80 * row, 16),
        placeText(`1${row}`, 420, 200 + first + 80 * row),
        placeText(`5${row}.00`, 600, 200 + first + 80 * row),
        placeText(`6${row}0.00`, 800, 200 + first + 80 * row),
        ...(first === second ? [] : [placeText(`1${row}.00`, 800, 200 + second + 80 * row)]),
      ]),
    ]
    expect(summarise(readTables(toContext(cells)))).toEqual([
      ['KO', '10', '50.00'],
      ['O', '11', '51.00'],
      ['V', '12', '52.00'],
      ['T', '13', '53.00'],
    ])
  })

  test('the first of two lines of names may be all of other meaning', () => {
    const cells = [
      ...[placeText('Chg', 400, 100), placeText('% of portfolio', 600, 100)],
      ...[placeText('Security', 50, 117), placeText('Shares', 900, 117)],
      ...[placeText('Avg cost', 400, 134), placeText('Price', 600, 134)],
      ...['KO', 'V', 'AAPL'].flatMap((ticker, row) => [
        ...[placeText(ticker, 50, 217 + 100 * row), placeText(`1${row}`, 900, 217 + 100 * row)],
        ...[placeText(`+$4${row}.50`, 400, 200 + 100 * row), placeText(`3${row}.00%`, 600, 200 + 100 * row)],
        ...[placeText(`$5${row}.00`, 400, 234 + 100 * row), placeText(`$6${row}.00`, 600, 234 + 100 * row)],
      ]),
    ]
    expect(summarise(readTables(toContext(cells)))).toEqual([
      ['KO', '10', '$50.00'],
      ['V', '11', '$51.00'],
      ['AAPL', '12', '$52.00'],
    ])
  })

  test('the column of tickers may have no name', () => {
    const rows = [
      ['', 'Shares', 'Price paid', 'Price today', 'Worth today'],
      ['KO', '10', '50.00', '60.00', '600.00'],
      ['V', '12', '90.00', '91.00', '1,092.00'],
    ]
    expect(summarise(readTables(toContext(placeRows(rows, COLUMNS))))).toEqual([
      ['KO', '10', '50.00'],
      ['V', '12', '90.00'],
    ])
  })

  test('"Cost" is that of a share where it is near the price and far from the value', () => {
    const rows = [
      ['Symbol', 'Qty', 'Cost', 'Price', 'Value'],
      ['KO', '100', '50.00', '60.00', '6,000.00'],
      ['V', '120', '90.00', '91.00', '10,920.00'],
    ]
    const roles = readTables(toContext(placeRows(rows, COLUMNS)))?.candidates.map(({ figures }) => Object.keys(figures))
    expect(roles).toEqual([expect.arrayContaining(['avgCost']), expect.arrayContaining(['avgCost'])])
    const totals = rows.map((row, at) =>
      row.map((text) => (at > 0 && /^(?:50|90)\.00$/.test(text) ? `${text.slice(0, 2)}00.00` : text)),
    )
    const ofTotals = readTables(toContext(placeRows(totals, COLUMNS)))?.candidates.map(({ figures }) =>
      Object.keys(figures),
    )
    expect(ofTotals).toEqual([expect.arrayContaining(['costTotal']), expect.arrayContaining(['costTotal'])])
  })

  test('what makes shares times it another amount is the cost where price and value are told', () => {
    const rows = [
      ['Symbol', 'Qty', 'Xx', 'Yy', 'Price', 'Value'],
      ['KO', '263', '46.4897', '12,226.79', '42.08', '11,067.04'],
      ['V', '58', '295.7449', '17,153.20', '653.30', '37,891.40'],
    ]
    expect(summarise(readTables(toContext(placeRows(rows, [50, 200, 400, 600, 800, 1000]))))).toEqual([
      ['KO', '263', '46.4897'],
      ['V', '58', '295.7449'],
    ])
  })

  test('two figures in one cell are what the name of its column says', () => {
    const rows = [
      ['Name', 'Size', 'Price (entry)', 'Exposure'],
      ['KO', '363', '322.39 (222.73)', '$117,027.57'],
      ['V', '39', '125.45 (51.12)', '$4,892.55'],
    ]
    expect(summarise(readTables(toContext(placeRows(rows, COLUMNS))))).toEqual([
      ['KO', '363', '222.73'],
      ['V', '39', '51.12'],
    ])
  })

  test('lots below a holding, by their day, are no holdings', () => {
    const rows = [
      HEAD,
      ['KO', '30', '50.00', '60.00', '1,800.00'],
      ['03/14/2024', '10', '40.00', '60.00', '600.00'],
      ['08/02/2025', '20', '55.00', '60.00', '1,200.00'],
      ['V', '12', '90.00', '91.00', '1,092.00'],
    ]
    expect(summarise(readTables(toContext(placeRows(rows, COLUMNS))))).toEqual([
      ['KO', '30', '50.00'],
      ['V', '12', '90.00'],
    ])
  })
})

describe('what is no list of holdings', () => {
  const COLUMNS = [50, 200, 400, 600]
  const read = (rows: string[][]) => {
    const context = toContext(placeRows(rows, COLUMNS))
    return keepHoldings(readTables(context) ?? readList(context), context)
  }

  test.each([
    [
      'a watch list',
      [
        ['Symbol', 'Last', 'Bid', 'Ask'],
        ['KO', '60.00', '59.99', '60.01'],
        ['V', '91.00', '90.99', '91.01'],
      ],
    ],
    [
      'ranks',
      [
        ['Symbol', 'Pos', 'Pts'],
        ['KO', '1', '27'],
        ['V', '2', '26'],
        ['AAPL', '3', '25'],
        ['MSFT', '4', '21'],
      ],
    ],
    [
      'open orders',
      [
        ['Symbol', 'Qty', 'Limit', 'Status'],
        ['KO', '33', '60.00', 'Open'],
        ['V', '25', '91.00', 'Open'],
      ],
    ],
    [
      'rates of exchange',
      [
        ['Name', 'Qty', 'Price'],
        ['USD', '1.15', '2'],
        ['CHF', '0.93', '2'],
        ['JPY', '180', '2'],
      ],
    ],
  ])('%s', (_, rows) => {
    expect(read(rows)).toBeUndefined()
  })

  test('a receipt', () => {
    const bought = placeRows(
      [['2 MILK @ 3.49'], ['3 SODA @ 6.50'], ['SUBTOTAL 26.48'], ['TAX 2.10'], ['THANK YOU']],
      [50],
    )
    const held = placeRows([['2 MILK @ 3.49'], ['3 KO @ 6.50'], ['Tax lots']], [50])
    const read = (cells: typeof held) => keepHoldings(readList(toContext(cells)), toContext(cells))?.candidates.length
    expect([read(bought), read(held)]).toEqual([undefined, 2])
  })

  test('shares with a cost are holdings, whatever else stands beside them', () => {
    const rows = [
      ['Symbol', 'Qty', 'Avg cost', 'Status'],
      ['KO', '33', '60.00', 'Open'],
      ['V', '25', '91.00', 'Open'],
    ]
    expect(read(rows)?.candidates).toHaveLength(2)
  })
})
