/** Keeps what was used last, up to a total size; what was used longest ago goes first. */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, { value: Value; size: number }>()
  readonly #maxSize: number
  #size = 0

  /** @param maxSize in whatever unit the sizes given to {@link set} are in, such as bytes */
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    // A Map keeps the order of insertion: putting an entry back makes it the youngest.
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Remembers a value; one that alone is larger than the cache is not kept. */
  set(key: string, value: Value, size: number): void {
    this.delete(key)
    if (size > this.#maxSize) return
    this.#entries.set(key, { value, size })
    this.#size += size
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return
      this.delete(oldest)
    }
  }

  /** Looks at every entry: for what happens rarely. */
  deleteWhere(isUnwanted: (value: Value) => boolean): void {
    for (const [key, { value }] of this.#entries) if (isUnwanted(value)) this.delete(key)
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#size -= entry.size
  }
}
