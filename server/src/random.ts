/** A source of randomness for jitter and sampling, uniform in [0, 1): injected, so that tests decide. Never for secrets. */
export type Random = () => number

export const systemRandom: Random = Math.random
