import type { Fact, FactUnit } from '@ballast/contract'
import type { FactLedger, NewFact } from './fact-ledger.ts'

type Inputs = NonNullable<NewFact['inputs']>

interface Meaning {
  label: string
  formula: string
  inputs?: Inputs
  decimals?: number
}

/** Enters the figures of one part of an analysis, each under the part's name. */
export class FactWriter {
  readonly #ledger: FactLedger
  readonly #prefix: string

  constructor(ledger: FactLedger, prefix: string) {
    this.#ledger = ledger
    this.#prefix = prefix
  }

  /** @param fraction shown as a percent, with one decimal unless told otherwise */
  percent(name: string, fraction: number, meaning: Meaning): Fact {
    return this.#add(name, 100 * fraction, 'percent', { decimals: 1, ...meaning })
  }

  /** A percent that somebody chose, with as many decimals as they did. */
  chosenPercent(name: string, fraction: number, meaning: Meaning): Fact {
    const percent = Math.round(1e8 * fraction) / 1e6
    return this.#add(name, percent, 'percent', { decimals: decimalsOf(percent), ...meaning })
  }

  usd(name: string, value: number, meaning: Meaning): Fact {
    return this.#add(name, value, 'usd', meaning)
  }

  perShare(name: string, value: number, meaning: Meaning): Fact {
    return this.#add(name, value, 'usd-per-share', meaning)
  }

  /** A strike: dollars a share, written as exchanges do, without a sign and with the decimals that it has. */
  strike(name: string, value: number, meaning: Meaning): Fact {
    return this.#add(name, value, 'usd-per-share', { decimals: decimalsOf(value), ...meaning })
  }

  count(name: string, value: number, unit: FactUnit, meaning: Meaning): Fact {
    return this.#add(name, value, unit, meaning)
  }

  date(name: string, value: string, meaning: Meaning): Fact {
    return this.#add(name, value, 'date', meaning)
  }

  #add(name: string, value: number | string, unit: FactUnit, meaning: Meaning): Fact {
    return this.#ledger.add({ key: `${this.#prefix}.${name}`, value, unit, ...meaning })
  }
}

/** Decimals that a number has, three at most. */
function decimalsOf(value: number): number {
  for (let decimals = 0; decimals < 3; decimals++) {
    if (Math.abs(value - Number(value.toFixed(decimals))) < 1e-9) return decimals
  }
  return 3
}
