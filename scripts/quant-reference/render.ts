import path from 'node:path'
import { ROOT } from '../launch/repository.mjs'
import { type Entry, readExports } from './read-exports.ts'

const SOURCES = path.join(ROOT, 'packages', 'quant', 'src')
const NOTICE = '<!-- Written by scripts/generate-quant-reference.ts from the doc comments; edit those. -->'

/** Pages by file name: one per source file with anything public, and an index by name. */
export function renderQuantReference(): ReadonlyMap<string, string> {
  const entries = readExports(path.join(SOURCES, 'index.ts'))
  const byFile = new Map<string, Entry[]>()
  for (const entry of entries) byFile.set(entry.file, [...(byFile.get(entry.file) ?? []), entry])
  const pages = new Map<string, string>()
  for (const [file, own] of [...byFile].sort(([a], [b]) => (a < b ? -1 : 1)))
    pages.set(toPageName(file), renderPage(file, own))
  pages.set('README.md', renderIndex(entries))
  return pages
}

function toPageName(file: string): string {
  return `${path.basename(file, '.ts')}.md`
}

function renderPage(file: string, entries: readonly Entry[]): string {
  const relative = path.relative(SOURCES, file)
  const title = path.basename(file, '.ts').replaceAll('-', ' ')
  const parts = [
    NOTICE,
    `# ${title[0]?.toUpperCase()}${title.slice(1)}`,
    `Source: [\`packages/quant/src/${relative}\`](../../packages/quant/src/${relative})`,
    ...entries.map(renderEntry),
  ]
  return `${parts.join('\n\n')}\n`
}

function renderEntry({ name, signature, description, tags }: Entry): string {
  const sections = [`## ${name}`, description, `\`\`\`ts\n${signature}\n\`\`\``]
  const bullets = tags.map(({ label, text }) => `- **${label}** ${text}`)
  if (bullets.length > 0) sections.push(bullets.join('\n'))
  return sections.filter((section) => section !== '').join('\n\n')
}

function renderIndex(entries: readonly Entry[]): string {
  const sorted = [...entries].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  const rows = sorted.map(({ name, file, description }) => {
    const page = toPageName(file)
    return `| [\`${name}\`](${page}#${name.toLowerCase()}) | ${toFirstSentence(description)} |`
  })
  return `${[
    NOTICE,
    '# The quant library, name by name',
    'Conventions, examples and the proof are in the [README of the library](../../packages/quant/README.md).',
    ['| name | what it is |', '|---|---|', ...rows].join('\n'),
  ].join('\n\n')}\n`
}

/** Up to the first full stop or colon that ends a thought, on one line. */
function toFirstSentence(description: string): string {
  const [paragraph = ''] = description.split('\n\n')
  const line = paragraph.replaceAll('\n', ' ').replaceAll('|', '\\|')
  return /^.*?[.:](?=\s|$)/.exec(line)?.[0].replace(/:$/, '.') ?? line
}
