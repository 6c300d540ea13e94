import { isTicker } from '@ballast/contract'
import { expect, test } from 'vitest'
import { readSource } from './read-source.ts'

const RUN = [
  "=CMD|' /C calc'!A0",
  '+1+1',
  '@SUM(1+1)*cmd',
  '-2+3+cmd',
  '＝1+1',
  "'=1+1",
  '=HYPERLINK("http://evil","x")',
]

test.each(RUN)(
  '%j where a ticker stands is shown as it is, is a doubt, and is nothing that could be stored',
  async (text) => {
    const cell = `"${text.replaceAll('"', '""')}"`
    const { positions, lines } = await readSource({
      name: 'x',
      text: `Symbol,Name,Quantity,Price\n${cell},Acme,5,10\nKO,Coca,1,60\n`,
    })
    const [hostile, other] = positions
    expect([other?.ticker, other?.shares]).toEqual(['KO', '1'])
    expect(isTicker(hostile?.ticker ?? '')).toBe(false)
    expect(hostile?.doubts.map(({ field }) => field)).toContain('ticker')
    expect(lines[1]?.text).toContain(text.replaceAll('"', '""'))
  },
)

test.each(RUN)('%j as a name, a sector and an account is text', async (text) => {
  const cell = `"${text.replaceAll('"', '""')}"`
  const { positions } = await readSource({
    name: 'x',
    text: `Account,Symbol,Name,Quantity,Sector\n${cell},KO,${cell},1,${cell}\n`,
  })
  expect(positions.map(({ ticker, shares, name, sector }) => [ticker, shares, name, sector])).toEqual([
    ['KO', '1', text, text],
  ])
})

test.each(['=1+1', '=10*2', '@5+5', '+cmd|5'])('%j is no number of shares', async (text) => {
  const { positions, problems } = await readSource({
    name: 'x',
    text: `Symbol,Quantity,Price\nKO,${text},60\nF,2,12\n`,
  })
  expect(positions.map(({ ticker, shares }) => [ticker, shares])).toEqual([
    ['KO', null],
    ['F', '2'],
  ])
  expect(problems).toHaveLength(1)
})
