import type { Locator } from '@playwright/test'

/** Milliseconds from moving a slider to the screen's being drawn anew: the median of 31 steps down from a value. */
export function measureSlider(slider: Locator, from: number): Promise<number> {
  return slider.evaluate(async (element, first) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const times: number[] = []
    for (let move = 0; move < 31; move += 1) {
      const start = performance.now()
      set?.call(element, String(first - move))
      element.dispatchEvent(new Event('input', { bubbles: true }))
      // The screen is drawn anew in the microtask that follows.
      await Promise.resolve()
      times.push(performance.now() - start)
      await new Promise(requestAnimationFrame)
    }
    return times.sort((a, b) => a - b)[15]!
  }, from)
}
