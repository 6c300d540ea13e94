import { compoundReturns, computeMoments, parseIsoDate } from '@ballast/quant'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { RiskHolding } from '../../risk/holding.ts'
import { comparedWith } from '../../risk/testing/compared-with.ts'
import { analysePortfolio } from './analyse-portfolio.ts'
import { writeInputs } from './write-inputs.ts'

const LAST = parseIsoDate('2026-11-20')

function closesOf(seed: number, from: number, to = 0) {
  const all = compoundReturns(
    Float64Array.from({ length: 252 }, (_, t) => 0.01 * Math.sin(seed * (t + 1) ** 2)),
    100,
  )
  const days = Int32Array.from(all, (_, t) => LAST - all.length + 1 + t)
  return { days: days.slice(from, days.length - to), closes: all.slice(from, all.length - to) }
}

const holding = (ticker: string, value: number, history: RiskHolding['history']): RiskHolding => ({
  ticker,
  value,
  units: value / 100,
  internalDiversification: 1,
  instrumentClass: 'company',
  sector: null,
  ...(history ? { history } : {}),
})

const deviation = (values: readonly number[]) => {
  const { count, squares } = computeMoments(Float64Array.from(values))
  return Math.sqrt(squares / (count - 1))
}

test('a score over histories that begin late and end early is reproduced by what the notes say', () => {
  const holdings = [
    holding('WHOLE', 700, closesOf(1, 0)),
    holding('LATE', -300, closesOf(2, 100)),
    holding('HALTED', 150, closesOf(3, 0, 40)),
    holding('NEW', 50, closesOf(4, 240)),
  ]
  const input = { holdings, cash: 100, ...comparedWith(closesOf(5, 0)), fundSectors: {}, names: {}, unpricedCost: 0 }
  const { diversification } = analysePortfolio(input).figures
  const file = [...writeInputs(input, { source: 'sample', simulated: true })].join('')
  const rows = Papa.parse<string[]>(file, { skipEmptyLines: true }).data
  const notes = rows.filter(([kind]) => kind === 'note').map(([, note]) => note)
  expect(notes.join(' ')).toMatch(/fewer than 60 returns .* left out.*80 % .* divided by the share/s)

  // From here on with nothing but the file.
  const toNumbers = (cells: readonly string[]) => cells.map((cell) => (cell === '' ? null : Number(cell)))
  const returns = rows.filter(([kind]) => kind === 'return').map((row) => toNumbers(row.slice(4)))
  const columns = holdings.map((_, i) => returns.flatMap((row) => row[i] ?? []))
  const kept = columns.flatMap((column, i) => (column.length >= 60 ? [i] : []))
  const given = toNumbers(rows.find(([kind]) => kind === 'weight')!.slice(4)).map(Number)
  const gross = kept.reduce((sum, i) => sum + Math.abs(given[i]!), 0)
  const together = returns.flatMap((row) => {
    const present = kept.filter((i) => row[i] !== null && row[i] !== undefined)
    const share = present.reduce((sum, i) => sum + Math.abs(given[i]!), 0) / gross
    const sum = present.reduce((total, i) => total + (given[i]! / gross) * row[i]!, 0)
    return share >= 0.8 ? [sum / share] : []
  })
  const alone = kept.reduce((sum, i) => sum + (Math.abs(given[i]!) / gross) * deviation(columns[i]!), 0)
  expect(diversification?.days).toBe(together.length)
  expect(together.length).toBeLessThan(252)
  expect(diversification?.exactScore).toBeCloseTo(100 * (1 - (deviation(together) / alone) ** 2), 9)
})
