import { describe, expect, test } from 'vitest'
import { readSource } from './read-source.ts'

const read = (text: string) => readSource({ name: 'positions', bytes: Buffer.from(text) })

/** Positions, a line each: account, ticker, shares, cost of a share, currency, stated value, and the fields in doubt. */
const heldIn = async (text: string) =>
  (await read(text)).positions.map(({ account, ticker, shares, avgCost, currency, statedValue, doubts }) =>
    [
      ...(account === null ? [] : [account]),
      ticker,
      shares ?? '-',
      avgCost ?? '-',
      currency,
      statedValue ?? '-',
      ...doubts.map(({ field }) => `${field}?`),
    ].join(' '),
  )

describe('columns in a currency of their own', () => {
  const HEADER = 'Symbol,Quantity,Market Price Currency,Book Value (CAD)'

  test('a cost in another currency than the line is not one of it, where another column is in its own', async () => {
    const text = `${HEADER},Book Value (Market),Market Value\nAAPL,12.5,USD,2700,2000,2890\nXEQT,100,CAD,3000,3000,3500\n`
    expect(await heldIn(text)).toEqual(['AAPL 12.5 160 USD 2890', 'XEQT 100 30 CAD 3500'])
  })

  test('where no other column has it, it is a doubt and no cost', async () => {
    expect(await heldIn(`${HEADER}\nAAPL,12.5,USD,2700\nXEQT,100,CAD,3000\n`)).toEqual([
      'AAPL 12.5 - USD - avgCost?',
      'XEQT 100 30 CAD -',
    ])
  })

  test('a value in another currency is not compared with the price', async () => {
    const text = 'Naam;Ticker;Aantal;Koers;Valuta;Waarde in EUR\nMicrosoft;MSFT;3;512,30;USD;1397,18\n'
    expect(await heldIn(text)).toEqual(['MSFT 3 - USD -'])
  })

  test('an account statement of DEGIRO in any language has the amount in the currency beside it', async () => {
    const head = 'Prodotto,Codice ISIN,Quantità,Chiusura,Valore locale,,Valore in EUR'
    expect(await heldIn(`${head}\nMICROSOFT,US5949181045,3,"512,30",USD,"1536,90","1397,18"\n`)).toEqual([
      'US5949181045 3 - USD 1536.9 ticker?',
    ])
  })
})

test('pence that the column and the line state are pence once', async () => {
  const text = 'Symbol,Quantity,Average price (pence),Currency\nVOD,1000,71,GBX\nBP,10,440,GBP\n'
  expect(await heldIn(text)).toEqual(['VOD 1000 0.71 GBP - ticker?', 'BP 10 4.4 GBP - ticker?'])
})

test('a cost in pence is weighed with the price in pence, beside values in pounds', async () => {
  const lots = 'VOD.L,1000,71.5,69.20,715.00\nBP.L,200,440.5,430,881.00\n'
  expect(await heldIn(`Symbol,Quantity,Price (GBX),Avg Cost (GBX),Value (£)\n${lots}`)).toEqual([
    'VOD.L 1000 0.692 GBP 715',
    'BP.L 200 4.3 GBP 881',
  ])
  const text = 'Ticker,Shares,Current price,Average price,Value,Currency\nVOD.L,1000,71.5,69.20,715,GBX\n'
  expect(await heldIn(text)).toEqual(['VOD.L 1000 0.692 GBP 715'])
  const totals = 'VOD.L,1000,71.5,692,715.00\nBP.L,200,440.5,860,881.00\n'
  expect(await heldIn(`Symbol,Quantity,Price (p),Cost (£),Value (£)\n${totals}`)).toEqual([
    'VOD.L 1000 0.692 GBP 715',
    'BP.L 200 4.3 GBP 881',
  ])
})

test('a price in pence is one of London, whose listing is suggested for a bare ticker', async () => {
  const { positions } = await read(
    'Symbol,Qty,Price,Currency\nVOD,1000,71.00,GBX\nSHEL.L,10,2650,GBX\nAAPL,1,230,USD\n',
  )
  expect(positions.map(({ ticker, suggestions }) => [ticker, ...suggestions.map(({ value }) => value)])).toEqual([
    ['VOD', 'VOD.L'],
    ['SHEL.L'],
    ['AAPL'],
  ])
})

test('the sign of a cost tells the currency where nothing else does', async () => {
  expect(await heldIn('Symbol,Shares,Avg Cost\nSAP.DE,10,€120.50\nVOD.L,5,£0.71\n')).toEqual([
    'SAP.DE 10 120.5 EUR -',
    'VOD.L 5 0.71 GBP -',
  ])
})

test('amounts of pence are pounds, beside columns in pounds and in lines that say that they are quoted in pence', async () => {
  expect(await heldIn('Symbol,Shares,Avg Cost,Price\nVOD.L,1000,90.00p,71.00p\nAAPL,5,£120,£150\n')).toEqual([
    'VOD.L 1000 0.9 GBP -',
    'AAPL 5 120 GBP -',
  ])
  const text =
    'Symbol,Qty,Price,Currency,Market Value,Average Price,Book Cost £\nVOD.L,1000,71.00p,GBX,£710.00,90.00p,£900.00\n'
  expect(await heldIn(text)).toEqual(['VOD.L 1000 0.9 GBP 710'])
})

test('tickers of São Paulo and Hong Kong are known by their shape', async () => {
  const text = 'Ativo;Quantidade;Preço médio\nPETR4;300;28,35\nVALE3;150;61,20\n0700.HK;40;310,50\n'
  expect(await heldIn(text)).toEqual([
    'PETR4 300 28.35 USD -',
    'VALE3 150 61.2 USD -',
    '0700.HK 40 310.5 USD - currency?',
  ])
})

test('a cost that may be of one share or of all is a doubt, in any language', async () => {
  expect(await heldIn('Symbol;Stück;Einstand\nSAP.DE;10;120,50\nBMW.DE;5;80,25\n')).toEqual([
    'SAP.DE 10 12.05 USD - avgCost? currency?',
    'BMW.DE 5 16.05 USD - avgCost? currency?',
  ])
})

test('a total is in what its column is counted in', async () => {
  const { statedTotals } = await read('Name,Ticker,Quantity,Value (£)\nVodafone,VOD,1000,710\nTotals,,,710\n')
  expect(statedTotals).toEqual([{ account: null, currency: 'GBP', value: 710 }])
})

test('accounts of one name stay apart by their numbers', async () => {
  const text =
    'Account Name,Account Number,Symbol,Quantity,Avg Cost\nRoth,A1112222,AAPL,1,10\nRoth,A1113333,AAPL,2,20\n'
  expect(await heldIn(text)).toEqual(['Roth …2222 AAPL 1 10 USD -', 'Roth …3333 AAPL 2 20 USD -'])
})

test('names of columns as programs write them', async () => {
  expect(await heldIn('name;isin;quantity;buyingPrice;lastPrice\nLIQUIDE;FR0000120073;12;140,25;170,10\n')).toEqual([
    'FR0000120073 12 140.25 USD - ticker?',
  ])
  expect(await heldIn('ticker,sharesHeld,avg_entry_price\nAAPL,10,150\n')).toEqual(['AAPL 10 150 USD -'])
})

test('a purchase price beside what was done is the price of the purchase', async () => {
  const head = 'Symbol,Current Price,Date,Trade Date,Purchase Price,Quantity,Commission,Transaction Type'
  const lots = 'AAPL,231.2,2026/11/20,20200105,75.5,20,4.95,BUY\nAAPL,231.2,2026/11/20,20230105,125.5,10,0,BUY\n'
  expect(await heldIn(`${head}\n${lots}`)).toEqual(['AAPL 30 92.1666666667 USD -'])
})

test('credits and debits of a trade are its price', async () => {
  expect(await heldIn('Symbol,Quantity,Trade Price\nSOFI,-2,6.25 cr\nAMD,3,4.10 db\n')).toEqual([
    'SOFI -2 6.25 USD -',
    'AMD 3 4.1 USD -',
  ])
})

test('a line of cash that names its currency', async () => {
  const text = 'Investment,Quantity,Price,Value (£),Cost (£)\nApple Inc (AAPL),10,180,1800,1000\nCash GBP,,,77.10,\n'
  expect(await heldIn(text)).toEqual(['AAPL 10 100 GBP 1800', 'GBP 77.1 1 GBP 77.1'])
})
