import { LIMITS } from '@ballast/contract'

const MIB = 1024 * 1024

/** What came of choosing files. Only `csv` and `json` replace what is in the card; the rest leaves it as it was. */
export type FileChoice =
  | { kind: 'csv' | 'json'; file: File }
  /** Cannot be read in this version, but there is another way to the same positions. */
  | { kind: 'unreadable'; title: string; text: string }
  | { kind: 'too-large'; title: string; text: string }
  | { kind: 'unsupported' }

const TEXT_EXTENSIONS: ReadonlySet<string> = new Set(['csv', 'tsv', 'txt'])
const IMAGE_EXTENSIONS: ReadonlySet<string> = new Set([
  'png',
  'jpg',
  'jpeg',
  'webp',
  'gif',
  'avif',
  'tif',
  'tiff',
  'bmp',
])
const HEIC_EXTENSIONS: ReadonlySet<string> = new Set(['heic', 'heif'])
const WORKBOOK_EXTENSIONS: ReadonlySet<string> = new Set(['xlsx', 'xls', 'xlsm', 'ods', 'numbers'])

const OTHER_WAY = "Paste the table as text or use your broker's CSV export."

/** For the file dialog; a picture and a workbook may be chosen because the answer to them says what to do instead. */
export const ACCEPTED_FILES = '.csv,.tsv,.txt,.json,.xlsx,image/*'

/**
 * Which of the chosen files counts. A picture comes first wherever it stands; without one, the first file decides by the
 * ending of its name.
 */
export function chooseFile(files: readonly File[]): FileChoice {
  const picture = files.find(isPicture)
  if (picture) return toUnreadablePicture(picture)
  const [file] = files
  if (!file) return { kind: 'unsupported' }
  const extension = toExtension(file.name)
  if (WORKBOOK_EXTENSIONS.has(extension)) {
    return {
      kind: 'unreadable',
      title: 'Reading Excel workbooks is not available in this version.',
      text: OTHER_WAY,
    }
  }
  if (extension !== 'json' && !TEXT_EXTENSIONS.has(extension)) return { kind: 'unsupported' }
  if (file.size > LIMITS.uploadBodyBytes) {
    return {
      kind: 'too-large',
      title: `${file.name} is too large.`,
      text: `It has ${(file.size / MIB).toFixed(1)} MiB; an upload holds at most ${LIMITS.uploadBodyBytes / MIB} MiB and ${LIMITS.positionsPerPortfolio.toLocaleString('en-US')} positions.`,
    }
  }
  return { kind: extension === 'json' ? 'json' : 'csv', file }
}

function isPicture(file: File): boolean {
  const extension = toExtension(file.name)
  return file.type.startsWith('image/') || IMAGE_EXTENSIONS.has(extension) || HEIC_EXTENSIONS.has(extension)
}

function toUnreadablePicture(picture: File): FileChoice {
  const isHeic = HEIC_EXTENSIONS.has(toExtension(picture.name))
  return {
    kind: 'unreadable',
    title: isHeic
      ? `${picture.name} is a HEIC picture. Save it as PNG or JPEG first.`
      : 'Reading screenshots is not available in this version.',
    text: isHeic
      ? `Reading screenshots is not available in this version, though. ${OTHER_WAY}`
      : `${picture.name} is an image. ${OTHER_WAY}`,
  }
}

function toExtension(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}

/**
 * A file's text. Spreadsheets save UTF-8 with or without a mark, UTF-16 with one, or the Windows alphabet of Western
 * Europe; bytes that are not UTF-8 are taken for the last.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
