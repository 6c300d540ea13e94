import { describe, expect, test } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'

describe('a bounded cache', () => {
  test('lets go of what was used longest ago', () => {
    const cache = new BoundedCache<string>(10)
    cache.set('a', 'A', 4)
    cache.set('b', 'B', 4)
    cache.get('a')
    cache.set('c', 'C', 4)
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual(['A', undefined, 'C'])
  })

  test('counts a value that is set again once', () => {
    const cache = new BoundedCache<string>(10)
    cache.set('a', 'A', 6)
    cache.set('a', 'B', 6)
    cache.set('c', 'C', 4)
    expect([cache.get('a'), cache.get('c')]).toEqual(['B', 'C'])
  })

  test('lets go of all that is unwanted, and has room for as much again', () => {
    const cache = new BoundedCache<string>(2)
    cache.set('a', 'A', 1)
    cache.set('b', 'B', 1)
    cache.deleteWhere((value) => value === 'A')
    cache.set('c', 'C', 1)
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, 'B', 'C'])
  })

  test('does not keep what is larger than itself, nor the value it was to replace', () => {
    const cache = new BoundedCache<string>(10)
    cache.set('a', 'A', 1)
    cache.set('a', 'B', 11)
    expect(cache.get('a')).toBeUndefined()
  })
})
