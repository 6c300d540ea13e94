import { Slot } from 'radix-ui'
import { type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

const DELAY_MS = 700
/** Moving on to the next control within this time shows its hint at once. */
const SKIP_DELAY_MS = 300
/** Time to move from the control onto its hint, which must stay then. */
const GRACE_MS = 120
const GAP_PX = 6
const EDGE_PX = 12

let lastClosedAt = Number.NEGATIVE_INFINITY

interface TooltipProps {
  text: ReactNode
  /** One control that takes focus: a hint that only a mouse finds is no hint. */
  children: ReactNode
}

/**
 * A few words about a control, on hover and on focus; Escape closes them. Our own few lines, because a positioning library
 * for them would weigh a tenth of what a screen may load.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const later = (action: () => void, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(action, delay)
  }
  const close = () => {
    clearTimeout(timer.current)
    if (anchor) lastClosedAt = performance.now()
    setAnchor(null)
  }
  const closeSoon = () => later(close, GRACE_MS)
  const openSoon = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    const control = event.currentTarget
    later(() => setAnchor(control), performance.now() - lastClosedAt < SKIP_DELAY_MS ? 0 : DELAY_MS)
  }
  return (
    <>
      <Slot.Root
        aria-describedby={anchor ? id : undefined}
        onPointerEnter={openSoon}
        onPointerLeave={closeSoon}
        onPointerDown={close}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setAnchor(event.currentTarget)}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {anchor &&
        createPortal(
          <Hint id={id} anchor={anchor} onClose={close} onEnter={() => clearTimeout(timer.current)} onLeave={closeSoon}>
            {text}
          </Hint>,
          document.body,
        )}
    </>
  )
}

interface HintProps {
  id: string
  anchor: Element
  onClose: () => void
  onEnter: () => void
  onLeave: () => void
  children: ReactNode
}

function Hint({ id, anchor, onClose, onEnter, onLeave, children }: HintProps) {
  const hint = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  useLayoutEffect(() => {
    if (!hint.current) return
    const control = anchor.getBoundingClientRect()
    const { width, height } = hint.current.getBoundingClientRect()
    const centred = control.left + (control.width - width) / 2
    const below = control.bottom + GAP_PX
    setPlace({
      left: Math.max(EDGE_PX, Math.min(centred, window.innerWidth - width - EDGE_PX)),
      top: below + height > window.innerHeight - EDGE_PX ? control.top - GAP_PX - height : below,
    })
  }, [anchor])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    document.addEventListener('keydown', onKeyDown)
    // What the hint points at moves away under it.
    window.addEventListener('scroll', onClose, { capture: true, once: true })
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('scroll', onClose, { capture: true })
    }
  }, [onClose])
  return (
    <div
      ref={hint}
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed z-40 max-w-[280px] animate-appear rounded-control border bg-popover px-2.5 py-1.5 text-label shadow-popover"
      style={place}
    >
      {children}
    </div>
  )
}
