import type { ReactNode } from 'react'
import { useScreenHeading } from '../lib/heading-focus.ts'

/** A page of text in a readable measure. */
export function Article({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  const heading = useScreenHeading(title)
  return (
    <article className="mx-auto max-w-[776px] py-7 sm:py-10">
      <h1 ref={heading} tabIndex={-1} className="text-section-phone sm:text-section">
        {title}
      </h1>
      <p className="mt-3 text-lead text-muted-foreground">{lead}</p>
      {children}
    </article>
  )
}

export function ArticleSection({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="mt-8 border-t pt-7">
      <h2 className="text-recommendation">{title}</h2>
      <div className="mt-2 grid gap-3 text-muted-foreground text-title font-normal leading-6 [&_a]:text-primary [&_a]:underline [&_li]:ml-5 [&_li]:list-disc [&_strong]:text-foreground">
        {children}
      </div>
    </section>
  )
}
