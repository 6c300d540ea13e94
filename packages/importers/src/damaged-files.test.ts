import { expect, test } from 'vitest'
import type { ImportedSource, SourcePosition } from './imported-source.ts'
import { readSource } from './read-source.ts'
import { damageFiles, listWholeFiles, type WholeFile } from './testing/damaged-files.ts'

/** Files of the short run; the full and the long one read 300 and more. */
const SHORT = 60
const FULL = 300
const LONG = 5_000
/** Seconds of processor time, on a busy machine. */
const MOST_SECONDS = 5
const SEED = 20_261_128

/** A linear congruential generator: the same files in every run. */
function createBelow(seed: number): { random: () => number; below: (limit: number) => number } {
  let state = seed >>> 0
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { random, below: (limit) => Math.floor(random() * Math.max(1, limit)) }
}

const textsOf = ({ lines }: ImportedSource, verdict?: string) =>
  lines.filter((line) => verdict === undefined || line.verdict === verdict).map(({ text }) => text)

const isSure = ({ doubts }: SourcePosition) => doubts.length === 0

/** Content of a position, its cost to the digits that a total leaves open; null where it says none. */
const toSaid = ({ kind, ticker, shares, avgCost }: SourcePosition) => ({
  what: `${kind} ${ticker} ${shares}`,
  cost: avgCost === null ? null : Number(avgCost),
})

/**
 * Faults in the reading of a damaged file, in words. A line that was not damaged, below names of columns
 * that were not, says what it said in the whole file, or is in doubt, or is not understood.
 */
function findFault(read: ImportedSource, whole: ImportedSource): string | undefined {
  if (read.positions.length === 0) {
    const [problem] = read.problems
    return problem && /\w+ .*\.$/.test(problem.message) ? undefined : 'nothing was read, and no sentence says why'
  }
  if (read.content !== 'positions' || whole.content !== 'positions') return undefined
  const known = new Set(textsOf(whole))
  const headers = textsOf(read, 'header')
  const isHeadIntact = headers.length > 0 && textsOf(whole, 'header').every((text) => headers.includes(text))
  if (!isHeadIntact) return undefined
  for (const position of read.positions.filter(isSure)) {
    const texts = position.lines.map((line) => read.lines[line - 1]?.text ?? '')
    if (!texts.every((text) => known.has(text))) continue
    const said = toSaid(position)
    const isSaid = whole.positions.map(toSaid).some(({ what, cost }) => {
      const isSameCost = said.cost === null || (cost !== null && Math.abs(cost - said.cost) <= 0.001 * cost)
      return what === said.what && isSameCost
    })
    if (!isSaid) return `${said.what} at ${said.cost} was read from: ${texts.join(' / ')}`
  }
  return undefined
}

async function checkFiles(count: number): Promise<void> {
  const { random, below } = createBelow(SEED)
  const whole = listWholeFiles(random)
  const readings = new Map<WholeFile, Promise<ImportedSource>>()
  for (const { name, damage, of, bytes } of damageFiles(count, whole, below)) {
    const before = process.cpuUsage()
    const read = await readSource({ name, bytes })
    const seconds = process.cpuUsage(before).user / 1_000_000
    readings.set(of, readings.get(of) ?? readSource(of))
    const intact = await (readings.get(of) ?? read)
    const fault = seconds > MOST_SECONDS ? `it took ${seconds} s` : findFault(read, intact)
    expect(fault === undefined ? '' : `${name}, ${damage}: ${fault}`).toBe('')
  }
}

test('a damaged file ends with a clear message, or with what its whole lines say', async () => {
  await checkFiles(process.env.BALLAST_LONG ? LONG : SHORT)
})

test('the same of three hundred files', { tags: ['full'] }, async () => {
  await checkFiles(FULL)
})

const csv = (...lines: string[]) => readSource({ name: 'x.csv', bytes: Buffer.from(lines.join('\n')) })
const HEAD = 'Symbol,Quantity,Price,Market Value,Average Cost'
const APPLE = 'AAPL,10,268.56,2685.60,150.00'
const doubtsOf = async (reading: Promise<ImportedSource>) =>
  (await reading).positions.map(({ ticker, doubts }) => [ticker, ...new Set(doubts.map(({ field }) => field))])

test('a line that is shorter or longer than its table is in doubt; a comma at its end is none', async () => {
  expect(await doubtsOf(csv(HEAD, APPLE, 'MSFT,12,420.10,5041'))).toEqual([['AAPL'], ['MSFT', 'shares', 'avgCost']])
  expect(await doubtsOf(csv(HEAD, APPLE, 'MSFT,12,420.10,5041.20,300,700'))).toEqual([
    ['AAPL'],
    ['MSFT', 'shares', 'avgCost'],
  ])
  expect(await doubtsOf(csv(HEAD, `${APPLE},`, 'MSFT,12,420.10,5041.20,300,'))).toEqual([['AAPL'], ['MSFT']])
})

test('without names of columns, what may be another column is in doubt', async () => {
  const line = (cells: string) => doubtsOf(csv(cells, cells.replace('AAPL', 'MSFT')))
  expect(await line('AAPL,10,150.5')).toEqual([['AAPL'], ['MSFT']])
  expect(await line('10,AAPL,150.5,7,9')).toEqual([
    ['AAPL', 'shares'],
    ['MSFT', 'shares'],
  ])
  expect(await line('AAPL,CMA,10,150.5')).toEqual([
    ['AAPL', 'ticker'],
    ['MSFT', 'ticker'],
  ])
  expect(await line('2026-01-05,Buy,AAPL,10,100')).toEqual([
    ['AAPL', 'shares'],
    ['MSFT', 'shares'],
  ])
})

test('what was done in each line is in doubt as a holding, in any language', async () => {
  const lines = ['Kauf,AMD,50,95.25', 'Verkauf,AMD,20,120', 'Kauf,KO,100,60.10']
  for (const fields of (await doubtsOf(csv('Vorgang,Ticker,Anzahl,Kurs', ...lines))).map(([, ...rest]) => rest))
    expect(fields).toEqual(['shares'])
  const named = ['Best Buy Co,BBY,50,95.25', 'Coca-Cola,KO,20,60']
  expect(await doubtsOf(csv('Vorgang,Ticker,Anzahl,Kurs', ...named))).toEqual([['BBY'], ['KO']])
})

test('a figure that contradicts the others of its line is in doubt, where these agree in other lines', async () => {
  const named = 'Symbol,Quantity,Price,Market Value,Average Cost,Gain'
  const lines = (at: string, gain = '779.10') => [
    'AAPL,40,229.87,9194.80,121.35,4340.80',
    `T,${at},4651.50,18.44,${gain}`,
    'KO,120,68.42,8210.40,55.10,1598.40',
  ]
  expect(await doubtsOf(csv(named, ...lines('210,22.15')))).toEqual([['AAPL'], ['T'], ['KO']])
  expect(await doubtsOf(csv(named, ...lines('270,22.15')))).toEqual([['AAPL'], ['T', 'shares', 'avgCost'], ['KO']])
  expect(await doubtsOf(csv(named, ...lines('210,22.15', '179.10')))).toEqual([['AAPL'], ['T', 'avgCost'], ['KO']])
  // What is called a gain is that of the day: it says nothing of the cost.
  const ofDay = lines('210,22.15').map((line, row) => line.replace(/[^,]+$/, `${row + 3}.15`))
  expect(await doubtsOf(csv(named, ...ofDay))).toEqual([['AAPL'], ['T'], ['KO']])
})

test('a ticker of another country without a currency beside it is in doubt', async () => {
  expect(await doubtsOf(csv('Ticker,Shares,Cost', 'VOD.L,1000,71.2', 'BRK.B,3,301', 'SHOP.TO,22,84.10'))).toEqual([
    ['VOD.L', 'currency'],
    ['BRK.B'],
    ['SHOP.TO', 'currency'],
  ])
  expect(await doubtsOf(csv('Ticker,Shares,Cost,Currency', 'VOD.L,1000,0.71,GBP'))).toEqual([['VOD.L']])
})

test('a cost that fits the price only as that of one share instead of all is in doubt, whatever the column is called', async () => {
  const named = 'Symbol,Quantity,Price,Cost Basis Total,Average Cost Basis'
  expect(await doubtsOf(csv(named, 'NVDA,745,182,24.50,', 'AAPL,20,190,3000,'))).toEqual([
    ['NVDA', 'avgCost'],
    ['AAPL'],
  ])
  expect(await doubtsOf(csv(named, 'NVDA,745,182,,18252.5', 'AAPL,20,190,,150'))).toEqual([
    ['NVDA', 'avgCost'],
    ['AAPL'],
  ])
  // With nothing beside them, totals of cents a share may be of one share each.
  expect(await doubtsOf(csv('Symbol,Quantity,Cost basis', 'NVDA,745,24.50', 'KO,400,55'))).toEqual([
    ['NVDA', 'avgCost'],
    ['KO', 'avgCost'],
  ])
  expect(await doubtsOf(csv('Symbol,Quantity,Cost basis', 'NVDA,745,18000', 'KO,400,22000'))).toEqual([
    ['NVDA'],
    ['KO'],
  ])
})

test('dollars of the United States are in doubt where the file or an exchange speaks of other money', async () => {
  const named = 'Code,Units,Avg Price,Last'
  expect(await doubtsOf(csv(named, 'BHP,100,40.1,45.2', 'Total (AUD),,,'))).toEqual([['BHP', 'currency']])
  expect(await doubtsOf(csv(`${named} USD`, 'BHP,100,40.1,45.2', 'Total (USD 1 = AUD 1.5),,,'))).toEqual([['BHP']])
  expect(await doubtsOf(csv(named, 'BHP,100,$40.1,45.2', 'Total (AUD),,,'))).toEqual([['BHP']])
  expect(await doubtsOf(csv(`${named},Exchange`, 'BHP,100,40.1,45.2,ASX', 'KO,1,60,70,NYSE'))).toEqual([
    ['BHP', 'ticker', 'currency'],
    ['KO'],
  ])
  const { positions } = await csv(named, 'BHP,100,A$40.10,A$45.20', 'SHOP,1,C$90,C$95')
  expect(positions.map(({ currency, doubts }) => [currency, doubts.length])).toEqual([
    ['AUD', 0],
    ['CAD', 0],
  ])
})

test('money in a table without names of columns is as much in doubt as what is held', async () => {
  expect(await doubtsOf(csv('887766,CASH,500.00,1.00,500.00', '4,AAPL,10.00,1.50,15.00'))).toEqual([
    ['CASH', 'shares'],
    ['AAPL', 'shares'],
  ])
})

test('a gain above the value leaves no cost', async () => {
  const { positions } = await csv('Symbol,Quantity,Market Value,Gain', 'KO,100,71.30,1130', 'MSFT,10,4200,1200')
  expect(positions.map(({ avgCost }) => avgCost)).toEqual([null, '300'])
})

test('what a line of a history speaks of that could not be counted is in doubt', async () => {
  const named = 'Date,Action,Symbol,Quantity,Price'
  const bought = ['2026-01-05,Buy,SOFI,100,12', '2026-01-06,Buy,KO,10,60']
  expect(await doubtsOf(csv(named, ...bought, '2026-02-05,Sell,SOFI,30,25'))).toEqual([['SOFI'], ['KO']])
  expect(await doubtsOf(csv(named, ...bought, '2O26-02-?5,Sell,SOFI,30,25'))).toEqual([['SOFI', 'shares'], ['KO']])
  expect(await doubtsOf(csv(named, ...bought, '2026-02-05,Sell,SOFI,x,25'))).toEqual([['SOFI', 'shares'], ['KO']])
})

test('the second column of numbers is in doubt where the first lost some of its own', async () => {
  expect(await doubtsOf(csv('ticker,sh*re,avgC*st', 'AAPL,N1,2', 'MSFT,1,3'))).toEqual([
    ['AAPL', 'shares'],
    ['MSFT', 'shares'],
  ])
})

test('money whose units at their price are not its value is in doubt', async () => {
  const named = 'Symbol,Quantity,Price,Market Value'
  expect(await doubtsOf(csv(named, 'KO,10,70,700', 'CASH,500,1.00,50.00'))).toEqual([['KO'], ['CASH', 'shares']])
  expect(await doubtsOf(csv(named, 'KO,10,70,700', 'CASH,500,1.00,500.00'))).toEqual([['KO'], ['CASH']])
})

test('a line that begins as a footnote and states a value is none', async () => {
  const { lines } = await csv('Symbol,Quantity,Market Value', 'KO,10,700', '*CASH*,,50.00', '* Values may be late.,,')
  expect(lines.map(({ verdict }) => verdict)).not.toContain('cash')
  expect(lines.map(({ verdict }) => verdict).slice(1)).toEqual(['position', 'position', 'footer'])
})
