import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { whenGone } from './when-gone.ts'

test('calls back at once for who has left, and later for who leaves', () => {
  const [late, early] = [vi.fn(), vi.fn()]
  whenGone(Object.assign(new EventEmitter(), { destroyed: true }), late)
  expect(late).toHaveBeenCalledTimes(1)
  const staying = Object.assign(new EventEmitter(), { destroyed: false })
  whenGone(staying, early)
  expect(early).not.toHaveBeenCalled()
  staying.emit('close')
  expect(early).toHaveBeenCalledTimes(1)
})
