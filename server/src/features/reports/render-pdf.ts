// Tests: reports.test.ts

import { fileURLToPath } from 'node:url'
import { REPORT_TITLE, type Report, type ReportPaper } from '@ballast/contract'
import PDFDocument from 'pdfkit'
import { formatDay } from './report-format.ts'

type Doc = InstanceType<typeof PDFDocument>
type Element = ReturnType<Doc['struct']>

const TEXT_FONT = fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'))
const STRONG_FONT = fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-600-normal.woff'))
const MARGIN = 54
const INK = '#111827'
const MUTED = '#4b5563'
const LINE = '#d1d5db'

/**
 * A report as a tagged PDF (PDF/UA): every text is in the structure tree, in reading order, and its language is stated. The same
 * report on the same paper is the same bytes. Runs in a worker thread.
 */
export function renderPdf({ report, paper }: { report: Report; paper: ReportPaper }): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: paper === 'a4' ? 'A4' : 'LETTER',
    margin: MARGIN,
    bufferPages: true,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    pdfVersion: '1.7',
    // The types of the library lag behind it.
    subset: 'PDF/UA' as 'PDF/A-1',
    font: TEXT_FONT,
    info: { Title: REPORT_TITLE, Creator: 'Ballast', Producer: 'Ballast', CreationDate: new Date(report.asOf) },
  })
  doc.registerFont('text', TEXT_FONT)
  doc.registerFont('strong', STRONG_FONT)
  const done = new Promise<Uint8Array>((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  write(doc, root, report)
  root.end()
  numberPages(doc)
  doc.end()
  return done
}

function write(doc: Doc, root: Element, report: Report): void {
  const put = (tag: string, text: string, { size = 10.5, font = 'text', ink = INK, after = 6 } = {}) => {
    doc.font(font).fontSize(size)
    // A paragraph that breaks over pages would be two pieces of content.
    keepRoom(doc, doc.heightOfString(text, { lineGap: 2 }))
    root.add(
      doc.struct(tag, {}, () => {
        doc.font(font).fontSize(size).fillColor(ink).text(`${text} `, MARGIN, doc.y, { lineGap: 2 })
      }),
    )
    doc.y += after
  }
  put('H1', REPORT_TITLE, { size: 19, font: 'strong', after: 8 })
  put('P', report.lead, { size: 14, font: 'strong', after: 8 })
  put(
    'P',
    `Prices of ${formatDay(report.asOf)}.${report.simulated ? ' All market data is simulated, so no figure describes a real market.' : ''} Numbers in brackets lead to the list at the end.`,
    { ink: MUTED, after: 12 },
  )
  for (const { heading, sentences, table } of report.sections) {
    keepRoom(doc, 90)
    put('H2', heading, { size: 13, font: 'strong' })
    for (const sentence of sentences) put('P', sentence)
    if (table) putTable(doc, root, [table.columns, ...table.rows])
    doc.y += 8
  }
  keepRoom(doc, 90)
  put('H2', 'How each figure is computed', { size: 13, font: 'strong' })
  for (const { number, label, text, formula, inputs } of report.figures) {
    put('P', `[${number}] ${label}: ${text}. ${formula}. From: ${inputs}.`, { size: 9, after: 3 })
  }
  put('P', 'Past performance does not guarantee future results. This report is not advice.', { size: 9, ink: MUTED })
}

function keepRoom(doc: Doc, height: number): void {
  if (doc.y + height > doc.page.height - MARGIN) doc.addPage()
}

/** The first row holds the headings; the first column takes what the others leave. */
function putTable(doc: Doc, root: Element, rows: readonly (readonly string[])[]): void {
  const table = doc.struct('Table')
  root.add(table)
  const width = doc.page.width - 2 * MARGIN
  const other = 92
  for (const [index, row] of rows.entries()) {
    keepRoom(doc, 22)
    const top = doc.y
    const line = doc.struct('TR')
    table.add(line)
    const first = width - other * (row.length - 1)
    for (const [place, cell] of row.entries()) {
      const x = place === 0 ? MARGIN : MARGIN + first + other * (place - 1)
      const draw = () => {
        doc
          .font(index === 0 ? 'strong' : 'text')
          .fontSize(10)
          .fillColor(INK)
        doc.text(`${cell} `, x, top + 4, {
          width: place === 0 ? first : other,
          align: place === 0 ? 'left' : 'right',
          lineBreak: false,
        })
      }
      line.add(doc.struct(index === 0 || place === 0 ? 'TH' : 'TD', {}, draw))
    }
    line.end()
    doc.markContent('Artifact', { type: 'Layout' })
    doc
      .moveTo(MARGIN, top + 19)
      .lineTo(MARGIN + width, top + 19)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke()
    doc.endMarkedContent()
    doc.y = top + 20
  }
  table.end()
}

function numberPages(doc: Doc): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.page.margins.bottom = 0
    doc.font('text').fontSize(8).fillColor(MUTED)
    doc.text(`${page - start + 1} of ${count}`, MARGIN, doc.page.height - 36, {
      align: 'right',
      lineBreak: false,
      width: doc.page.width - 2 * MARGIN,
    })
    doc.endMarkedContent()
  }
}
