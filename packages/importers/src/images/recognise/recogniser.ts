import { createRequire } from 'node:module'
import path from 'node:path'
import type { Worker } from 'tesseract.js'
import type { GreyImage } from '../decode/grey-image.ts'

export interface RecognisedText {
  text: string
  words: readonly RecognisedWord[]
  /** Certainty that the recogniser states, 0 to 1: that of its least sure word. */
  certainty: number
}

export interface RecognisedWord {
  text: string
  certainty: number
  /** Columns of the line's image. */
  left: number
  right: number
}

/** Reads one line of dark text on white. @param letters only these characters are considered; all without it */
export type Recognise = (line: GreyImage, letters?: string) => Promise<RecognisedText>

const require = createRequire(import.meta.url)
let started: Promise<Worker> | undefined

/**
 * The recogniser of characters, started when first asked for and kept as long as the thread lives. Its data lies in a
 * package: it writes no file and asks no network.
 */
export async function startRecogniser(): Promise<Recognise> {
  started ??= start()
  const worker = await started
  return async (line, letters = '') => {
    const { data } = await worker.recognize(toPortableGreymap(line), { tessedit_char_whitelist: letters } as object, {
      text: true,
      blocks: true,
    })
    const found = (data.blocks ?? []).flatMap(({ paragraphs }) =>
      paragraphs.flatMap(({ lines }) => lines.flatMap((one) => one.words)),
    )
    const words = found.map(({ text, confidence, bbox }) => {
      return { text, certainty: confidence / 100, left: bbox.x0, right: bbox.x1 }
    })
    const certainty = words.length === 0 ? 0 : Math.min(...words.map((word) => word.certainty))
    return { text: data.text.trim().replace(/\s+/g, ' '), words, certainty }
  }
}

/** Ends the thread of the recogniser, which would keep a program alive; the next image starts another. */
export async function stopRecogniser(): Promise<void> {
  const ended = started
  started = undefined
  await (await ended)?.terminate()
}

async function start(): Promise<Worker> {
  const { createWorker, OEM, PSM } = await import('tesseract.js')
  const data = path.dirname(require.resolve('@tesseract.js-data/eng/package.json'))
  const worker = await createWorker(
    'eng',
    OEM.LSTM_ONLY,
    {
      langPath: path.join(data, '4.0.0_best_int'),
      cacheMethod: 'none',
      gzip: true,
      // Without it an unreadable image would end the process.
      errorHandler: () => undefined,
    },
    // Words of a dictionary do not help with tickers and numbers; they bend them.
    { load_system_dawg: '0', load_freq_dawg: '0' },
  )
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE })
  return worker
}

/** The plainest format there is: a line of text before the bytes. */
function toPortableGreymap({ width, height, pixels }: GreyImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}
