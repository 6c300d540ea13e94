// Tests: e2e/transparency.e2e.ts

import { useEffect, useState } from 'react'
import { cn } from '../../lib/class-names.ts'

interface ContentsListProps {
  entries: readonly { id: string; title: string }[]
}

/** The page's contents at the left, with the section in sight marked. */
export function ContentsList({ entries }: ContentsListProps) {
  const current = useSectionInSight(entries)
  return (
    <nav aria-label="On this page" className="max-lg:hidden">
      <div className="sticky top-[88px]">
        <p className="text-label text-muted-foreground">On this page</p>
        <ul className="mt-2 border-l">
          {entries.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === current ? 'location' : undefined}
                className={cn(
                  '-ml-px block border-l-2 py-1.5 pl-3 font-medium text-[13px] leading-[18px] transition-colors duration-120',
                  id === current
                    ? 'border-primary text-foreground'
                    : 'border-transparent text-muted-foreground hover:text-foreground',
                )}
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** The id of the topmost section that is in the upper part of the window. */
function useSectionInSight(entries: ContentsListProps['entries']): string | undefined {
  const [current, setCurrent] = useState(entries[0]?.id)
  useEffect(() => {
    const inSight = new Set<string>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) inSight.add(target.id)
          else inSight.delete(target.id)
        }
        const first = entries.find(({ id }) => inSight.has(id))
        if (first) setCurrent(first.id)
      },
      { rootMargin: '-80px 0px -55% 0px' },
    )
    for (const { id } of entries) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [entries])
  return current
}
