import { Link } from '@tanstack/react-router'
import { useScreenHeading } from '../../lib/heading-focus.ts'
import { Button } from '../ui/button.tsx'

/** A line that breaks off where the data ends. */
function BrokenLine() {
  return (
    <svg aria-hidden="true" viewBox="0 0 544 96" fill="none" className="w-full max-w-[544px] overflow-visible">
      <path d="M0 56h544" className="stroke-border" strokeDasharray="4 4" />
      <path
        d="M0 42l6-1 6 1 6-2 8 1 8-3 8 1 8-2 8 3 8-4 10-4 5 4 5 3 8 1 8 2 8-3 9 1 8-1 8-2 7 5 8 4 10 6 9-3 8 4 8-1 8 5 7 6 8 1 8-1 9 6 8 4 6 2"
        className="stroke-primary"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx="220" cy="79" r="4.5" className="fill-background stroke-primary" strokeWidth="2" />
      <path
        d="M232 84c50 16 90-14 140-42s120-38 172-42"
        className="stroke-subtle-foreground"
        strokeWidth="1.5"
        strokeDasharray="2 6"
      />
    </svg>
  )
}

export function NotFound() {
  const heading = useScreenHeading('Page Not Found')
  return (
    <div className="flex min-h-[70vh] flex-col items-center justify-center py-12 text-center">
      <BrokenLine />
      <p className="mt-12 text-body text-muted-foreground tabular">404</p>
      <h1 ref={heading} tabIndex={-1} className="mt-1 text-section-phone sm:text-section">
        Page Not Found
      </h1>
      <p className="mt-2 text-title font-normal text-muted-foreground">
        There is no data at this address. It may have moved, or the link may be wrong.
      </p>
      <Button asChild variant="primary" className="mt-6">
        <Link to="/">Go to Portfolio</Link>
      </Button>
    </div>
  )
}
