import { expect, test } from 'vitest'
import { readSource } from '../read-source.ts'

const heldIn = async (...lines: string[]) => {
  const { positions } = await readSource({ name: 'x.csv', text: lines.join('\n') })
  return positions.map(({ ticker, shares, avgCost, doubts }) => [ticker, shares, avgCost, doubts.length])
}

test('holdings side by side, with the names of their figures at the left, are read as if they stood below each other', async () => {
  expect(await heldIn(',AAPL,BRK.B,KO', 'Shares,10,20,30', 'Avg cost,150,280,', 'Market value,1900,8400,1800')).toEqual(
    [
      ['AAPL', '10', '150', 0],
      ['BRK.B', '20', '280', 0],
      ['KO', '30', null, 0],
    ],
  )
  expect(await heldIn('Kennzahl;SAP;BMW', 'Stück;10;5', 'Einstandskurs;112,50;90')).toEqual([
    ['SAP', '10', '112.5', 0],
    ['BMW', '5', '90', 0],
  ])
  expect(await heldIn('My holdings,,', 'Name,Apple,Coke', 'Quantity,1,2', 'Ticker,AAPL,KO', 'Price,190,60')).toEqual([
    ['AAPL', '1', null, 0],
    ['KO', '2', null, 0],
  ])
})

test('a table that is upright stays so, and labels that come again are those of another holding', async () => {
  expect(await heldIn('Symbol,Shares', 'AAPL,10', 'COST,5')).toEqual([
    ['AAPL', '10', null, 0],
    ['COST', '5', null, 0],
  ])
  expect(await heldIn('Symbol,AAPL', 'Shares,10', 'Symbol,KO', 'Shares,20')).not.toContainEqual(['AAPL', '10', null, 0])
})
