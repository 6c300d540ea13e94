/** Writes docs/quant/: one page per file of the quant library, from its doc comments. `--check` only compares. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './launch/repository.mjs'
import { renderQuantReference } from './quant-reference/render.ts'

const TARGET = path.join(ROOT, 'docs', 'quant')
const pages = renderQuantReference()

if (process.argv.includes('--check')) {
  const stale = [...pages].filter(([name, text]) => readIfThere(path.join(TARGET, name)) !== text).map(([name]) => name)
  const orphans = readdirSync(TARGET).filter((name) => !pages.has(name))
  for (const name of [...stale, ...orphans]) console.error(`docs/quant/${name} is not what the sources say.`)
  process.exitCode = stale.length + orphans.length === 0 ? 0 : 1
} else {
  rmSync(TARGET, { recursive: true, force: true })
  mkdirSync(TARGET, { recursive: true })
  for (const [name, text] of pages) writeFileSync(path.join(TARGET, name), text)
  console.log(`${pages.size} pages in docs/quant`)
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
