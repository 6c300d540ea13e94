import type { ReactNode } from 'react'

interface FormulaPanelProps {
  children: ReactNode
  /** The same sum with figures. */
  example?: ReactNode
}

/** A formula on its ground, with a worked example under it. */
export function FormulaPanel({ children, example }: FormulaPanelProps) {
  return (
    <div className="mt-4 overflow-hidden rounded-card border bg-card">
      <div className="overflow-x-auto px-5 py-6 text-center text-title font-normal sm:text-[16px]">{children}</div>
      {example && (
        <p className="border-t bg-muted/50 px-5 py-3 text-[13px] text-muted-foreground leading-[18px]">
          <strong className="text-foreground">Example.</strong> {example}
        </p>
      )}
    </div>
  )
}

/** The sentence under a section's title. */
export function Meaning({ children }: { children: ReactNode }) {
  return <p className="mt-1.5 max-w-[68ch] text-body text-muted-foreground">{children}</p>
}
