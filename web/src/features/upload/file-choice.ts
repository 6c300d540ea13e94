import { LIMITS } from '@ballast/contract'

const MIB = 1024 * 1024

/** Files that replace the selection in the card. */
export type ChosenFiles =
  /** Read as text, so that it can be seen and mended. */
  | { kind: 'text'; format: 'csv' | 'json'; file: File }
  /** A workbook, a statement as PDF, or several files at once: read by the server and reviewed. */
  | { kind: 'files'; files: readonly File[] }
  | { kind: 'images'; files: readonly File[] }

export interface FileChoice {
  /** Absent when none of the files can be read; then the selection stays as it was. */
  chosen: ChosenFiles | undefined
  /** Why a file was left out, and what to do instead. */
  notice: { title: string; text: string } | undefined
  /** True when a file has an ending that nothing here reads. */
  hasUnsupported: boolean
}

type Kind = 'csv' | 'json' | 'workbook' | 'image' | 'heic' | 'old-workbook' | 'unsupported'

const KINDS: Readonly<Record<string, Kind>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  json: 'json',
  xlsx: 'workbook',
  pdf: 'workbook',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  webp: 'image',
  gif: 'image',
  avif: 'image',
  tif: 'image',
  tiff: 'image',
  heic: 'heic',
  heif: 'heic',
  xls: 'old-workbook',
  xlsm: 'old-workbook',
  xlsb: 'old-workbook',
  ods: 'old-workbook',
  numbers: 'old-workbook',
}
const IMAGE_TYPES = /^image\/(?:png|jpeg|webp|gif|avif|tiff)$/i

/** For the file dialog; a kind that is answered by words only may be chosen, too. */
export const ACCEPTED_FILES = '.csv,.tsv,.txt,.json,.xlsx,.pdf,image/*'

/**
 * Sorts a choice of files. Images come first wherever they stand; without one, a single file is read as text, and several
 * go to the review together.
 */
export function chooseFiles(files: readonly File[]): FileChoice {
  const kinds = files.map(toKind)
  const ofKind = (...wanted: Kind[]) => files.filter((_file, index) => wanted.includes(kinds[index] ?? 'unsupported'))
  const images = ofKind('image')
  const readable = images.length > 0 ? images : ofKind('csv', 'json', 'workbook')
  const notice = findRefusal(ofKind('heic'), ofKind('old-workbook'), readable, images.length > 0)
  const fitting = readable.filter((file) => file.size <= limitOf(file))
  const accepted = fitting.slice(0, LIMITS.imagesPerRequest)
  const leftOut = images.length > 0 ? ofKind('csv', 'json', 'workbook') : []
  return {
    chosen: toChosen(accepted, images.length > 0),
    notice: notice ?? toLeftOutNotice(leftOut),
    hasUnsupported: kinds.includes('unsupported'),
  }
}

function toKind({ name, type }: File): Kind {
  const extension = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  return KINDS[extension] ?? (IMAGE_TYPES.test(type) ? 'image' : 'unsupported')
}

function toChosen(files: readonly File[], areImages: boolean): ChosenFiles | undefined {
  const [first] = files
  if (!first) return undefined
  if (areImages) return { kind: 'images', files }
  const kind = toKind(first)
  if (files.length === 1 && (kind === 'csv' || kind === 'json')) return { kind: 'text', format: kind, file: first }
  return { kind: 'files', files }
}

function limitOf(file: File): number {
  return toKind(file) === 'image' ? LIMITS.imageBytes : LIMITS.uploadBodyBytes
}

function findRefusal(
  heic: readonly File[],
  oldWorkbooks: readonly File[],
  readable: readonly File[],
  areImages: boolean,
): FileChoice['notice'] {
  const tooLarge = readable.find((file) => file.size > limitOf(file))
  if (heic[0]) {
    return {
      title: `${heic[0].name} is a HEIC picture. Save it as PNG or JPEG first.`,
      text: 'A screenshot on an iPhone is a PNG already. To share a photo as JPEG, choose "Options, Most Compatible".',
    }
  }
  if (oldWorkbooks[0]) {
    return {
      title: `${oldWorkbooks[0].name} cannot be read.`,
      text: 'Save it as an Excel workbook (.xlsx) or as CSV first.',
    }
  }
  if (tooLarge) {
    return {
      title: `${tooLarge.name} is too large.`,
      text: areImages
        ? `It has ${toMib(tooLarge.size)} MiB; an image may have ${toMib(LIMITS.imageBytes)} MiB. A screenshot of the positions alone is enough.`
        : `It has ${toMib(tooLarge.size)} MiB; an upload holds at most ${toMib(LIMITS.uploadBodyBytes)} MiB and ${LIMITS.positionsPerPortfolio.toLocaleString('en-US')} positions.`,
    }
  }
  if (readable.length > LIMITS.imagesPerRequest) {
    return {
      title: `The first ${LIMITS.imagesPerRequest} of ${readable.length} files are taken.`,
      text: 'Upload the others afterwards and add them to the same portfolio.',
    }
  }
  return undefined
}

function toLeftOutNotice([first, ...others]: readonly File[]): FileChoice['notice'] {
  if (!first) return undefined
  return {
    title: `${first.name}${others.length > 0 ? ` and ${others.length} more` : ''} left out.`,
    text: 'Images are read by themselves. Upload the other files afterwards.',
  }
}

function toMib(bytes: number): string {
  return String(Number((bytes / MIB).toFixed(1)))
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
