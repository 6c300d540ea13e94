import type { ImportReview } from '@ballast/contract'
import { FileJson, FileSpreadsheet, FileText, ImageIcon, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { PortfolioNameField } from '../../components/portfolio-name-field.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Dropzone } from '../../components/ui/dropzone.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { cn } from '../../lib/class-names.ts'
import { countOf } from '../../lib/format.ts'
import { ACCEPTED_FILES } from './file-choice.ts'
import { ImageList } from './image-list.tsx'
import { describeImages, describeProgress } from './image-steps.ts'
import { ModelConsent } from './model-consent.tsx'
import { TextTab } from './text-tab.tsx'
import type { SavedPortfolio } from './upload.queries.ts'
import { type UploadDraft, useUploadDraft } from './use-upload-draft.ts'

interface UploadCardProps {
  name: string
  onNameChange: (name: string) => void
  nameField: RefObject<HTMLInputElement | null>
  onUploaded: (saved: SavedPortfolio) => void
  /** Something was read and waits for review. */
  onRead: (review: ImportReview) => void
  /** Asks before a review that was edited gives way to another; by default nobody is asked. */
  beforeReading?: (read: () => void) => void
  /** True while a review is open, which then has the primary button. */
  isReviewing?: boolean
  /** Puts the focus on the name as the card appears, for somebody who asked for it. */
  takesFocus?: boolean
  /** Beside the title, such as a button that closes the card. */
  actions?: ReactNode
  className?: string
}

/** Takes a portfolio as files, images or text. */
export function UploadCard({
  name,
  onNameChange,
  nameField,
  onUploaded,
  onRead,
  beforeReading = (read) => read(),
  isReviewing = false,
  takesFocus = false,
  actions,
  className,
}: UploadCardProps) {
  const upload = useUploadDraft({ name, nameField, onUploaded, onRead, beforeReading })
  useEffect(() => {
    if (takesFocus) nameField.current?.focus({ preventScroll: true })
  }, [takesFocus, nameField])
  usePastedFiles(upload)
  const variant = isReviewing ? 'outline' : 'primary'
  return (
    <Card
      title="Upload Portfolio"
      description={describeSelection(upload.draft)}
      actions={actions}
      className={cn('flex flex-col', className)}
      contentClassName="flex flex-1 flex-col gap-4"
    >
      <PortfolioNameField name={name} onNameChange={onNameChange} field={nameField} />
      <Tabs
        className="flex flex-1 flex-col *:[[role=tabpanel]]:flex-1"
        label="How to add positions"
        value={upload.tab}
        onValueChange={upload.setTab}
        tabs={[
          { value: 'file', label: 'Upload File', content: <FileTab upload={upload} variant={variant} /> },
          { value: 'csv', label: 'CSV Text', content: <TextTab upload={upload} format="csv" variant={variant} /> },
          { value: 'json', label: 'JSON Text', content: <TextTab upload={upload} format="json" variant={variant} /> },
        ]}
      />
    </Card>
  )
}

/** A screenshot or a file that is pasted anywhere on the page is chosen; pasted text stays with the field it is meant for. */
function usePastedFiles({ isSending, chooseFiles, setTab }: UploadDraft): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || isSending) return
    event.preventDefault()
    setTab('file')
    void chooseFiles(files)
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

function describeSelection({ images, files }: UploadDraft['draft']): string {
  if (images.length > 0) return `${countOf(images.length, 'image')} selected`
  if (files.length > 0) return `${countOf(files.length, 'file')} selected`
  return 'Our own CSV and JSON are saved at once. You review everything else first.'
}

const HINTS = [
  { icon: FileSpreadsheet, label: 'CSV' },
  { icon: FileJson, label: 'JSON' },
  { icon: ImageIcon, label: 'Image (OCR)' },
] as const

function FileTab({ upload, variant }: { upload: UploadDraft; variant: 'primary' | 'outline' }) {
  const { draft, notice, isSending, extraction } = upload
  const { images, files, textFile } = draft
  const isExtracting = extraction.status === 'running'
  const { result } = extraction
  const outcomes = useMemo(() => result && describeImages(result), [result])
  const hasSomething = images.length > 0 || files.length > 0 || draft.csv !== '' || draft.json !== ''
  const { mainButton, stop } = useStop(extraction)
  const buttons = useInSight([images, files, textFile], images.length > 0 || files.length > 0 || textFile !== undefined)
  return (
    <div className="flex h-full flex-col gap-4">
      <Dropzone
        accept={ACCEPTED_FILES}
        disabled={isSending}
        onFiles={(chosen) => void upload.chooseFiles(chosen)}
        className="min-h-[212px] flex-1"
        hints={HINTS.map(({ icon: Icon, label }) => (
          <span key={label} className="inline-flex items-center gap-1.5">
            <Icon aria-hidden="true" className="size-3.5" />
            {label}
          </span>
        ))}
      />
      {notice && (
        <Notice role="alert">
          <p className="break-words font-semibold">{notice.title}</p>
          <p className="text-muted-foreground">{notice.text}</p>
        </Notice>
      )}
      {textFile && (
        <ChosenFile file={textFile} text={draft.csv || draft.json} isBusy={isSending} onRemove={upload.removeFiles} />
      )}
      {files.map((file) => (
        <ChosenFile key={`${file.name} ${file.size}`} file={file} isBusy={isSending} onRemove={upload.removeFiles} />
      ))}
      {images.length > 0 && (
        <>
          <ImageList
            images={images}
            steps={extraction.steps}
            isRunning={isExtracting}
            outcomes={outcomes}
            onRemove={upload.removeImage}
            onRetry={upload.sendFile}
          />
          <ModelConsent checked={draft.withModel} onCheckedChange={upload.setWithModel} disabled={isSending} />
          <span role="status" className="sr-only">
            {extraction.status !== 'idle' && describeProgress(extraction.steps, images.length)}
          </span>
        </>
      )}
      <div ref={buttons} className="flex scroll-mb-6 gap-2 max-sm:scroll-mb-24">
        <Button
          ref={mainButton}
          variant={variant}
          className="min-w-0 flex-1"
          disabled={!hasSomething}
          busy={isSending}
          busyLabel="Processing..."
          onClick={upload.sendFile}
        >
          {images.length > 0 ? `Extract from ${images.length} Image(s)` : 'Upload Portfolio'}
        </Button>
        {isExtracting && <Button onClick={stop}>Cancel</Button>}
      </div>
    </div>
  )
}

/** Scrolls what comes next into sight once something was chosen: on a phone a list of files pushes it below the edge. */
function useInSight(chosen: readonly unknown[], isChosen: boolean) {
  const element = useRef<HTMLDivElement>(null)
  const show = useEffectEvent(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => show(), [...chosen])
  return element
}

/** Stops the reading. The button that was pressed goes away with it, and leaves the focus to the one that reads again. */
function useStop({ status, stop }: UploadDraft['extraction']) {
  const mainButton = useRef<HTMLButtonElement>(null)
  const wasStopped = useRef(false)
  useEffect(() => {
    if (status === 'running' || !wasStopped.current) return
    wasStopped.current = false
    mainButton.current?.focus()
  }, [status])
  return {
    mainButton,
    stop: () => {
      wasStopped.current = true
      stop()
    },
  }
}

interface ChosenFileProps {
  file: File
  /** Text of a file that was read as text. */
  text?: string
  isBusy: boolean
  onRemove: () => void
}

function ChosenFile({ file, text, isBusy, onRemove }: ChosenFileProps) {
  const size = useMemo(() => (text === undefined ? toKilobytes(file.size) : countLines(text)), [file, text])
  return (
    <div className="flex items-center gap-3 rounded-tile border p-2.5">
      <span className="grid size-9 shrink-0 place-items-center rounded-control bg-muted text-muted-foreground">
        <FileText aria-hidden="true" className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-body">{file.name}</p>
        <p className="text-label text-muted-foreground">{size}</p>
      </div>
      <Button variant="ghost" size="icon-sm" aria-label={`Remove ${file.name}`} disabled={isBusy} onClick={onRemove}>
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}

function countLines(text: string): string {
  let count = 0
  for (const line of text.split('\n')) if (line.trim() !== '') count += 1
  return countOf(count, 'line')
}

function toKilobytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} kB`
}
