/**
 * Statements as five brokers print them, drawn at random: what is held, in which type and over how many pages. The columns
 * and their names are those of the brokers; all holdings are invented.
 */
import { PAGE, type PdfText, writePdf } from './pdf-writer.ts'

export interface StatedPosition {
  ticker: string
  shares: number
  price: number
  /** In cents, so that no decimals are lost; null where the statement says that it is not known. */
  costCents: number | null
}

interface Column {
  /** Its name, one text for each line of the header. */
  name: readonly string[]
  /** Left edge of a text, right edge of a figure, in points. */
  x: number
  align: 'left' | 'right'
  cell(held: StatedPosition & { name: string }): string
}

interface Look {
  title: string
  /** Lines above the table. */
  above: readonly string[]
  columns: readonly Column[]
  /** Title and columns of what was done, below. */
  activity: readonly [title: string, ...names: string[]]
}

const SECURITIES = (
  'AAPL APPLE INC,MSFT MICROSOFT CORP,VTI VANGUARD TOTAL STOCK MKT ETF,BND VANGUARD TOTAL BOND MARKET ETF,KO COCA-COLA CO,' +
  'F FORD MOTOR CO,BRK.B BERKSHIRE HATHAWAY INC CL B,NVDA NVIDIA CORPORATION,SCHD SCHWAB US DIVIDEND EQUITY ETF,T AT&T INC,' +
  'JNJ JOHNSON & JOHNSON,XOM EXXON MOBIL CORP,PG PROCTER & GAMBLE CO,COST COSTCO WHOLESALE CORP,AMD ADVANCED MICRO DEVICES INC,' +
  'VXUS VANGUARD TOTAL INTL STOCK ETF,GOOGL ALPHABET INC CL A,AMZN AMAZON.COM INC,V VISA INC CL A,DIS WALT DISNEY CO'
)
  .split(',')
  .map((text) => ({ ticker: text.split(' ')[0] ?? '', name: text.slice(text.indexOf(' ') + 1) }))

const inCents = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const count = (shares: number) => shares.toLocaleString('en-US', { maximumFractionDigits: 4 })
const worthOf = ({ shares, price }: StatedPosition) => Math.round(shares * price * 100)
const cost = (held: StatedPosition, unknown: string) => (held.costCents === null ? unknown : inCents(held.costCents))
const gain = (held: StatedPosition, unknown: string) => {
  if (held.costCents === null) return unknown
  const cents = worthOf(held) - held.costCents
  return cents < 0 ? `(${inCents(-cents)})` : inCents(cents)
}
const each = (held: StatedPosition, unknown: string) =>
  held.costCents === null ? unknown : (held.costCents / 100 / held.shares).toFixed(4)

const text = (name: string, x: number, cell: Column['cell']): Column => ({ name: [name], x, align: 'left', cell })
const figure = (name: string, x: number, cell: Column['cell']): Column => ({
  name: name.split('/n'),
  x,
  align: 'right',
  cell,
})

export const LOOKS: Readonly<Record<string, Look>> = {
  fidelity: {
    title: 'INVESTMENT REPORT',
    above: ['November 1, 2026 - November 30, 2026', 'Account # X12-345678', 'Holdings', 'Stocks'],
    columns: [
      text('Description', 36, ({ name, ticker }) => `${name} (${ticker})`),
      figure('Beginning/nMarket Value', 285, (held) => inCents(Math.round(worthOf(held) * 0.97))),
      figure('Quantity', 335, ({ shares }) => shares.toFixed(3)),
      figure('Price/nPer Unit', 385, ({ price }) => price.toFixed(4)),
      figure('Ending/nMarket Value', 450, (held) => `$${inCents(worthOf(held))}`),
      figure('Total/nCost Basis', 515, (held) => cost(held, 'unknown')),
      figure('Unrealized/nGain/Loss', 580, (held) => gain(held, 'unknown')),
    ],
    activity: ['Activity', 'Settlement Date', 'Security Name', 'Symbol', 'Quantity', 'Price', 'Amount'],
  },
  schwab: {
    title: 'Brokerage Statement',
    above: ['Statement Period November 1-30, 2026', 'Account Number 1234-5678', 'Positions - Equities'],
    columns: [
      text('Symbol', 30, ({ ticker }) => ticker),
      text('Description', 75, ({ name }) => name),
      figure('Quantity', 290, ({ shares }) => shares.toFixed(4)),
      figure('Price($)', 345, ({ price }) => price.toFixed(5)),
      figure('Market Value($)', 420, (held) => inCents(worthOf(held))),
      figure('Cost Basis($)', 485, (held) => cost(held, 'N/A')),
      figure('Unrealized/nGain/(Loss)($)', 545, (held) => gain(held, 'N/A')),
      figure('% of/nAcct', 585, () => '4%'),
    ],
    activity: ['Transaction Details', 'Date', 'Category', 'Symbol', 'Description', 'Quantity', 'Price', 'Amount'],
  },
  vanguard: {
    title: 'Vanguard Brokerage Services',
    above: ['November 30, 2026, quarter-to-date statement', 'Account overview', '$123,456.78', 'Balances and holdings'],
    columns: [
      text('Symbol', 40, ({ ticker }) => ticker),
      text('Name', 90, ({ name }) => name),
      figure('Quantity', 330, ({ shares }) => count(shares)),
      figure('Price', 395, ({ price }) => `$${price.toFixed(2)}`),
      figure('Total cost', 480, (held) => (held.costCents === null ? '-' : `$${cost(held, '')}`)),
      figure('Market value', 565, (held) => `$${inCents(worthOf(held))}`),
    ],
    activity: ['Account activity', 'Settlement date', 'Trade date', 'Symbol', 'Name', 'Quantity', 'Price', 'Amount'],
  },
  'interactive-brokers': {
    title: 'Activity Summary for November 2026',
    above: ['Account Information', 'Base Currency USD', 'Open Positions', 'Stocks'],
    columns: [
      text('Symbol', 36, ({ ticker }) => ticker.replace('.', ' ')),
      figure('Quantity', 150, ({ shares }) => count(shares)),
      figure('Mult', 190, () => '1'),
      figure('Cost Price', 265, (held) => each(held, '--')),
      figure('Cost Basis', 345, (held) => cost(held, '--')),
      figure('Close Price', 415, ({ price }) => price.toFixed(4)),
      figure('Value', 490, (held) => inCents(worthOf(held))),
      figure('Unrealized P/L', 575, (held) => gain(held, '--').replace(/^\((.*)\)$/, '-$1')),
    ],
    activity: ['Trades', 'Symbol', 'Trade Date', 'Quantity', 'T. Price', 'C. Price', 'Proceeds', 'Basis'],
  },
  merrill: {
    title: 'YOUR INVESTMENT ACCOUNT',
    above: ['November 01, 2026 - November 30, 2026', 'YOUR ASSETS', 'EQUITIES'],
    columns: [
      text('Description', 30, ({ name }) => name),
      text('Symbol', 205, ({ ticker }) => ticker.replace('.', '/')),
      figure('Quantity', 295, ({ shares }) => shares.toFixed(4)),
      figure('Unit/nCost Basis', 350, (held) => each(held, 'N/A')),
      figure('Total/nCost Basis', 410, (held) => cost(held, 'N/A')),
      figure('Estimated/nMarket Price', 470, ({ price }) => price.toFixed(4)),
      figure('Estimated/nMarket Value', 530, (held) => inCents(worthOf(held))),
      figure('Unrealized/nGain/(Loss)', 588, (held) => gain(held, 'N/A')),
    ],
    activity: ['YOUR TRANSACTIONS', 'Settlement Date', 'Description', 'Symbol', 'Quantity', 'Price', 'Debit'],
  },
}

/** A statement of a look, and what it states. @param random 0 to 1 */
export function drawStatement(look: Look, random: () => number): { bytes: Uint8Array; positions: StatedPosition[] } {
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const size = whole(60, 80) / 10
  const held = SECURITIES.map((security) => ({ security, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, whole(2, SECURITIES.length))
    .map(({ security }) => {
      const shares = random() < 0.5 ? whole(1, 2500) : whole(1, 9_999_999) / 10_000
      const isKnown = random() > 0.1
      const price = whole(100, 90_000) / 100
      const costCents = isKnown ? Math.max(1, Math.round(shares * price * (60 + whole(0, 80)))) : null
      return { ...security, shares: Number(shares.toFixed(look === LOOKS.fidelity ? 3 : 4)), price, costCents }
    })
  const pages: PdfText[][] = []
  const step = size * (1.3 + random() * 0.8)
  const rowsOnPage = whole(6, 30)
  for (let from = 0; from < held.length; from += rowsOnPage) {
    pages.push(drawPage(look, held.slice(from, from + rowsOnPage), { size, step, page: pages.length + 1 }))
  }
  const last = pages.at(-1) ?? []
  const total = held.reduce((sum, one) => sum + worthOf(one), 0)
  const below = Math.max(...last.filter(({ y }) => y < PAGE.height - 40).map(({ y }) => y)) + 2 * step
  const valueColumn = look.columns.find(
    ({ name }) => /value/i.test(name.join(' ')) && !/beginning/i.test(name[0] ?? ''),
  )
  last.push({ text: 'Total', x: look.columns[0]?.x ?? 30, y: below, size })
  last.push({ text: `$${inCents(total)}`, x: valueColumn?.x ?? 500, y: below, size, align: 'right' })
  pages.push(drawActivity(look, size))
  return { bytes: writePdf(pages, { isPacked: random() < 0.7 }), positions: held }
}

function drawPage(
  look: Look,
  held: readonly (StatedPosition & { name: string })[],
  { size, step, page }: { size: number; step: number; page: number },
): PdfText[] {
  const texts: PdfText[] = [{ text: look.title, x: 36, y: 40, size: 14 }]
  const above = page === 1 ? look.above : [`${look.above.at(-1)} (continued)`]
  for (const [index, line] of above.entries()) texts.push({ text: line, x: 36, y: 60 + index * 14, size: size + 1 })
  const top = 90 + above.length * 14
  const lines = Math.max(...look.columns.map(({ name }) => name.length))
  for (const { name, x, align } of look.columns) {
    for (const [index, part] of name.entries()) {
      texts.push({ text: part, x, y: top + (lines - name.length + index) * size * 1.2, size, align })
    }
  }
  for (const [index, one] of held.entries()) {
    const y = top + lines * size * 1.2 + step * (index + 0.6)
    for (const { x, align, cell } of look.columns) texts.push({ text: cell(one), x, y, size, align })
  }
  texts.push({ text: `Page ${page} of 7`, x: 580, y: PAGE.height - 20, size: 6, align: 'right' })
  return texts
}

/** Draws the activity of the month: rows that look like positions and are none. */
function drawActivity({ title, activity: [heading, ...names] }: Look, size: number): PdfText[] {
  const place = (index: number) => 36 + index * 78
  const texts: PdfText[] = [
    { text: title, x: 36, y: 40, size: 14 },
    { text: heading, x: 36, y: 60, size: size + 2 },
    ...names.map((name, index) => ({ text: name, x: place(index), y: 90, size })),
  ]
  for (const [row, amount] of ['-1,502.50', '2,000.00', '310.20'].entries()) {
    const cells = names.map((name) =>
      /date/i.test(name)
        ? `11/0${row + 2}`
        : /symbol/i.test(name)
          ? 'KO'
          : /quantity/i.test(name)
            ? `${10 + row}`
            : /desc|name|cat/i.test(name)
              ? 'COCA-COLA'
              : amount,
    )
    texts.push(...cells.map((cell, index) => ({ text: cell, x: place(index), y: 105 + row * 12, size })))
  }
  return texts
}
