import { toOptionSymbol, toOptionSymbolOf } from '@ballast/contract'

/** Order as a reader needs it to place it: the same from every format. */
export interface ReadOrder {
  /** Signed contracts by OCC symbol; signed shares by ticker, NaN where only an amount is said. */
  lines: Record<string, number>
  /** Net price of one package or share: negative for a credit. Null where there is none. */
  limit: number | null
  packages: number
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const match = (pattern: RegExp, text: string): string[] => {
  const found = pattern.exec(text)
  if (found === null) throw new Error(`Not an order: ${text}`)
  return [...found].map((part) => part ?? '')
}
const required = (symbol: string | undefined, text: string): string => {
  if (symbol === undefined) throw new Error(`Not an option: ${text}`)
  return symbol
}
const toDashed = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
const toType = (right: string) => (right.startsWith('C') ? 'call' : 'put')
const signOf = (side: string) => (/^(?:S|STO|Sell)/i.test(side) ? -1 : 1)

export function readBasketFile(text: string): ReadOrder[] {
  const [head = '', ...rows] = text.trimEnd().split('\r\n')
  return rows.map((row) => {
    const cells = row.split(',').map((cell) => cell.replace(/^'/, ''))
    const of = (name: string) => cells[head.split(',').indexOf(name)] ?? ''
    const quantity = Number(of('Quantity')) * signOf(of('Action'))
    const limit = Number(of('LmtPrice'))
    if (of('SecType') === 'STK') {
      return { lines: { [of('Symbol').replace(' ', '.')]: quantity }, limit, packages: Math.abs(quantity) }
    }
    const toSymbol = (root: string, day: string, strike: string, right: string) =>
      required(
        toOptionSymbolOf({ underlying: root, expiry: toDashed(day), type: toType(right), strike: Number(strike) }),
        row,
      )
    if (of('SecType') === 'OPT') {
      const symbol = toSymbol(of('TradingClass'), of('LastTradingDayOrContractMonth'), of('Strike'), of('Right'))
      return { lines: { [symbol]: quantity }, limit: limit * Math.sign(quantity), packages: Math.abs(quantity) }
    }
    const legs = of('ComboLegs')
      .split('; ')
      .map((leg) => {
        const [side = '', ratio, root = '', day = '', strike = '', right = ''] = leg.split(' ')
        return [toSymbol(root, day, strike, right), signOf(side) * Number(ratio) * quantity] as const
      })
    return { lines: Object.fromEntries(legs), limit, packages: quantity }
  })
}

const readShares = (line: string): ReadOrder => {
  const [, side = '', amount, quantity, ticker = '', limit] = match(
    /^(BUY|SELL) (?:\$([\d.]+) of|([\d.]+)) (\S+)(?: @([\d.]+) LMT)?$/,
    line,
  )
  const shares = amount ? Number.NaN : Number(quantity) * signOf(side)
  return { lines: { [ticker]: shares }, limit: limit ? Number(limit) : null, packages: Math.abs(shares) }
}

export function readThinkorswimLines(text: string): ReadOrder[] {
  return text.split('\n').map((line) => {
    if (!/ (?:CALL|PUT)\b/.test(line)) return readShares(line)
    const [, sign, count, custom, root = '', weekly, days = '', strikes = '', rights = '', price] = match(
      /^(?:BUY|SELL) ([+-])(\d+) (?:([-\d/]+) CUSTOM )?(\w+)( \(Weeklys\))? \d+ ([\dA-Z/ ]+?) ([\d./]+) ([A-Z/]+) @(-?[\d.]+) LMT$/,
      line,
    )
    const ratios = custom ? custom.split('/').map(Number) : [1]
    const way = sign === '-' ? -1 : 1
    const legs = ratios.map((ratio, place) => {
      const [day, month = '', year] = (days.split('/')[place] ?? '').split(' ')
      const monthNumber = String(MONTHS.indexOf(month) + 1).padStart(2, '0')
      const symbol = toOptionSymbolOf({
        underlying: weekly ? `${root}W` : root,
        expiry: `20${year}-${monthNumber}-${day?.padStart(2, '0')}`,
        type: toType(rights.split('/')[place] ?? ''),
        strike: Number(strikes.split('/')[place]),
      })
      return [required(symbol, line), way * ratio * Number(count)] as const
    })
    return { lines: Object.fromEntries(legs), limit: way * Number(price), packages: Number(count) }
  })
}

export function readTastytradeLines(text: string): ReadOrder[] {
  return text.split('\n').map((line) => {
    if (!/^[BS]T[OC] /.test(line)) return readShares(line)
    const [, legs = '', price, kind, count] = match(/^(.+) @([\d.]+) (cr|db) x(\d+) LMT DAY$/, line)
    const lines = legs.split(', ').map((leg) => {
      const [side = '', ratio, root = '', day = '', option = ''] = leg.split(' ')
      const [month, date, year] = day.split('/')
      const symbol = toOptionSymbolOf({
        underlying: root,
        expiry: `20${year}-${month}-${date}`,
        type: toType(option),
        strike: Number(option.slice(1)),
      })
      return [required(symbol, line), signOf(side) * Number(ratio) * Number(count)] as const
    })
    return {
      lines: Object.fromEntries(lines),
      limit: Number(price) * (kind === 'cr' ? -1 : 1),
      packages: Number(count),
    }
  })
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

export function readOrderForm(text: string): ReadOrder[] {
  return text.split('\n\n').map((form) => {
    const lines: Record<string, number> = {}
    let side = 1
    let quantity = Number.NaN
    let limit: number | null = null
    for (const [, name = '', value = ''] of form.matchAll(/^([\w ]+): (.+)$/gm)) {
      if (name === 'Action') side = signOf(value)
      if (name === 'Quantity') quantity = Number(value)
      if (name === 'Symbol') lines[toOptionSymbol(value) ?? value] = side * quantity
      if (name === 'Order type') {
        const [, kind = '', price] = match(/^(.+) ([\d.]+)$/, value)
        const isSale =
          Object.keys(lines).some((key) => toOptionSymbol(key)) &&
          (kind === 'Net credit' || (kind === 'Limit' && side < 0))
        limit = Number(price) * (isSale ? -1 : 1)
      }
    }
    const packages = Object.values(lines).reduce((common, count) => gcd(common, Math.abs(count)), 0)
    const isOption = Object.keys(lines).some((key) => toOptionSymbol(key))
    return { lines, limit, packages: isOption ? packages : Math.abs(Object.values(lines)[0] ?? 0) }
  })
}
