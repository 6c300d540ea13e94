// Tests: upload-card.test.tsx

import type { ImportReview } from '@ballast/contract'
import { type RefObject, useState } from 'react'
import { showError } from '../../components/ui/toast.tsx'
import { chooseFiles as choose, decodeText } from './file-choice.ts'
import { isOwnFormat } from './own-format.ts'
import { type SavedPortfolio, useExtractImages, useReadForReview, useUploadPortfolio } from './upload.queries.ts'
import { toUploadProblems } from './upload-problems.ts'

export type UploadTab = 'file' | 'csv' | 'json'
export type TextFormat = 'csv' | 'json'

/**
 * Draft of what was typed, pasted or chosen. A file of text fills the text of its format, so that it can be seen and
 * mended.
 */
interface Draft {
  csv: string
  json: string
  /** The file that the text came from, while it is as it came. */
  textFile: File | undefined
  /** Read by the server as they are: a workbook, or several files. */
  files: readonly File[]
  images: readonly File[]
  /** The person lets a language model look at these images, and at no others. */
  withModel: boolean
}

const EMPTY_DRAFT: Draft = { csv: '', json: '', textFile: undefined, files: [], images: [], withModel: false }

const UNSUPPORTED = {
  title: 'Unsupported file format',
  description: 'Please upload .csv, .tsv, .txt, .json, .xlsx, .pdf or image files',
}

const MISSING_INFORMATION = {
  csv: { title: 'Missing information', description: 'Please provide a portfolio name and CSV data' },
  json: { title: 'Missing information', description: 'Please provide a portfolio name and JSON data' },
} as const

interface UploadDraftOptions {
  name: string
  nameField: RefObject<HTMLInputElement | null>
  onUploaded: (saved: SavedPortfolio) => void
  onRead: (review: ImportReview) => void
  /** Asks before a review that was edited gives way to another. */
  beforeReading: (read: () => void) => void
}

export type UploadDraft = ReturnType<typeof useUploadDraft>

/** The state of the Upload Portfolio card and what its controls do. */
export function useUploadDraft({ name, nameField, onUploaded, onRead, beforeReading }: UploadDraftOptions) {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [tab, setTab] = useState<UploadTab>('file')
  const [notice, setNotice] = useState<{ title: string; text: string } | undefined>(undefined)
  const [sentFormat, setSentFormat] = useState<TextFormat>('csv')
  const upload = useUploadPortfolio((saved) => {
    setDraft(EMPTY_DRAFT)
    setNotice(undefined)
    setTab('file')
    onUploaded(saved)
  })
  const reading = useReadForReview((review) => {
    upload.reset()
    onRead(review)
  })
  const extraction = useExtractImages(onRead)

  const chooseFiles = async (chosenFiles: File[]) => {
    const { chosen, notice: remark, hasUnsupported } = choose(chosenFiles)
    if (hasUnsupported) showError(UNSUPPORTED)
    setNotice(remark)
    if (!chosen) return
    upload.reset()
    extraction.reset()
    if (chosen.kind === 'images') return setDraft({ ...EMPTY_DRAFT, images: chosen.files })
    if (chosen.kind === 'files') return setDraft({ ...EMPTY_DRAFT, files: chosen.files })
    const text = decodeText(new Uint8Array(await chosen.file.arrayBuffer()))
    setDraft({ ...EMPTY_DRAFT, [chosen.format]: text, textFile: chosen.file })
  }

  const sendText = (format: TextFormat) => {
    const text = draft[format]
    const isOwn = isOwnFormat(text)
    // A text that is reviewed gets its name there.
    if (text.trim() === '' || (isOwn && name.trim() === '')) {
      if (name.trim() === '') nameField.current?.focus()
      return showError(MISSING_INFORMATION[format])
    }
    if (!isOwn) return readText(format)
    setSentFormat(format)
    upload.mutate(
      { name: name.trim(), data: text },
      // The rows that are wrong are mended in the text, wherever it came from.
      { onError: (error) => toUploadProblems(error) && setTab(format) },
    )
  }
  // As a file where it is one: its bytes say more than a text made of them, and its name is told in the review.
  const readText = (format: TextFormat) =>
    beforeReading(() => reading.mutate(draft.textFile ? { files: [draft.textFile] } : { text: draft[format] }))

  /** The main button: images first, then files, then CSV text, else JSON. */
  const sendFile = () => {
    if (draft.images.length > 0) return beforeReading(() => void extraction.extract(draft.images, draft.withModel))
    if (draft.files.length > 0) return beforeReading(() => reading.mutate({ files: draft.files }))
    return sendText(draft.csv !== '' ? 'csv' : 'json')
  }

  const removeImage = (image: File) => {
    extraction.reset()
    setDraft({ ...draft, images: draft.images.filter((other) => other !== image) })
  }

  return {
    draft,
    tab,
    notice,
    extraction,
    isSending: upload.isPending || reading.isPending || extraction.status === 'running',
    setTab,
    setText: (format: TextFormat, text: string) => setDraft({ ...draft, [format]: text, textFile: undefined }),
    chooseFiles,
    removeImage,
    setWithModel: (withModel: boolean) => setDraft({ ...draft, withModel }),
    removeFiles: () => setDraft(EMPTY_DRAFT),
    sendText,
    readText,
    sendFile,
    problemsOf: (format: TextFormat) => (sentFormat === format ? toUploadProblems(upload.error) : undefined),
  }
}
