// Tests: ../file-fixtures.test.ts, ../samples.test.ts

import { BASE_CURRENCY, CASH_SECTOR, LIMITS, type LineVerdict, type Problem } from '@ballast/contract'
import type { ImportedSource, SourcePosition } from '../imported-source.ts'
import { type Fault, ProblemList } from '../problem-list.ts'
import { type SourceRow, type SourceTable, toTableOf } from '../sources/source-table.ts'
import { AccountLabels, MOST_ACCOUNTS } from './account-labels.ts'
import { type Check, doubtContradictions, doubtScaleOfCost } from './contradictions.ts'
import { doubtCurrency } from './unnamed-currency.ts'

const SHOWN_CHARACTERS = 400
const CONTROL_CHARACTERS = /\p{Cc}+/gu

interface Verdict {
  verdict: LineVerdict
  note: string | null
}

type Draft = Pick<SourcePosition, 'ticker'> & Partial<SourcePosition>

/**
 * Findings about one source while it is read. Each row gets a verdict; a row that nobody claimed comes out as
 * not understood, so that nothing can be lost by being forgotten.
 */
export class SourceReport {
  readonly accounts = new AccountLabels()
  readonly positions: SourcePosition[] = []
  readonly statedTotals: ImportedSource['statedTotals'][number][] = []
  /** Those of the stated totals that are of a group of lines: a later one of the whole account replaces them. */
  readonly subtotals = new Set<ImportedSource['statedTotals'][number]>()
  readonly valuesOutside: NonNullable<ImportedSource['valuesOutside']>[number][] = []
  readonly notes: string[] = []
  readonly checks: Check[] = []
  readonly trades: NonNullable<ImportedSource['trades']>[number][] = []
  asOf: string | null = null
  knownFrom: string | null = null
  mapping: ImportedSource['mapping'] = null
  readonly #verdicts = new Map<number, Verdict>()
  readonly #problems = new ProblemList()

  /** Says what a row is; saying it again replaces what was said. */
  say(row: SourceRow, verdict: LineVerdict, note: string | null = null): void {
    this.#verdicts.set(row.line, { verdict, note })
  }

  isSaid(row: SourceRow): boolean {
    return this.#verdicts.has(row.line)
  }

  isRefused(row: SourceRow): boolean {
    return this.#verdicts.get(row.line)?.verdict === 'not-understood'
  }

  /** Adds to what is noted at a row that has its verdict. */
  remark(line: number, note: string): void {
    const said = this.#verdicts.get(line)
    if (said) said.note = said.note === null ? note : `${said.note} ${note}`
  }

  /** A row that could not be made sense of, and why. */
  refuse(row: SourceRow, fault: Omit<Fault, 'row'>): void {
    const text = `${fault.found === undefined ? '' : `"${fault.found.slice(0, 60)}" `}${fault.why}.`
    this.say(row, 'not-understood', this.accounts.mask(text.charAt(0).toUpperCase() + text.slice(1)))
    this.#problems.add({ row: row.line, ...fault })
  }

  /** Something to mend in a row that is understood otherwise. */
  flag(row: SourceRow, fault: Omit<Fault, 'row'>): void {
    this.#problems.add({ row: row.line, ...fault })
  }

  /** Something wrong with the source as a whole. */
  complain(fault: Fault): void {
    this.#problems.add(fault)
  }

  /** A holding made from rows, with the defaults of a long security in dollars. */
  hold(rows: readonly SourceRow[], draft: Draft): SourcePosition {
    const position: SourcePosition = {
      lines: rows.flatMap(({ line, span }) => Array.from({ length: span }, (_, index) => line + index)),
      name: null,
      identifier: null,
      kind: 'security',
      shares: null,
      avgCost: null,
      currency: BASE_CURRENCY,
      multiplier: 1,
      sector: null,
      account: null,
      statedPrice: null,
      statedValue: null,
      certainty: 1,
      doubts: [],
      suggestions: [],
      ...draft,
    }
    this.positions.push(position)
    return position
  }

  /** Money, or a fund that is as good as money: units of its currency at 1. */
  holdCash(
    rows: readonly SourceRow[],
    cash: { amount: string; currency: string; account: string | null; name: string | null } & {
      doubts?: Draft['doubts'] | undefined
    },
  ): SourcePosition {
    return this.hold(rows, {
      ticker: cash.currency === BASE_CURRENCY ? 'CASH' : cash.currency,
      kind: 'cash',
      name: cash.name,
      shares: cash.amount,
      avgCost: '1',
      currency: cash.currency,
      sector: CASH_SECTOR,
      account: cash.account,
      statedPrice: 1,
      statedValue: Number(cash.amount),
      doubts: (cash.doubts ?? []).filter(({ field }) => field === 'shares'),
    })
  }

  finish(table: SourceTable, source: Pick<ImportedSource, 'kind' | 'format' | 'content'>): ImportedSource {
    if (this.accounts.hasTooMany) return refuseAccounts(source)
    if (this.positions.length === 0 && this.#problems.count === 0) {
      this.complain({
        why: 'No position was found in it',
        expected: 'Choose the file with your positions, or paste lines such as "100 AAPL @ 150.25".',
      })
    }
    if (this.positions.length > LIMITS.positionsPerPortfolio) {
      const most = LIMITS.positionsPerPortfolio.toLocaleString('en-US')
      this.complain({ why: `There are more than ${most} positions`, expected: 'Split it into several portfolios.' })
    }
    const lines = table.rows.flatMap((row) => (row.line > 0 ? this.#toLines(table, row) : []))
    const positions = doubtContradictions(this.positions, this.checks).map(doubtScaleOfCost)
    return {
      ...source,
      asOf: this.asOf,
      knownFrom: this.knownFrom,
      lines,
      positions: source.format === null ? doubtCurrency(positions, lines) : positions,
      statedTotals: this.statedTotals,
      valuesOutside: this.valuesOutside,
      ...(this.trades.length > 0 && { trades: this.trades }),
      mapping: this.#maskMapping(),
      problems: this.#listProblems(),
      notes: this.notes.slice(0, LIMITS.listedProblems).map((note) => this.accounts.mask(note)),
    }
  }

  #toLines(table: SourceTable, row: SourceRow) {
    const { verdict, note } = this.#verdicts.get(row.line) ?? {
      verdict: 'not-understood' as const,
      note: 'Nothing in this line was recognised.',
    }
    return Array.from({ length: row.span }, (_, index) => ({
      line: row.line + index,
      verdict,
      text: this.#toShown(table.lines[row.line + index - 1] ?? ''),
      note: index === 0 ? note : `Continues line ${row.line}.`,
    }))
  }

  #maskMapping(): ImportedSource['mapping'] {
    if (this.mapping === null) return null
    const columns = this.mapping.columns.map((column) => ({
      ...column,
      samples: column.samples.map((sample) => this.accounts.mask(sample)),
    }))
    return { ...this.mapping, columns }
  }

  #toShown(text: string): string {
    const plain = text
      .slice(0, 2 * SHOWN_CHARACTERS)
      .toWellFormed()
      .replace(CONTROL_CHARACTERS, ' ')
      .trim()
    const masked = this.accounts.mask(plain)
    return masked.length > SHOWN_CHARACTERS ? `${masked.slice(0, SHOWN_CHARACTERS - 1)}…` : masked
  }

  #listProblems(): Problem[] {
    const listed = this.#problems.listed.map((problem) => ({
      ...problem,
      message: this.accounts.mask(problem.message),
      ...(problem.found === undefined ? {} : { found: this.accounts.mask(problem.found) }),
    }))
    const more = this.#problems.count - listed.length
    if (more <= 0) return listed
    const message = `There ${more === 1 ? 'is 1 more problem' : `are ${more} more problems`} of this kind.`
    return [...listed, { expected: 'Each line says what is wrong with it.', message }]
  }
}

/** Refuses a source with more accounts than can be told apart. Its texts are dropped, as their numbers are not masked. */
function refuseAccounts(source: Pick<ImportedSource, 'kind' | 'format' | 'content'>): ImportedSource {
  const report = new SourceReport()
  report.complain({
    why: `There are more than ${MOST_ACCOUNTS} accounts in it`,
    expected: 'Split it into files of fewer accounts, or leave out the columns that name the account.',
  })
  return report.finish(toTableOf([]), source)
}
