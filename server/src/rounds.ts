/**
 * Waiting work by its owner: owners take turns, and each has their own in the order in which it came, so that two hundred
 * things of one do not stand before the only thing of another.
 */
export class Rounds<Owner, Item> {
  /** Whoever has waited longest for a turn stands first. */
  readonly #queues = new Map<Owner, Item[]>()

  /** Those with something that waits, and what. */
  get queues(): ReadonlyMap<Owner, readonly Item[]> {
    return this.#queues
  }

  add(owner: Owner, item: Item): void {
    const queue = this.#queues.get(owner)
    if (queue) queue.push(item)
    else this.#queues.set(owner, [item])
  }

  /** Takes out what is next of the first owner who may have a turn; undefined when nothing waits of such. */
  takeNext(mayGo: (owner: Owner) => boolean = () => true): Item | undefined {
    for (const [owner, queue] of this.#queues) {
      if (!mayGo(owner)) continue
      const next = queue.shift()
      this.#queues.delete(owner)
      if (queue.length > 0) this.#queues.set(owner, queue)
      return next
    }
    return undefined
  }

  /** Takes out what waits no more. */
  remove(owner: Owner, item: Item): void {
    const left = (this.#queues.get(owner) ?? []).filter((one) => one !== item)
    // In its place, so that nobody loses their turn by it.
    if (left.length > 0) this.#queues.set(owner, left)
    else this.#queues.delete(owner)
  }
}
