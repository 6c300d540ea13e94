// Tests: e2e/ai-analysis.e2e.ts, e2e/layout-shift.e2e.ts

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** `kept`: a whole screen for a card, so that what follows is out of sight. `given-up`: the frame after that. */
type Room = 'none' | 'kept' | 'given-up'

/**
 * Keeps a screen's height for a card while it fills, and gives back what the card did not take.
 *
 * What follows moves up unseen: it is out of sight before, and invisible in the frame in which it moves. If the reader
 * has scrolled to it, the height stays as it is.
 */
export function useRoomWhileFilling(isFilling: boolean): { follower: RefObject<HTMLDivElement | null>; room: Room } {
  const follower = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Room>('none')
  useLayoutEffect(() => {
    const isInSight = () => (follower.current?.getBoundingClientRect().top ?? 0) < window.innerHeight
    setRoom((before) => (isFilling ? 'kept' : before === 'kept' && !isInSight() ? 'given-up' : before))
  }, [isFilling])
  useLayoutEffect(() => {
    if (room !== 'given-up') return
    // The first callback runs before the frame in which all has moved is painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setRoom('none'))
    })
    return () => cancelAnimationFrame(frame)
  }, [room])
  return { follower, room }
}
