/**
 * Random numbers without state: each is a function of (key, day, stream), so that a simulated price never depends on the
 * requested range, on the order of requests or on what day it is today.
 */

/** 32-bit FNV-1a hash of a string's UTF-16 code units (Fowler, Noll and Vo, RFC 9923). */
export function toKey(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i)
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** Finaliser of MurmurHash3 (A. Appleby): every input bit reaches every output bit. */
function mix(value: number): number {
  let hash = value
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return hash >>> 0
}

/** Uniform in (0, 1), never 0 and never 1. */
export function uniformAt(key: number, day: number, stream: number): number {
  const seeded = mix(Math.imul(key, 0x9e3779b1) ^ Math.imul(day + 1, 0x85ebca77))
  return (mix(seeded ^ Math.imul(stream + 1, 0xc2b2ae3d)) + 0.5) / 4294967296
}

/** Standard normal (Box and Muller, 1958); uses the streams `stream` and `stream + 1000`. */
export function normalAt(key: number, day: number, stream: number): number {
  return (
    Math.sqrt(-2 * Math.log(uniformAt(key, day, stream))) * Math.cos(2 * Math.PI * uniformAt(key, day, stream + 1000))
  )
}

/** Normal noise that changes smoothly: independent at whole numbers, blended by a smooth step between them. */
export function smoothNoiseAt(key: number, position: number, stream: number): number {
  const whole = Math.floor(position)
  const fraction = position - whole
  const blend = fraction * fraction * (3 - 2 * fraction)
  return normalAt(key, whole, stream) * (1 - blend) + normalAt(key, whole + 1, stream) * blend
}
