import { useScreenHeading } from '../../lib/heading-focus.ts'
import { ButtonLink } from '../ui/button-link.tsx'

/** A line that breaks off where the data ends. */
function BrokenLine() {
  return (
    <svg aria-hidden="true" viewBox="0 0 544 96" fill="none" className="w-full max-w-[544px] overflow-visible">
      <path d="M0 56h544" className="stroke-border" strokeDasharray="4 4" />
      <polyline
        points="0,42 4.7,41 9.4,42 14.1,40 18.8,41 23.5,38 28.2,39 32.9,37 37.6,40 42.3,36 47,40 51.7,37 56.3,41 61,38 65.7,30 70.4,38 75.1,40 79.8,37 84.5,41 89.2,39 93.9,43 98.6,40 103.3,36 108,38 112.7,38 117.4,42 122.1,47 126.8,44 131.5,50 136.2,53 140.9,56 145.6,52 150.3,58 155,62 159.7,57 164.3,64 169,66 173.7,64 178.4,63 183.1,66 187.8,65 192.5,68 197.2,67 201.9,72 206.6,70 211.3,76 216,79"
        className="stroke-primary"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx="216" cy="79" r="4.5" className="fill-background stroke-primary" strokeWidth="2" />
      <path
        d="M230 80c50 16 90-10 140-36s120-40 174-42"
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
      <ButtonLink variant="primary" className="mt-6" to="/">
        Go to Portfolio
      </ButtonLink>
    </div>
  )
}
