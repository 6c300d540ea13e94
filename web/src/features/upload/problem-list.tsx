import { TriangleAlert } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { countOf } from '../../lib/format.ts'
import { toPlace, toProblemText, type UploadProblems } from './upload-problems.ts'

interface ProblemListProps {
  problems: UploadProblems
  isReading: boolean
  /** Opens what could be read as a table to mend, in place of mending the text. */
  onReview: () => void
}

/** Faults of an uploaded text and their places, beside the text that holds them. */
export function ProblemList({ problems, isReading, onReview }: ProblemListProps) {
  const { listed, count } = problems
  return (
    <section
      aria-label="Problems found"
      role="alert"
      className="min-w-0 rounded-tile border border-destructive/60 p-3.5 text-[13px] leading-[18px]"
    >
      <p className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-destructive" />
        {countOf(count, 'problem')} found. Nothing was saved, and your text is unchanged.
      </p>
      <ol className="mt-2 grid max-h-[280px] gap-2 overflow-y-auto">
        {listed.map((problem) => (
          <li key={`${problem.row}:${problem.column}:${problem.message}`} className="border-t pt-2">
            <span className="font-semibold">{toPlace(problem)}</span>
            <span className="block break-words text-muted-foreground">{toProblemText(problem)}</span>
          </li>
        ))}
      </ol>
      {count > listed.length && (
        <p className="mt-2 border-t pt-2 text-muted-foreground">
          The first {listed.length} of {count.toLocaleString('en-US')} are listed.
        </p>
      )}
      <Button size="sm" className="mt-3" disabled={isReading} onClick={onReview}>
        Review it as a table
      </Button>
    </section>
  )
}
