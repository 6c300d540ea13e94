import type { ReactNode } from 'react'

/** A figure in large type with its name above and what it means below; inside a `dl`. */
export function KeyFigure({ label, caption, children }: { label: string; caption: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-muted-foreground">{label}</dt>
      <dd className="mt-0.5 text-small-stat tabular">{children}</dd>
      <dd className="mt-0.5 text-label text-muted-foreground">{caption}</dd>
    </div>
  )
}
