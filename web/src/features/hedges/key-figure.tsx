import type { ReactNode } from 'react'

interface KeyFigureProps {
  label: string
  caption: string
  children: ReactNode
}

/** A figure in large type with its name above and what it means below; inside a `dl`. */
export function KeyFigure({ label, caption, children }: KeyFigureProps) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-muted-foreground">{label}</dt>
      <dd className="mt-0.5 text-small-stat tabular">{children}</dd>
      <dd className="mt-0.5 text-label text-muted-foreground">{caption}</dd>
    </div>
  )
}
