import { findRole } from '../../headers/header-names.ts'
import type { NumberCells } from '../../meaning/number-cells.ts'
import { readPositionTable } from '../../meaning/position-table.ts'
import type { SourceReport } from '../../meaning/source-report.ts'
import type { SourceTable } from '../../sources/source-table.ts'
import { hasHeader, type SourceFormat } from '../source-format.ts'

/** Each line's part is rounded to a hundredth of a percent. */
const ROUNDING_PERCENT = 0.005
const WHOLE_PERCENT = 100

/** `Portfolio_Positions_*.csv`: several accounts, `Type` says cash or margin, lots of one ticker on lines of their own. */
export const fidelity: SourceFormat = {
  name: 'Fidelity positions',
  content: 'positions',
  recognise: (table) =>
    hasHeader(table, ['account*', 'symbol', 'quantity', 'currentvalue', 'lastprice']) ||
    hasHeader(table, ['account*', 'symbol', 'quantity', 'currentvalue', 'percentofaccount']),
  read(table, report, numbers) {
    readPositionTable(table, report, numbers, {
      // `Type` tells the account's side that a lot lies on, cash or margin, not what the security is.
      special: { assetType: ['securitytype'], gain: ['totalgainlossdollar'] },
    })
    comparePercentages(table, report, numbers)
  },
}

/** There is no line of totals: that nothing is missing shows in each line's part of its account. */
function comparePercentages(table: SourceTable, report: SourceReport, numbers: NumberCells): void {
  const header = table.rows.find(({ cells }) => cells.some((cell) => findRole(cell) === 'percent'))
  const at = (role: string) => header?.cells.findIndex((cell) => findRole(cell) === role) ?? -1
  const [percent, number, name] = [at('percent'), at('account'), at('accountName')]
  const sums = new Map<string, { percent: number; lines: number }>()
  for (const { line, cells } of table.rows) {
    const part = numbers.valueOf(cells[percent])
    const account = report.accounts.toLabel(cells[name] ?? '', cells[number] ?? '')
    if (line <= (header?.line ?? 0) || part === null || account === null) continue
    const sum = sums.get(account) ?? { percent: 0, lines: 0 }
    sums.set(account, { percent: sum.percent + part, lines: sum.lines + 1 })
  }
  for (const [account, sum] of sums) {
    const isWhole = Math.abs(sum.percent - WHOLE_PERCENT) <= ROUNDING_PERCENT * (sum.lines + 1)
    const parts = `By Fidelity's own figures the lines of ${account} are ${Number(sum.percent.toFixed(2))}% of it`
    report.notes.push(isWhole ? `${parts}: none is missing.` : `${parts}: some of the account may not be in the file.`)
  }
}
