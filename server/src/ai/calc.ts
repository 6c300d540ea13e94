// Tests: analyst-model.test.ts, providers.test.ts

import type { Fact, FactUnit } from '@ballast/contract'
import { z } from 'zod'
import type { NewFact } from '../grounding/fact-ledger.ts'
import { defineTool, type ModelTool, toReference } from './model-tools.ts'

const OPERATIONS = ['add', 'sub', 'mul', 'div', 'pctChange', 'min', 'max'] as const
type Operation = (typeof OPERATIONS)[number]

const MAX_LABEL = 160
const SIGNS: Readonly<Record<Operation, string>> = {
  add: 'plus',
  sub: 'less',
  mul: 'times',
  div: 'over',
  pctChange: 'to',
  min: 'or, if smaller,',
  max: 'or, if larger,',
}
const FORMULAS: Readonly<Record<Operation, string>> = {
  add: 'a + b',
  sub: 'a − b',
  mul: 'a × b',
  div: 'a / b',
  pctChange: '100 × (b − a) / |a|',
  min: 'the smaller of a and b',
  max: 'the larger of a and b',
}
/** Units that can be shared out: dollars per contract, per day. */
const DIVISORS: ReadonlySet<FactUnit> = new Set(['contracts', 'shares', 'days', 'count', 'ratio'])

/**
 * Computes a figure from two others and enters it: the only way for a model to a figure that no fact is.
 *
 * Units must make sense: sums, differences and extremes of one unit; a product with a ratio, a count or a percent; a
 * quotient of one unit, or by a count.
 */
export const calcTool: ModelTool = defineTool({
  name: 'calc',
  description:
    'Computes a figure from two facts, which you name by their ids, and answers with its id. pctChange is the change from the first to the second.',
  input: z.object({ op: z.enum(OPERATIONS), args: z.array(z.string().max(8)).length(2) }),
  run({ op, args }, { ledger }) {
    const [a, b] = args.map((id) => {
      const fact = ledger.find(id)
      if (fact === undefined) throw new Error(`There is no fact ${id.slice(0, 8)}`)
      return fact
    })
    if (a === undefined || b === undefined) throw new Error('calc takes two facts')
    return toReference(ledger.add(derive(op, a, b)))
  },
})

function derive(op: Operation, a: Fact, b: Fact): NewFact {
  if (typeof a.value === 'string' || typeof b.value === 'string') throw new Error('Dates and words cannot be computed')
  const unit = toUnit(op, a.unit, b.unit)
  if (unit === null) throw new Error(`${SIGNS[op]}: ${a.unit} and ${b.unit} do not go together`)
  // A percent of something is a hundredth of the product; a percent times a ratio stays a percent.
  const percents = [a, b].filter((fact) => fact.unit === 'percent').length
  const scale = op === 'mul' && percents > (unit === 'percent' ? 1 : 0) ? 100 : 1
  const value = compute(op, a.value, b.value) / scale
  if (!Number.isFinite(value)) throw new Error('That has no finite value')
  return {
    key: `calc.${op}(${a.id},${b.id})`,
    label: `${a.label} ${SIGNS[op]} ${b.label}`.slice(0, MAX_LABEL),
    value,
    unit,
    decimals: Math.min(4, unit === a.unit ? Math.max(a.decimals, unit === b.unit ? b.decimals : 0) : 2),
    formula: FORMULAS[op],
    inputs: [a, b],
  }
}

/** Unit of the result; null when it would mean nothing. */
function toUnit(op: Operation, a: FactUnit, b: FactUnit): FactUnit | null {
  if (op === 'mul') {
    const isPlain = (unit: FactUnit) => unit === 'ratio' || unit === 'count'
    if (isPlain(a) || isPlain(b)) return isPlain(a) ? b : a
    return a === 'percent' ? b : b === 'percent' ? a : null
  }
  if (op === 'div') return a === b ? 'ratio' : DIVISORS.has(b) ? a : null
  if (a !== b) return null
  return op === 'pctChange' ? 'percent' : a
}

function compute(op: Operation, a: number, b: number): number {
  switch (op) {
    case 'add':
      return a + b
    case 'sub':
      return a - b
    case 'mul':
      return a * b
    case 'div':
      return a / b
    case 'pctChange':
      return (100 * (b - a)) / Math.abs(a)
    case 'min':
      return Math.min(a, b)
    case 'max':
      return Math.max(a, b)
  }
}
