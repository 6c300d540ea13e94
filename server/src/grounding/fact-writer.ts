// Tests: grounding.test.ts

import { type Fact, METRIC_EXPLANATIONS, namePosition } from '@ballast/contract'
import { type FactKind, type NamesIn, SENSES } from './fact-kind.ts'
import { FACT_KINDS, type FactKindId } from './fact-kinds.ts'
import type { FactLedger, NewFact } from './fact-ledger.ts'
import { formatFigure, USUAL_DECIMALS } from './fact-text.ts'

type NamesOf<Kind extends FactKindId> =
  (typeof FACT_KINDS)[Kind] extends FactKind<infer _Unit, infer Words> ? NamesIn<Words> : never
/** Words for dates, numbers for everything else: percents as fractions. */
type ValueOf<Kind extends FactKindId> = (typeof FACT_KINDS)[Kind]['unit'] extends 'date' | 'text' ? string : number

type Names = Readonly<Record<string, string | number>>

export interface Statement {
  /** Name among the facts of its part; the last word of its kind where this is left out. */
  key?: string
  inputs?: NonNullable<NewFact['inputs']>
  /** Decimals that this one figure needs: of a few dollars cents matter. */
  decimals?: number
}

type Named<Kind extends FactKindId> = [NamesOf<Kind>] extends [never]
  ? [statement?: Statement]
  : [statement: Statement & { names: Readonly<Record<NamesOf<Kind>, string | number>> }]

/** Enters the figures of one part of an analysis, each by its kind and under the part's name. */
export class FactWriter {
  readonly #ledger: FactLedger
  readonly #prefix: string

  constructor(ledger: FactLedger, prefix: string) {
    this.#ledger = ledger
    this.#prefix = prefix
  }

  /**
   * @param value percents as fractions, everything else in the unit of its kind
   * @throws Error when the value is not finite or has a sign that its kind never has: a fault of the program
   */
  state<Kind extends FactKindId>(kind: Kind, value: ValueOf<Kind>, ...[statement = {}]: Named<Kind>): Fact {
    const { key = kind.slice(kind.lastIndexOf('.') + 1), ...rest }: Statement & { names?: Names } = statement
    const isFraction = typeof value === 'number' && FACT_KINDS[kind].unit === 'percent'
    const inUnit = isFraction ? 100 * value : value
    return this.#ledger.add(describeFact(kind, inUnit, { ...rest, key: `${this.#prefix}.${key}` }))
  }
}

/**
 * A figure as its kind has it.
 *
 * @param value in the unit of the kind
 * @throws Error when it has a sign that its kind never has
 */
export function describeFact(
  id: FactKindId,
  value: number | string,
  { names = {}, decimals, ...statement }: Omit<Statement, 'key'> & { key: string; names?: Names },
): NewFact {
  const { label, condition, unit, sense, formula, decimals: usual, metric }: FactKind = FACT_KINDS[id]
  const { isNeverNegative, better } = SENSES[sense]
  const fill = (words: string) =>
    words.replace(/\{(\w+)\}/g, (_, name: string) => namePosition(String(names[name] ?? '')))
  const isOwn = usual === 'own' && typeof value === 'number'
  const exact = isOwn ? Math.round(1e6 * value) / 1e6 : value
  const shown = decimals ?? (isOwn ? decimalsOf(Number(exact)) : usual === 'own' ? undefined : usual)
  if (isNeverNegative && typeof exact === 'number' && isShownNegative(exact, shown ?? USUAL_DECIMALS[unit])) {
    throw new Error(`"${statement.key}" is ${exact}, and a figure of the kind "${id}" is never negative`)
  }
  return {
    ...statement,
    kind: id,
    label: fill(condition === undefined ? label : `${label} ${condition}`),
    value: exact,
    unit,
    formula: fill(formula),
    ...(shown !== undefined && { decimals: shown }),
    ...(better !== null && { better }),
    ...(metric !== undefined && { meaning: METRIC_EXPLANATIONS[metric].meaning }),
  }
}

/** True if a figure is read with a minus: what rounds to nothing has none. */
const isShownNegative = (value: number, decimals: number) =>
  value < 0 && formatFigure(value, 'count', decimals) !== formatFigure(-value, 'count', decimals)

/** Decimals that a number has, three at most. */
function decimalsOf(value: number): number {
  for (let decimals = 0; decimals < 3; decimals++) {
    if (Math.abs(value - Number(value.toFixed(decimals))) < 1e-9) return decimals
  }
  return 3
}
