import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { isTestFile, listSourceFiles, type SourceFile } from './source-files.ts'

const server = listSourceFiles('server/src').filter((file) => !isTestFile(file.path))
const web = listSourceFiles('web/src').filter((file) => !isTestFile(file.path))
const quant = listSourceFiles('packages/quant/src').filter((file) => !isTestFile(file.path))
const contract = listSourceFiles('packages/contract/src').filter((file) => !isTestFile(file.path))
const importers = listSourceFiles('packages/importers/src').filter((file) => !isTestFile(file.path))

interface Edge {
  from: string
  to: string
}

function edgesOf(files: readonly SourceFile[]): Edge[] {
  return files.flatMap(({ path: from, imports }) => imports.map((to) => ({ from, to })))
}

/** The imports that break a rule, one line each, so that a failure names them. */
function breaking(files: readonly SourceFile[], isWrong: (edge: Edge) => boolean): string[] {
  return edgesOf(files)
    .filter(isWrong)
    .map(({ from, to }) => `${from} imports ${to}`)
}

const isLocal = (target: string) => /^(server|web|packages)\//.test(target)

test('there are sources to look at, so that no rule here holds for want of files', () => {
  for (const files of [server, web, quant, contract, importers]) expect(files.length).toBeGreaterThan(5)
  expect(edgesOf(server).some(({ to }) => to.startsWith('server/src/database/'))).toBe(true)
})

describe('workspaces meet only where they should', () => {
  test('quant is pure mathematics: it imports nothing but itself, so that it can be published and trusted alone', () => {
    expect(breaking(quant, ({ to }) => !to.startsWith('packages/quant/'))).toEqual([])
  })

  test('the contract depends on zod, and its reader of hedge requests on a reader of dates, because both sides load it', () => {
    expect(
      breaking(contract, ({ to }) => !to.startsWith('packages/contract/') && !/^(?:zod|chrono-node\/en)$/.test(to)),
    ).toEqual([])
  })

  test('importers know the contract and libraries: no server, no files, no network and no threads of their own', () => {
    const pure = /^node:(?:buffer|crypto|module|path|zlib)$/
    const isWrong = ({ to }: Edge) =>
      to.startsWith('node:') ? !pure.test(to) : isLocal(to) ? !to.startsWith('packages/importers/') : false
    expect(breaking(importers, isWrong)).toEqual([])
    expect(breaking(importers, ({ to }) => to.startsWith('@ballast/') && to !== '@ballast/contract')).toEqual([])
  })

  test('only what reads PDFs and images looks for the files of a library', () => {
    const mayLook = [
      'packages/importers/src/sources/pdf-library.ts',
      'packages/importers/src/images/recognise/recogniser.ts',
    ]
    expect(breaking(importers, ({ from, to }) => /^node:(?:module|path)$/.test(to) && !mayLook.includes(from))).toEqual(
      [],
    )
  })

  test('reading text loads nothing of images, and images nothing that reads text or tables', () => {
    const isImage = (file: string) => file.startsWith('packages/importers/src/images/')
    const readers = /^packages\/importers\/src\/(?:sources|layouts|own)\//
    const faces = (file: string) => /\/testing\//.test(file)
    expect(breaking(importers, ({ from, to }) => !isImage(from) && !faces(from) && isImage(to))).toEqual([])
    expect(breaking(importers, ({ from, to }) => isImage(from) && readers.test(to))).toEqual([])
  })

  test('server and web know each other through the contract alone', () => {
    expect(breaking(server, ({ to }) => to.startsWith('web/'))).toEqual([])
    expect(breaking(web, ({ to }) => to.startsWith('server/') || to.startsWith('node:'))).toEqual([])
  })

  test('packages are imported by their name, so that only what they export is used', () => {
    expect(breaking([...server, ...web], ({ to }) => to.startsWith('packages/'))).toEqual([])
  })
})

/**
 * The server's floors, the lowest first: a file may import its own folder and lower floors. Rooms of one floor do not
 * know each other, so that each can be understood, tested and replaced alone.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['config-values'],
  ['clock', 'random', 'log', 'config', 'bounded-cache', 'acting-user', 'rounds', 'measurements', 'source-version'],
  ['other-work', 'packed-json'],
  ['database', 'circuit-breaker'],
  ['http', 'grounding'],
  ['accounts', 'portfolios', 'market-data', 'risk', 'ai', 'payments'],
  ['workers', 'jobs'],
  ['holdings', 'tokens'],
  ['parts'],
  ['advice'],
  ['features'],
  ['dependencies'],
  ['app'],
  ['start-warnings'],
  ['run-server', 'run-migrations', 'run-backups'],
  ['main'],
]

/** The only features that call services of others, and which. */
const KNOWS_FEATURES: Readonly<Record<string, (other: string) => boolean>> = {
  // Assistants use the services of the screens, so that their figures cannot differ (decision 35).
  tools: () => true,
  // Their protocol, over the catalogue of these tools.
  mcp: (other) => other === 'tools',
  // Questions are answered by running the same tools (decision 72).
  ask: (other) => other === 'tools',
}

const roomOf = (file: string) => file.split('/')[2]?.replace(/\.ts$/, '') ?? ''
const floorOf = (file: string) => FLOORS.findIndex((rooms) => rooms.includes(roomOf(file)))

/** The steps of the importers, the lowest first; those of pictures end in the same positions and have steps of their own. */
const STEPS: readonly (readonly string[])[] = [
  ['headers', 'sources', 'own', 'meaning', 'layouts'],
  ['images/decode', 'images/recognise', 'images/figures', 'images/layout', 'images/verdict'],
]
/** The rooms of the advice floor, the lowest first: a request shapes a book, texts speak of it; a run keeps its record. */
const ADVICE: readonly (readonly string[])[] = [
  ['request', 'book', 'texts'],
  ['record', 'runs'],
]
/** Files that read a source from its bytes to its positions, and so know every step. */
const WHOLE = /importers\/src\/(?:read|text|json|workbook|pdf)-source\.ts$/

test('a step of the importers knows the steps below it, and none above', () => {
  const inSteps = (file: string) => file.replace('packages/importers/src/', '')
  const isWrong = ({ from, to }: Edge) => {
    const steps = STEPS.find((list) => list.some((step) => inSteps(from).startsWith(`${step}/`)))
    const stepOf = (file: string) => (steps ?? []).findIndex((step) => inSteps(file).startsWith(`${step}/`))
    return steps !== undefined && (WHOLE.test(to) || stepOf(to) > stepOf(from))
  }
  expect(importers.some(({ path }) => path.startsWith('packages/importers/src/layouts/'))).toBe(true)
  expect(breaking(importers, isWrong)).toEqual([])
})

test('a room of the advice floor knows the rooms below it, and none above or beside', () => {
  const placeOf = (file: string) => {
    const room = /^server\/src\/advice\/([^/]+)\//.exec(file)?.[1] ?? ''
    const tower = ADVICE.findIndex((rooms) => rooms.includes(room))
    return { room, tower, step: ADVICE[tower]?.indexOf(room) ?? -1 }
  }
  const advice = server.filter(({ path }) => path.startsWith('server/src/advice/'))
  const isWrong = ({ from, to }: Edge) => {
    if (!to.startsWith('server/src/advice/')) return false
    const [own, other] = [placeOf(from), placeOf(to)]
    return own.tower !== other.tower || other.step > own.step
  }
  expect(advice.filter(({ path }) => placeOf(path).tower === -1).map(({ path }) => path)).toEqual([])
  expect(advice.length).toBeGreaterThan(20)
  expect(breaking(advice, isWrong)).toEqual([])
})

describe('the server is built in floors', () => {
  test('every file has its place in the plan', () => {
    expect(server.filter((file) => floorOf(file.path) === -1).map((file) => file.path)).toEqual([])
  })

  test('nothing imports a higher floor or another room of its own floor', () => {
    const isWrong = ({ from, to }: Edge) =>
      to.startsWith('server/') && roomOf(from) !== roomOf(to) && floorOf(to) >= floorOf(from)
    expect(breaking(server, isWrong)).toEqual([])
  })

  test('features do not know each other: what two of them need lies on a floor below both', () => {
    const featureOf = (file: string) => /^server\/src\/features\/([^/]+)\//.exec(file)?.[1]
    const isWrong = ({ from, to }: Edge) => {
      const [own, other] = [featureOf(from), featureOf(to)]
      if (own === undefined || other === undefined || own === other) return false
      return !(KNOWS_FEATURES[own]?.(other) && to.endsWith('.service.ts'))
    }
    expect(server.filter(({ path }) => featureOf(path) !== undefined).length).toBeGreaterThan(100)
    expect(breaking(server, isWrong)).toEqual([])
  })

  test('only repositories and database/ know the ORM, so that no SQL hides in a service', () => {
    const mayKnow = (file: string) => file.endsWith('.repository.ts') || file.startsWith('server/src/database/')
    expect(
      breaking(server, ({ from, to }) => /^(drizzle-orm|pg|@electric-sql)(\/|$)/.test(to) && !mayKnow(from)),
    ).toEqual([])
  })

  test('only http/, routes and the app know the web framework, so that services can be called without a request', () => {
    const mayKnow = (file: string) =>
      file.startsWith('server/src/http/') || file.endsWith('.routes.ts') || file === 'server/src/app.ts'
    expect(breaking(server, ({ from, to }) => /^@?fastify/.test(to) && !mayKnow(from))).toEqual([])
  })

  test('only one gate leads out, so that private addresses, redirects and sizes are refused in one place', () => {
    expect(breaking(server, ({ from, to }) => to === 'undici' && from !== 'server/src/http/outbound.ts')).toEqual([])
  })

  test('only a provider’s http.ts and the outbound gates fetch, so that time limits and allowed hosts are decided in one place', () => {
    const callsFetch = /(?<![.\w])fetch\(|globalThis\.fetch/
    const mayFetch = (file: string) => /\/(http|outbound)\.ts$/.test(file)
    expect(server.filter(({ path, text }) => callsFetch.test(text) && !mayFetch(path)).map(({ path }) => path)).toEqual(
      [],
    )
  })

  test('only the real clock and the real randomness read the machine', () => {
    const reads = /new Date\(\)|Date\.now\(\)|Math\.random\(\)/
    const sources = ['server/src/clock.ts', 'server/src/random.ts']
    const wrong = [...server, ...quant, ...importers].filter(
      ({ path, text }) => reads.test(text) && !sources.includes(path),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

describe('the web is built in floors', () => {
  const WEB_FLOORS = ['lib', 'components', 'features', 'routes', 'router', 'main']
  const webFloorOf = (file: string) => WEB_FLOORS.indexOf(file.split('/')[2]?.replace(/\.tsx?$/, '') ?? '')

  test('routes put features together, features use components, components use lib; never the other way', () => {
    const isWrong = ({ from, to }: Edge) =>
      to.startsWith('web/src/') && /\.tsx?$/.test(to) && !to.endsWith('.gen.ts') && webFloorOf(to) > webFloorOf(from)
    expect(breaking(web, isWrong)).toEqual([])
  })

  test('features do not know each other, so that one can change without the rest', () => {
    const featureOf = (file: string) => /^web\/src\/features\/([^/]+)\//.exec(file)?.[1]
    const isWrong = ({ from, to }: Edge) => {
      const [own, other] = [featureOf(from), featureOf(to)]
      return own !== undefined && other !== undefined && own !== other
    }
    expect(breaking(web, isWrong)).toEqual([])
  })
})

test('no file only hands on what others export, so that an import names the file that it means', () => {
  const handsOn = ({ text }: SourceFile) => {
    const { statements } = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest)
    return statements.length > 0 && statements.every((one) => ts.isExportDeclaration(one) && one.moduleSpecifier)
  }
  // The schema's index is what the tool that writes migrations reads.
  const isFace = (file: string) => file === 'server/src/database/schema/index.ts'
  const wrong = [...server, ...web].filter((file) => handsOn(file) && !isFace(file.path))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('no files of the server or the importers import each other in a circle, for types only neither', () => {
  const targets = new Map([...server, ...importers].map(({ path, imports }) => [path, imports.filter(isLocal)]))
  const left = new Set(targets.keys())
  // What imports nothing that is left cannot be in a circle; what remains in the end is in one or leads to one.
  for (let before = Number.POSITIVE_INFINITY; left.size < before; ) {
    before = left.size
    for (const file of left) if (!targets.get(file)?.some((to) => left.has(to))) left.delete(file)
  }
  expect([...left]).toEqual([])
})

test('every local import names a file with its ending, because nothing rewrites it before it runs', () => {
  const isWrong = ({ to }: Edge) => isLocal(to) && !/\.(tsx?|css|json)$/.test(to)
  expect(breaking([...server, ...web, ...quant, ...contract, ...importers], isWrong)).toEqual([])
})
