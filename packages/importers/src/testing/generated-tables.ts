/** Tables that no broker writes, each long in another way, as somebody sends them who wants a reader to be slow. */
import { toWorkbook } from './workbook-fixture.ts'

export interface GeneratedTable {
  name: string
  /** The table with so many rows, or of so many whatever it has many of. */
  make(size: number): string | Uint8Array
}

/** A to Z, then AA and so on. */
const toLetters = (number: number): string =>
  number < 0 ? '' : `${toLetters(Math.floor(number / 26) - 1)}${String.fromCharCode(65 + (number % 26))}`

const repeat = (size: number, toText: (index: number) => string, separator = '\n') =>
  Array.from({ length: size }, (_, index) => toText(index)).join(separator)

const table = (name: string, header: string, toRow: (index: number) => string): GeneratedTable => ({
  name,
  make: (size) => `${header}\n${repeat(size, toRow)}`,
})

const json = (name: string, begins: string, toElement: (index: number) => string, ends: string): GeneratedTable => ({
  name,
  make: (size) => `${begins}${repeat(size, toElement, ',')}${ends}`,
})

const HISTORY = 'Date,Action,Symbol,Quantity,Price'
const day = (index: number) => `2024-01-${String(1 + (index % 28)).padStart(2, '0')}`

export const GENERATED_TABLES: readonly GeneratedTable[] = [
  table('an account for each row', 'Symbol,Quantity,Price,Account Number,Account Name', (index) =>
    ['AAPL,1,2', 10_000_000 + index, `Name ${toLetters(index)}`].join(','),
  ),
  table('accounts that end in the same digits', 'Symbol,Quantity,Price,Account Number', (index) =>
    ['AAPL,1,2', 10_000_000_000 + 10_000 * index].join(','),
  ),
  table('two hundred accounts', 'Symbol,Quantity,Price,Account Number', (index) =>
    ['AAPL,1,2', 10_000_000 + (index % 200)].join(','),
  ),
  table('a total for each row', 'Symbol,Quantity,Price,Value,Account Name', (index) =>
    [`${toLetters(index)},1,2,2,Name ${index % 150}`, `Total,,,2,Name ${index % 150}`].join('\n'),
  ),
  table('a currency for each row', 'Symbol,Quantity,Price,Currency', (index) => `AAPL,1,2,${toLetters(702 + index)}`),
  table('a header for each row', 'Symbol,Quantity,Price', () => 'Symbol,Quantity,Price\nAAPL,1,2'),
  table('lots of one ticker', 'Symbol,Quantity,Price,Sector', (index) => `AAPL,${index + 1},2,Sector ${index}`),
  table('long texts', 'Symbol,Quantity,Price,Description', () => `AAPL,1,2,${'word 12345678 '.repeat(40)}`),
  table('lines of every length', 'Symbol,Quantity,Price', (index) => `AAPL,1,2${',x'.repeat(index % 30)}`),
  table('quotes that are not closed', 'Symbol,Quantity,Price', () => '"AAPL,1,2'),
  table('quoted line breaks', 'Symbol,Quantity,Price', () => '"AA\nPL",1,2'),
  table('options', 'Symbol,Quantity,Price', (index) => `AAPL  270115C${String(100_000 + index).padStart(8, '0')},1,2`),
  table('words before a table', 'Some words', (index) => `Some words ${index}`),
  { name: 'columns', make: (size) => repeat(20, () => `AAPL,1${',2'.repeat(size)}`) },
  {
    name: 'buys before sales',
    make: (size) =>
      `${HISTORY}\n${repeat(size, (index) => `${day(index)},Buy,AAPL,1,${index + 1}`)}\n${repeat(size, () => '2024-02-01,Sell,AAPL,1,2')}`,
  },
  {
    name: 'sales before buys',
    make: (size) =>
      `${HISTORY}\n${repeat(size, (index) => `${day(index)},Sell,AAPL,1,${index + 1}`)}\n${repeat(size, () => '2024-02-01,Buy,AAPL,1,2')}`,
  },
  {
    name: 'buys before splits',
    make: (size) =>
      `${HISTORY}\n${repeat(size, (index) => `${day(index)},Buy,AAPL,1,2`)}\n${repeat(size, () => '2024-02-01,Stock Split,AAPL,1,')}`,
  },
  table('a ticker for each transaction', HISTORY, (index) => `${day(index)},Buy,${toLetters(index + 26)},1,2`),
  {
    name: 'sentences',
    make: (size) => repeat(size, (index) => `I own ${index + 1} shares of ${toLetters(index)} at 150`),
  },
  { name: 'words apart', make: (size) => repeat(size, (index) => `${toLetters(index + 700)}   ${index + 1}   12.50`) },
  {
    name: 'lines below each other',
    make: (size) => repeat(size, (index) => `${toLetters(index + 700)}\nApple Inc\n${index + 1} shares\n$12.50`),
  },
  {
    name: 'labelled lines',
    make: (size) =>
      repeat(size, (index) => `Symbol: ${toLetters(index + 700)}\nQuantity: ${index + 1}\nPrice: 12.50\n`),
  },
  json('numbers in JSON', '{"a":[', () => '1', ']}'),
  json('objects in JSON that are no positions', '{"a":[', () => '{"x":1}', ']}'),
  json('objects in JSON beside a position', '{"a":[', () => '{"x":1}', ',{"ticker":"AAPL","shares":1}]}'),
  json(
    'accounts in JSON',
    '[',
    (index) => `{"accountNumber":"X${10_000_000 + index}","positions":[{"ticker":"AAPL","shares":1}]}`,
    ']',
  ),
  json('another key in each object of JSON', '[', (index) => `{"ticker":"AAPL","shares":1,"k${index}":1}`, ']'),
  json(
    'another spelling of a key in each object of JSON',
    '[',
    (index) => `{"ticker":"AAPL","shares${'_'.repeat(index % 500)}${' '.repeat(Math.floor(index / 500))}":1}`,
    ']',
  ),
  {
    name: 'rows of a workbook',
    make: (size) =>
      toWorkbook({
        A: [
          ['Symbol', 'Quantity', 'Price'],
          ...Array.from({ length: size }, (_, row) => [toLetters(row + 700), row + 1, 2]),
        ],
      }),
  },
  {
    name: 'sheets of a workbook',
    make: (size) =>
      toWorkbook(
        Object.fromEntries(
          Array.from({ length: Math.round(size / 25) }, (_, sheet) => [
            `Account ${10_000_000 + sheet}`,
            [['Symbol', 'Quantity', 'Price'], ...Array.from({ length: 25 }, (__, row) => ['AAPL', row + 1, 2])],
          ]),
        ),
      ),
  },
]
