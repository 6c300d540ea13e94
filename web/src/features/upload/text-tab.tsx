// Tests: upload-card.test.tsx

import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Textarea } from '../../components/ui/textarea.tsx'
import { cn } from '../../lib/class-names.ts'
import { ProblemList } from './problem-list.tsx'
import type { TextFormat, UploadDraft } from './use-upload-draft.ts'

const SAMPLES = {
  csv: 'ticker,shares,avgCost,sector\nAAPL,120,148.35,Technology\nKO,40,58.90,Consumer Staples\nBRK.B,5,352.40,Financials',
  json: `[
  { "ticker": "AAPL", "shares": 120, "avgCost": 148.35, "sector": "Technology" },
  { "ticker": "KO", "shares": 40, "avgCost": 58.9, "sector": "Consumer Staples" }
]`,
} as const

const TEXT_TABS = {
  csv: {
    label: 'CSV Text',
    hint: 'Format: ticker,shares,avgCost,sector (header row required)',
    more: 'A table copied from your broker or lines such as "100 AAPL @ 150.25" work, too: they are reviewed first.',
    button: 'Upload CSV',
  },
  json: {
    label: 'JSON Text',
    hint: 'Format: Array of objects with ticker, shares, avgCost, sector',
    more: undefined,
    button: 'Upload JSON',
  },
} as const

interface TextTabProps {
  upload: UploadDraft
  format: TextFormat
  variant: 'primary' | 'outline'
}

/** A text to be typed, pasted or mended, with what is wrong with it beside it. */
export function TextTab({ upload, format, variant }: TextTabProps) {
  const { label, hint, more, button } = TEXT_TABS[format]
  const text = upload.draft[format]
  const problems = upload.problemsOf(format)
  return (
    <div className="@container grid gap-4">
      <div className={cn('grid gap-4', problems && '@3xl:grid-cols-2')}>
        <Field
          label={label}
          labelHidden
          hint={
            <>
              {hint}
              {more && <span className="mt-1 block">{more}</span>}
            </>
          }
        >
          <Textarea
            mono
            placeholder={SAMPLES[format]}
            className="h-[230px]"
            value={text}
            onChange={(event) => upload.setText(format, event.target.value)}
          />
        </Field>
        {problems && (
          <ProblemList problems={problems} isReading={upload.isSending} onReview={() => upload.readText(format)} />
        )}
      </div>
      <Button
        variant={text.trim() === '' ? 'outline' : variant}
        className="w-full"
        busy={upload.isSending}
        busyLabel="Uploading..."
        onClick={() => upload.sendText(format)}
      >
        {button}
      </Button>
    </div>
  )
}
