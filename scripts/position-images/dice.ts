// Tests: random-screens.test.ts

import { createRandom } from './holdings.ts'

/** Choices that are the same for the same seed. */
export class Dice {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = createRandom(Math.imul(seed + 1, 0x9e3779b1))
    for (let round = 0; round < 3; round++) this.#random()
  }

  readonly next = (): number => this.#random()
  readonly pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(this.#random() * items.length)]
    if (item === undefined) throw new RangeError('Nothing to choose from.')
    return item
  }
  readonly chance = (share: number): boolean => this.#random() < share
  readonly between = (low: number, high: number): number => low + this.#random() * (high - low)
  readonly whole = (low: number, high: number): number => Math.floor(this.between(low, high + 1))
}
