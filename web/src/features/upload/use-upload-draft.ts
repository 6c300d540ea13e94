import { useRef, useState } from 'react'
import { showError } from '../../components/ui/toast.tsx'
import { chooseFile, decodeText } from './file-choice.ts'
import { type SavedPortfolio, useUploadPortfolio } from './upload.queries.ts'
import { toUploadProblems } from './upload-problems.ts'

export type UploadTab = 'file' | 'csv' | 'json'
export type TextFormat = 'csv' | 'json'

/** What was typed, pasted or read from a file. A file fills the text of its format, so that it can be seen and mended. */
interface Draft {
  name: string
  csv: string
  json: string
  fileName: string | undefined
}

const EMPTY_DRAFT: Draft = { name: '', csv: '', json: '', fileName: undefined }

const UNSUPPORTED = {
  title: 'Unsupported file format',
  description: 'Please upload .csv, .tsv, .txt or .json files',
}

const MISSING_INFORMATION = {
  csv: { title: 'Missing information', description: 'Please provide a portfolio name and CSV data' },
  json: { title: 'Missing information', description: 'Please provide a portfolio name and JSON data' },
} as const

async function readText(file: File): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()))
}

/** The state of the Upload Portfolio card and what its controls do. */
export function useUploadDraft(onUploaded: (saved: SavedPortfolio) => void) {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [tab, setTab] = useState<UploadTab>('file')
  const [notice, setNotice] = useState<{ title: string; text: string } | undefined>(undefined)
  const [sentFormat, setSentFormat] = useState<TextFormat>('csv')
  const nameField = useRef<HTMLInputElement>(null)
  const upload = useUploadPortfolio((saved) => {
    setDraft(EMPTY_DRAFT)
    setNotice(undefined)
    setTab('file')
    onUploaded(saved)
  })

  const chooseFiles = async (files: File[]) => {
    const choice = chooseFile(files)
    if (choice.kind === 'unsupported') {
      setNotice(undefined)
      return showError(UNSUPPORTED)
    }
    if (choice.kind === 'unreadable' || choice.kind === 'too-large') return setNotice(choice)
    const text = await readText(choice.file)
    setNotice(undefined)
    upload.reset()
    setDraft((before) => ({ ...before, csv: '', json: '', [choice.kind]: text, fileName: choice.file.name }))
  }

  const send = (format: TextFormat) => {
    const name = draft.name.trim()
    if (name === '' || draft[format].trim() === '') {
      if (name === '') nameField.current?.focus()
      return showError(MISSING_INFORMATION[format])
    }
    setSentFormat(format)
    upload.mutate(
      { name, data: draft[format] },
      // The rows that are wrong are mended in the text, wherever it came from.
      { onError: (error) => toUploadProblems(error) && setTab(format) },
    )
  }

  return {
    draft,
    tab,
    notice,
    nameField,
    isSending: upload.isPending,
    setTab,
    setName: (name: string) => setDraft({ ...draft, name }),
    setText: (format: TextFormat, text: string) => setDraft({ ...draft, [format]: text }),
    chooseFiles,
    removeFile: () => setDraft({ ...draft, csv: '', json: '', fileName: undefined }),
    pasteInstead: () => {
      setNotice(undefined)
      setTab('csv')
    },
    send,
    /** The main button: CSV text first, else JSON. */
    sendFile: () => send(draft.csv !== '' ? 'csv' : 'json'),
    problemsOf: (format: TextFormat) => (sentFormat === format ? toUploadProblems(upload.error) : undefined),
  }
}
