import type { Locator } from '@playwright/test'

const FRAMES = 120

/** Scroll an area from its top to its end, a step each frame. */
export function scrollThrough(scroller: Locator): Promise<void> {
  return scroller.evaluate(async (element, frames) => {
    element.scrollTop = 0
    const step = element.scrollHeight / frames
    for (let frame = 0; frame < frames; frame += 1) {
      element.scrollTop += step
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }, FRAMES)
}
