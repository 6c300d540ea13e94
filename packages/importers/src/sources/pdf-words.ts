// Tests: ../pdf-source.test.ts

/** The words of a PDF with the places where they stand. Nothing is drawn, run or fetched for it. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { loadPdfLibrary } from './pdf-library.ts'
import { findPdfFault } from './pdf-limits.ts'

/** A run of text on a page, in points from its upper left corner. */
export interface PageWord {
  text: string
  page: number
  left: number
  right: number
  /** Baseline of the line that the letters stand on. */
  baseline: number
  /** Height of the type. */
  size: number
}

interface Refusal {
  why: string
  expected: string
}

const MOST_PAGES = 100
const MOST_WORDS = 60_000
const LONGEST_WORD = 400
const SPLIT = 'Print only the pages with the positions to a new PDF.'
const SHOW_IT = 'Take a screenshot of the page with the positions, and drop that; or export them as CSV.'
const EXPORT = 'Export the positions as CSV, or drop a screenshot of them.'

/** The words of all pages in no order that counts, or why there are none. Run it in a thread that can be killed. */
export async function readPdfWords(bytes: Uint8Array): Promise<PageWord[] | Refusal> {
  const fault = findPdfFault(bytes)
  if (fault !== undefined) return fault
  const { getDocument } = await loadPdfLibrary()
  // A copy, because the library keeps what it is given.
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    stopAtErrors: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    disableAutoFetch: true,
    disableStream: true,
  })
  try {
    return await readPages(await task.promise)
  } catch {
    return { why: 'The PDF is damaged or protected', expected: EXPORT }
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

async function readPages(document: PDFDocumentProxy): Promise<PageWord[] | Refusal> {
  if (document.numPages > MOST_PAGES) return { why: `The PDF has more than ${MOST_PAGES} pages`, expected: SPLIT }
  const words: PageWord[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    if (!(await readPage(page, words))) return { why: 'There is too much text in the PDF', expected: SPLIT }
    page.cleanup()
  }
  return words.length > 0 ? words : { why: 'The PDF holds pictures of pages, and no text', expected: SHOW_IT }
}

/** Adds the words of a page; false when there are too many. */
async function readPage(page: PDFPageProxy, words: PageWord[]): Promise<boolean> {
  const { transform, width, height } = page.getViewport({ scale: 1 })
  const seen = new Set<string>()
  const reader = page.streamTextContent().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return words.length <= MOST_WORDS
    for (const item of value.items) {
      const word = toWord(item, transform, page.pageNumber)
      const isSeen =
        word.text !== '' && word.right > 0 && word.left < width && word.baseline > 0 && word.baseline < height
      // Bold is sometimes the same text written twice.
      const key = `${word.text} ${Math.round(word.left)} ${Math.round(word.baseline)}`
      // What is too much is read on and forgotten: the library does not stand being stopped.
      if (!isSeen || seen.has(key) || words.length > MOST_WORDS) continue
      seen.add(key)
      words.push(word)
    }
  }
}

type Item = { str: string; width: number; height: number; transform: number[] }

function toWord({ str, width, transform }: Item, view: readonly number[], page: number): PageWord {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = view
  const [, , u = 0, v = 0, x = 0, y = 0] = transform
  const left = a * x + c * y + e
  const size = Math.hypot(a * u + c * v, b * u + d * v)
  // Text that does not run from left to right, such as a mark across the page, is none of a table.
  const isLevel = Math.abs(a * u + c * v) < 0.1 * size && size > 0
  const text = isLevel ? str.slice(0, LONGEST_WORD).replace(/\s+/g, ' ').trim() : ''
  return { text, page, left, right: left + width, baseline: b * x + d * y + f, size }
}
