import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../launch/repository.mjs'
import { isTestFile, listSourceFiles } from './source-files.ts'

const all = ['server/src', 'web/src', 'packages', 'scripts', 'e2e', 'bench'].flatMap(listSourceFiles)
const THIS_FILE = 'scripts/architecture/house-rules.test.ts'
const others = all.filter(({ path: file }) => file !== THIS_FILE)
const product = others.filter(({ path: file }) => /^(server|web|packages)\//.test(file) && !isTestFile(file))

/** `file:line: text` of every line that matches. */
function linesMatching(files: typeof all, pattern: RegExp): string[] {
  return files.flatMap(({ path: file, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
}

describe('tests', () => {
  test('none is skipped or run alone: a test that does not run proves nothing', () => {
    expect(linesMatching(others, /\b(it|test|describe)\.(only|skip|todo|fixme|skipIf|runIf)\b/)).toEqual([])
  })

  test('none replaces a module: real parts are put together with other dependencies instead', () => {
    expect(linesMatching(others, /\b(vi|jest)\.(mock|doMock)\(/)).toEqual([])
  })

  test('none compares with a stored snapshot, which is accepted without being read', () => {
    expect(linesMatching(others, /toMatch(Inline)?Snapshot\(|toMatchFileSnapshot\(/)).toEqual([])
  })
})

describe('sources', () => {
  test('nothing is left unfinished', () => {
    expect(linesMatching(others, /\b(TODO|FIXME|HACK)\b|[Nn]ot implemented|[Cc]oming soon|[Ll]orem ipsum/)).toEqual([])
  })

  test('an object is written out: spreading a literal only hides its lines from the line count', () => {
    expect(linesMatching(others, /(?<!\w)\.\.\.\{/)).toEqual([])
  })

  test('no check is switched off without a word', () => {
    expect(linesMatching(others, /@ts-ignore|@ts-nocheck|eslint-disable|biome-ignore [^:]+:\s*$/)).toEqual([])
  })

  test('own code writes no markup as text, so that what users type is never run', () => {
    const pattern =
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|javascript:|\beval\(|new Function\(/
    expect(linesMatching(product, pattern)).toEqual([])
  })

  test('work in threads is somebody’s, so that nobody’s refuses others: only jobs in the background have no owner', () => {
    const named = linesMatching(product, /\bowner: (null|undefined)\b/).map((line) => line.replace(/:.*/, ''))
    expect(named).toEqual(['server/src/dependencies.ts', 'server/src/features/policies/check-batch.service.ts'])
  })

  test('files are named for what they are: kebab-case, and nothing called utils or common', () => {
    const wrong = all
      .map(({ path: file }) => file)
      .filter((file) => {
        const name = path.posix.basename(file).replace(/\.tsx?$/, '')
        const isRoute = file.startsWith('web/src/routes/')
        return (
          (!isRoute && !/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(name)) ||
          /^(utils?|helpers?|common|misc|manager)$/.test(name)
        )
      })
    expect(wrong).toEqual([])
  })

  test('a file has one job: 400 lines are more than one job needs, tables of data aside', () => {
    const long = others.filter(({ path: file, text }) => text.split('\n').length > 400 && !file.endsWith('-data.ts'))
    expect(long.map(({ path: file, text }) => `${file}: ${text.split('\n').length} lines`)).toEqual([])
  })
})

describe('the lock', () => {
  interface LockedPackage {
    resolved?: string
    link?: boolean
    integrity?: string
    optionalDependencies?: Record<string, string>
  }
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const entries = Object.entries(lock.packages)
  // Without an address npm takes the package from the registry it is configured for, and checks the sum all the same.
  const fromRegistry = (resolved: string | undefined) =>
    resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')

  test('it holds every optional platform package, since `npm ci` fails elsewhere when one is missing', () => {
    const names = new Set(entries.map(([location]) => location.split('node_modules/').at(-1)))
    const missing = entries.flatMap(([location, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !names.has(name))
        .map((name) => `${location || 'the root'} wants ${name}`),
    )
    expect(missing).toEqual([])
  })

  test('no native canvas comes with the reader of PDFs, which draws nothing', () => {
    expect(entries.filter(([location]) => location.includes('@napi-rs/canvas'))).toEqual([])
  })

  test('everything comes from the public registry with its checksum', () => {
    const wrong = entries.filter(
      ([location, { resolved, link, integrity }]) =>
        location.includes('node_modules/') && !link && !(fromRegistry(resolved) && integrity?.startsWith('sha512-')),
    )
    expect(wrong.map(([location]) => location)).toEqual([])
  })
})
