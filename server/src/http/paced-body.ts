import type { Readable } from 'node:stream'

/** Pieces of bodies, of 64 KiB, that are taken in between two looks at what else there is to do. */
const PIECES_AT_ONCE = 4

/** Takes bodies in a few pieces at a time, each in turn, so that two hundred uploads at once do not keep a page waiting. */
export class BodyPacer {
  readonly #waiting = new Set<Readable>()
  readonly #atOnce: number
  #isAwake = false

  constructor(atOnce = PIECES_AT_ONCE) {
    this.#atOnce = atOnce
  }

  /** Slows a body down while others are coming in too. For one that is read already, or that is let go by unread. */
  pace(body: Readable): void {
    body.on('data', () => {
      body.pause()
      this.#waiting.add(body)
      this.#wake()
    })
    body.once('close', () => this.#waiting.delete(body))
  }

  #wake(): void {
    if (this.#isAwake) return
    this.#isAwake = true
    setImmediate(() => {
      this.#isAwake = false
      for (const body of [...this.#waiting].slice(0, this.#atOnce)) {
        this.#waiting.delete(body)
        body.resume()
      }
      if (this.#waiting.size > 0) this.#wake()
    })
  }
}

/** Paces the bodies of all requests of this process. */
export const bodyPacer = new BodyPacer()
