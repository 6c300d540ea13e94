import { LIMITS } from '@ballast/contract'
import { FileJson, FileSpreadsheet, FileText, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Dropzone } from '../../components/ui/dropzone.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { Textarea } from '../../components/ui/textarea.tsx'
import { cn } from '../../lib/class-names.ts'
import { countOf } from '../../lib/format.ts'
import { ACCEPTED_FILES } from './file-choice.ts'
import { ProblemList } from './problem-list.tsx'
import type { SavedPortfolio } from './upload.queries.ts'
import { type TextFormat, useUploadDraft } from './use-upload-draft.ts'

const SAMPLES = {
  csv: 'ticker,shares,avgCost,sector\nAAPL,120,148.35,Technology\nKO,40,58.90,Consumer Staples\nBRK.B,5,352.40,Financials',
  json: `[
  { "ticker": "AAPL", "shares": 120, "avgCost": 148.35, "sector": "Technology" },
  { "ticker": "KO", "shares": 40, "avgCost": 58.9, "sector": "Consumer Staples" }
]`,
} as const

const TEXT_TABS = {
  csv: { label: 'CSV Text', hint: 'Format: ticker,shares,avgCost,sector (header row required)', button: 'Upload CSV' },
  json: {
    label: 'JSON Text',
    hint: 'Format: Array of objects with ticker, shares, avgCost, sector',
    button: 'Upload JSON',
  },
} as const

type UploadDraft = ReturnType<typeof useUploadDraft>

interface UploadCardProps {
  onUploaded: (saved: SavedPortfolio) => void
  /** Puts the focus on the name as the card appears, for somebody who asked for it. */
  takesFocus?: boolean
  /** Beside the title, such as a button that closes the card. */
  actions?: ReactNode
  className?: string
}

/** Takes a portfolio as a file or as text. */
export function UploadCard({ onUploaded, takesFocus = false, actions, className }: UploadCardProps) {
  const upload = useUploadDraft(onUploaded)
  const { nameField } = upload
  useEffect(() => {
    if (takesFocus) nameField.current?.focus({ preventScroll: true })
  }, [takesFocus, nameField])
  return (
    <Card
      title="Upload Portfolio"
      description="CSV and JSON save at once, all rows or none."
      actions={actions}
      className={cn('flex flex-col', className)}
      contentClassName="flex flex-1 flex-col gap-4"
    >
      <Field label="Portfolio Name">
        <Input
          ref={nameField}
          placeholder="My Portfolio"
          maxLength={LIMITS.portfolioNameCharacters}
          autoComplete="off"
          value={upload.draft.name}
          onChange={(event) => upload.setName(event.target.value)}
        />
      </Field>
      <Tabs
        className="flex flex-1 flex-col *:[[role=tabpanel]]:flex-1"
        label="How to add positions"
        value={upload.tab}
        onValueChange={upload.setTab}
        tabs={[
          { value: 'file', label: 'Upload File', content: <FileTab upload={upload} /> },
          { value: 'csv', label: 'CSV Text', content: <TextTab upload={upload} format="csv" /> },
          { value: 'json', label: 'JSON Text', content: <TextTab upload={upload} format="json" /> },
        ]}
      />
    </Card>
  )
}

function FileTab({ upload }: { upload: UploadDraft }) {
  const { draft, notice, isSending } = upload
  const hasText = draft.csv !== '' || draft.json !== ''
  return (
    <div className="flex h-full flex-col gap-4">
      <Dropzone
        accept={ACCEPTED_FILES}
        disabled={isSending}
        onFiles={(files) => void upload.chooseFiles(files)}
        className="min-h-[212px] flex-1"
        hints={
          <>
            <span className="inline-flex items-center gap-1.5">
              <FileSpreadsheet aria-hidden="true" className="size-3.5" />
              CSV
            </span>
            <span className="inline-flex items-center gap-1.5">
              <FileJson aria-hidden="true" className="size-3.5" />
              JSON
            </span>
          </>
        }
      />
      {notice && (
        <Notice role="alert">
          <p className="break-words font-semibold">{notice.title}</p>
          <p className="text-muted-foreground">{notice.text}</p>
          <Button size="sm" className="mt-2" onClick={upload.pasteInstead}>
            Paste CSV Text
          </Button>
        </Notice>
      )}
      {hasText && draft.fileName && (
        <ChosenFile name={draft.fileName} text={draft.csv || draft.json} onRemove={upload.removeFile} />
      )}
      <Button
        variant="primary"
        className="w-full"
        disabled={!hasText}
        busy={isSending}
        busyLabel="Processing..."
        onClick={upload.sendFile}
      >
        Upload Portfolio
      </Button>
    </div>
  )
}

function ChosenFile({ name, text, onRemove }: { name: string; text: string; onRemove: () => void }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '').length
  return (
    <div className="flex items-center gap-3 rounded-tile border p-2.5">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-muted text-muted-foreground">
        <FileText aria-hidden="true" className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-body">{name}</p>
        <p className="text-label text-muted-foreground">{countOf(lines, 'line')}</p>
      </div>
      <Button variant="ghost" size="icon-sm" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}

function TextTab({ upload, format }: { upload: UploadDraft; format: TextFormat }) {
  const { label, hint, button } = TEXT_TABS[format]
  const text = upload.draft[format]
  const problems = upload.problemsOf(format)
  return (
    <div className="@container grid gap-4">
      <div className={cn('grid gap-4', problems && '@3xl:grid-cols-2')}>
        <Field label={label} labelHidden hint={hint}>
          <Textarea
            mono
            placeholder={SAMPLES[format]}
            className="h-[230px]"
            value={text}
            onChange={(event) => upload.setText(format, event.target.value)}
          />
        </Field>
        {problems && <ProblemList problems={problems} />}
      </div>
      <Button
        variant={text.trim() === '' ? 'outline' : 'primary'}
        className="w-full"
        busy={upload.isSending}
        busyLabel="Uploading..."
        onClick={() => upload.send(format)}
      >
        {button}
      </Button>
    </div>
  )
}
