// Tests: grounding.test.ts

import type { Fact, FactUnit } from '@ballast/contract'
import type { FactKindId } from './fact-kinds.ts'
import { formatFigure, USUAL_DECIMALS } from './fact-text.ts'

/** Origin that all facts of one run share. */
export interface FactOrigin {
  /** When the prices behind them were made, ISO 8601 UTC. */
  asOf: string
  source: Fact['source']
  simulated: boolean
}

export interface NewFact {
  /** Identity as a path such as `shock.m20.lossPercent`; a key means one figure in a run. */
  key: string
  label: string
  /** A finite number in `unit`; an ISO date or words for the units `date` and `text`. */
  value: number | string
  unit: FactUnit
  decimals?: number
  /** Row of the table of kinds, which way is better and what it tells; none of what is computed from other facts. */
  kind?: FactKindId
  better?: 'higher' | 'lower'
  meaning?: string
  /** How it is computed, in words and symbols. */
  formula: string
  /** Inputs that it is computed from: other facts, or values by name. */
  inputs?: readonly (Fact | { label: string; value: string })[]
}

/**
 * The figures of one run, each computed once and known by its id. Texts refer to them and hold no figures of their own,
 * so that whatever is read can be opened and recomputed.
 */
export class FactLedger {
  readonly #origin: FactOrigin
  readonly #facts = new Map<string, Fact>()
  readonly #byKey = new Map<string, Fact>()

  /** @param facts of a run that was computed elsewhere, in its order; new ones go on from there */
  constructor({ asOf, source, simulated }: FactOrigin, facts: readonly Fact[] = []) {
    this.#origin = { asOf, source, simulated }
    for (const fact of facts) this.#keep(fact)
  }

  /** A ledger with the same facts, to try out what may be thrown away. */
  branch(): FactLedger {
    return new FactLedger(this.#origin, this.list())
  }

  /** Takes over what was added to a branch since; nothing may have been added here meanwhile. */
  adopt(branch: FactLedger): void {
    for (const fact of branch.list().slice(this.#facts.size)) this.#keep(fact)
  }

  /**
   * Enters a figure; the same figure entered again is the fact that is there already.
   *
   * @throws Error when the value is not a finite number, or the key stands for another value: a fault of the program
   */
  add({ key, label, value, unit, decimals = USUAL_DECIMALS[unit], formula, inputs = [], ...kind }: NewFact): Fact {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new Error(`The fact "${key}" has no finite value; leave out what cannot be computed`)
    }
    const known = this.#byKey.get(key)
    if (known) {
      if (known.value !== value || known.unit !== unit) {
        throw new Error(`The fact "${key}" was ${known.value} ${known.unit} and cannot become ${value} ${unit}`)
      }
      return known
    }
    const fact: Fact = {
      id: `F${this.#facts.size + 1}`,
      key,
      label,
      value,
      unit,
      decimals,
      text: formatFigure(value, unit, decimals),
      formula,
      ...kind,
      inputs: inputs.map((input) => ('id' in input ? { fact: input.id } : input)),
      ...this.#origin,
    }
    this.#keep(fact)
    return fact
  }

  find(id: string): Fact | undefined {
    return this.#facts.get(id)
  }

  /** @throws Error when nothing was entered under this key: a fault of the program */
  get(key: string): Fact {
    const fact = this.#byKey.get(key)
    if (!fact) throw new Error(`There is no fact "${key}"`)
    return fact
  }

  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  /** In the order in which they were entered. */
  list(): Fact[] {
    return [...this.#facts.values()]
  }

  #keep(fact: Fact): void {
    this.#facts.set(fact.id, fact)
    this.#byKey.set(fact.key, fact)
  }
}
