/** A source of numbers uniform in [0, 1): injected wherever chance is needed, so that every result can be repeated. */
export type RandomSource = () => number

/**
 * A small, fast generator with 32 bits of state (Mulberry32): the same seed gives the same numbers on every machine.
 * Good enough for simulation and tests, not for secrets.
 *
 * @param seed any integer; only its low 32 bits count
 * @see Tommy Ettinger, "Mulberry32", 2017 (passes gjrand)
 */
export function createRandomSource(seed: number): RandomSource {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Standard normal draws from uniform ones (Box–Muller); each call uses two uniforms. */
export function createNormalSource(random: RandomSource): RandomSource {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** A seed that depends on a text alone (32-bit FNV-1a), so that the same content always meets the same chance. */
export function seedFromText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
