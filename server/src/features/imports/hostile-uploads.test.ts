import { connect } from 'node:net'
import { type ImportReview, LIMITS } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const MIB = 1024 * 1024
const ROUNDS = process.env.BALLAST_LONG ? 2_000 : 60

let app: TestApp
let ann: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.signIn('ann@example.com')
})
afterAll(() => app.close())

const OWN = 'ticker,shares,avgCost,sector\nAAPL,10,150.5,Technology\n'
type Part = readonly [name: string, content: string | Uint8Array, field?: string]

const send = (parts: readonly Part[], path = '/api/imports', field = 'files') => {
  const form = new FormData()
  for (const [name, content, own = field] of parts) {
    form.append(own, new Blob([content as Uint8Array<ArrayBuffer>]), name)
  }
  return ann.fetch(path, { method: 'POST', body: form })
}

const refusalOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: string }
  return { status: response.status, error }
}

const bytes = (...values: readonly (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === 'number' ? [value] : [...value].map((character) => character.charCodeAt(0)),
    ),
  )

/** A PNG head that claims a size; nothing follows. */
const png = (width: number, height: number) => {
  const head = new Uint8Array(64)
  head.set(bytes(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0, 0, 13, 'IHDR'))
  new DataView(head.buffer).setUint32(16, width)
  new DataView(head.buffer).setUint32(20, height)
  return head
}

const HEIC = bytes(0, 0, 0, 24, 'ftypheic', 0, 0, 0, 0, 'mif1heic')
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const OLD_EXCEL = bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 'Workbook')
const PROTECTED = new Uint8Array(
  Buffer.concat([OLD_EXCEL, Buffer.alloc(99), Buffer.from('EncryptedPackage', 'utf16le')]),
)
const BINARY = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 37) % 32)

describe('a file of a kind that is not read is refused by its name and kind', () => {
  test.each([
    ['IMG_1.heic', HEIC, 415, 'HEIC images cannot be read here. Save it as PNG or JPEG first.'],
    ['drawing.svg', SVG, 415, 'SVG'],
    ['as-an-image.png', SVG, 415, 'SVG'],
    ['old.xls', OLD_EXCEL, 415, 'Save it as .xlsx or .csv first.'],
    ['locked.xlsx', PROTECTED, 415, 'protected by a password. Save it without a password'],
    ['positions.csv.gz', bytes(0x1f, 0x8b, 8, 0, 0, 0, 0, 0), 415, 'a compressed file. Unpack it'],
    ['positions.7z', bytes('7z', 0xbc, 0xaf, 0x27, 0x1c, 0, 4), 415, 'an archive. Unpack it'],
    ['positions.tar', bytes('a'.padEnd(257, '\0'), 'ustar', '\0'.repeat(250)), 415, 'an archive. Unpack it'],
    ['nothing.zip', bytes('PK', 5, 6, '\0'.repeat(18)), 415, 'an archive with nothing in it'],
    ['photo.bmp', bytes('BM', 54, 0, 0, 0, '\0'.repeat(60)), 415, 'a BMP image. Save it as PNG or JPEG first.'],
    ['photo.jxl', bytes(0, 0, 0, 12, 'JXL \r\n', 0x87, 10, '\0'.repeat(40)), 415, 'a JPEG XL image'],
    ['large.tiff', bytes('II+', 0, 8, '\0'.repeat(40)), 415, 'a TIFF image of a kind that is not read'],
    ['screen.mov', bytes(0, 0, 0, 20, 'ftypqt  ', '\0'.repeat(40)), 415, 'a video'],
    ['holdings.xls', '<html><table><tr><td>AAPL</td></tr></table></html>', 415, 'a web page. Open it in a spreadsheet'],
    ['drawing.xml', `<?xml version="1.0"?><!-- ${'x'.repeat(2_000)} -->${SVG}`, 415, 'an XML file'],
    ['account.ofx', 'OFXHEADER:100\nDATA:OFXSGML\n', 415, 'Export the positions as CSV instead.'],
    ['account.qif', '!Type:Invst\nD1/1/2026\n', 415, 'Export the positions as CSV instead.'],
    ['notes.rtf', '{\\rtf1 AAPL 10}', 415, 'a word processor’s document'],
    ['program.csv', BINARY, 415, 'of a kind that is not read'],
    ['empty.csv', '', 400, 'is empty'],
    ['bomb.png', png(30_000, 30_000), 400, 'pixels'],
  ] as const)('%s', async (name, content, status, words) => {
    for (const companions of [[], [['good.csv', OWN]]] as Part[][]) {
      const refused = await refusalOf(await send([...companions, [name, content]]))
      expect(refused.status).toBe(status)
      expect(refused.error).toContain(`“${name}”`)
      expect(refused.error).toContain(words)
    }
    const asImage = await refusalOf(await send([[name, content]], '/api/portfolios/extract-image', 'images'))
    expect(asImage.status).toBeGreaterThanOrEqual(400)
    expect(asImage.status).toBeLessThan(500)
  })

  test('a text among the images too', async () => {
    const refused = await refusalOf(await send([['mine.csv', OWN]], '/api/portfolios/extract-image', 'images'))
    expect(refused).toEqual({ status: 415, error: expect.stringContaining('“mine.csv”') })
  })

  test('an image that is cut off or damaged says so', async () => {
    const refused = await refusalOf(await send([['cut.png', png(600, 400)]], '/api/portfolios/extract-image', 'images'))
    expect(refused.status).toBe(422)
  })
})

describe('too much is refused with the limit and the way on', () => {
  test('a file', async () => {
    const large = `${OWN}${'#'.repeat(LIMITS.uploadBodyBytes)}`
    expect(await refusalOf(await send([['large.csv', large]]))).toEqual({
      status: 413,
      error: '“large.csv” is larger than 8 MiB, the most that is read. Split it into smaller files.',
    })
    const huge = '#'.repeat(LIMITS.imageBytes + 1)
    expect(await refusalOf(await send([['huge.csv', huge]]))).toEqual({
      status: 413,
      error: expect.stringContaining('“huge.csv” is larger than 10 MiB'),
    })
  })

  test('files together', async () => {
    const half = (name: string): Part => [name, `${name}\n${'#'.repeat(5 * MIB)}`]
    expect(await refusalOf(await send([half('a.csv'), half('b.csv')]))).toEqual({
      status: 413,
      error: expect.stringContaining('With “b.csv” the files together are larger than 8 MiB'),
    })
  })

  test('files by number, in any field', async () => {
    const eleven = Array.from({ length: 11 }, (_, index): Part => [`${index}.csv`, `${OWN}KO,${index + 1},1,\n`])
    expect(await refusalOf(await send(eleven))).toEqual({
      status: 413,
      error: 'There are too many files. At most 10 are read at once; send the others after them.',
    })
    const form = new FormData()
    for (let index = 0; index < 40; index++) form.append(`field-${index}`, 'x')
    const response = await ann.fetch('/api/imports', { method: 'POST', body: form })
    expect(response.status).toBe(400)
  })

  test('a body that says beforehand how large it is, before it is sent', async () => {
    const head = await sendRaw(
      `content-length: ${LIMITS.imageUploadBytes + 1}\r\ncontent-type: multipart/form-data; boundary=x\r\n`,
      '--x\r\n',
    )
    expect(head).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a pasted text', async () => {
    const response = await ann.fetch('/api/imports', { method: 'POST', json: { text: '#'.repeat(9 * MIB) } })
    expect(response.status).toBe(413)
  })
})

describe('a multipart body that is not as it should be', () => {
  const DISPOSITION = 'Content-Disposition: form-data; name="files"; filename="a.csv"'

  test.each([
    ['without an end', `--x\r\n${DISPOSITION}\r\n\r\n${OWN}`],
    ['without a head of its part', `--x\r\n\r\n${OWN}\r\n--x--\r\n`],
    ['with another boundary', `--y\r\n${DISPOSITION}\r\n\r\n${OWN}\r\n--y--\r\n`],
    ['with a head that has no end', `--x\r\n${DISPOSITION}\r\nX-Long: ${'a'.repeat(100_000)}`],
    ['with thousands of heads', `--x\r\n${'X: y\r\n'.repeat(5_000)}${DISPOSITION}\r\n\r\n${OWN}\r\n--x--\r\n`],
    ['with nothing in it', '--x--\r\n'],
    ['that is empty', ''],
    ['of NUL', '\0'.repeat(1_000)],
    ['with a field instead of a file', '--x\r\nContent-Disposition: form-data; name="files"\r\n\r\nAAPL\r\n--x--\r\n'],
    [
      'with JSON that it says is a field',
      '--x\r\nContent-Disposition: form-data; name="text"\r\nContent-Type: application/json\r\n\r\n{"a":\r\n--x--\r\n',
    ],
  ])('%s is refused, and the server lives', async (_what, body) => {
    const response = await ann.fetch('/api/imports', {
      method: 'POST',
      body: Buffer.from(body),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(await response.json()).toEqual({ error: expect.any(String), requestId: expect.any(String) })
    expect((await send([['a.csv', OWN]])).status).toBe(200)
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'file', 'files[]'])(
    'with a field called %s is refused, and changes nothing of any object',
    async (field) => {
      expect((await send([['a.csv', OWN, field]])).status).toBe(400)
      const form = new FormData()
      form.append(field, '{"isAdmin":1}')
      expect((await ann.fetch('/api/imports', { method: 'POST', body: form })).status).toBe(400)
      expect(({} as { isAdmin?: number }).isAdmin).toBeUndefined()
    },
  )

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=x',
    'text/csv',
    'image/png',
  ])('of the type %s is refused as such', async (type) => {
    for (const path of ['/api/imports', '/api/portfolios/extract-image']) {
      const response = await ann.fetch(path, { method: 'POST', body: OWN, headers: { 'content-type': type } })
      expect(response.status).toBe(415)
    }
  })

  test('is refused wherever no files are expected', async () => {
    const form = new FormData()
    form.append('name', 'x')
    expect((await ann.fetch('/api/portfolios/upload', { method: 'POST', body: form })).status).toBe(415)
  })

  test('from another site is refused before it is read', async () => {
    const form = new FormData()
    form.append('files', new Blob([OWN]), 'a.csv')
    const headers = { origin: 'https://evil.example' }
    expect((await ann.fetch('/api/imports', { method: 'POST', body: form, headers })).status).toBe(403)
  })

  test('that breaks off leaves nothing behind and harms nobody', async () => {
    for (let index = 0; index < 5; index++) {
      const socket = connect(app.config.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(
        `${rawHead()}content-length: 1000000\r\ncontent-type: multipart/form-data; boundary=x\r\n\r\n--x\r\n${DISPOSITION}\r\n\r\n${OWN}`,
      )
      await new Promise((resolve) => setTimeout(resolve, 20))
      socket.destroy()
    }
    expect((await send([['a.csv', OWN]])).status).toBe(200)
  })
})

describe('a file’s name is text and nothing else', () => {
  test.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\system32\\x.csv', 'x.csv'],
    ['"; rm -rf /; ".csv', ''],
    ['<img src=x onerror=alert(1)>.csv', ''],
    ['a\u202egpj.csv', ''],
    ['ü'.repeat(300), ''],
    ['CON', 'CON'],
    ['.csv', '.csv'],
    ['__proto__', '__proto__'],
  ])('%j', async (name, shown) => {
    const response = await send([[name, OWN]])
    expect(response.status).toBe(200)
    const review = (await response.json()) as ImportReview
    const [source] = review.sources
    if (shown !== '') expect(source?.name).toBe(shown)
    expect(source?.name.length).toBeLessThanOrEqual(100)
    expect(source?.name).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u)
    const saved = await ann.fetch('/api/portfolios/save-from-review', {
      method: 'POST',
      json: { name: review.proposedName, importId: review.importId, positions: [{ ticker: 'AAPL', shares: 1 }] },
    })
    expect(saved.status).toBe(200)
  })
})

test('the documentation says how files are sent', async () => {
  const { paths } = await ann.json<{
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>
  }>('/api/openapi.json')
  const typesOf = (path: string) => Object.keys(paths[path]?.post.requestBody.content ?? {})
  expect(typesOf('/api/imports')).toEqual(['multipart/form-data', 'application/json'])
  expect(typesOf('/api/portfolios/extract-image')).toEqual(['multipart/form-data'])
  expect(paths['/api/imports']?.post.requestBody.content['multipart/form-data']?.schema).toMatchObject({
    properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } },
  })
})

test('requests are counted against the budgets of uploads and of images', { tags: ['full'] }, async () => {
  const limited = await createTestApp({ environment: { RATE_LIMITS: '0.1' } })
  try {
    const eve = await limited.signIn('eve@example.com')
    const post = (path: string) => eve.fetch(path, { method: 'POST', json: {} })
    const uploads = [await post('/api/imports'), await post('/api/imports'), await post('/api/imports')]
    expect(uploads.map(({ status }) => status)).toEqual([400, 400, 400])
    const refused = await post('/api/imports')
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    expect((await post('/api/portfolios/extract-image')).status).toBe(415)
    expect((await post('/api/portfolios/extract-image')).status).toBe(429)
  } finally {
    await limited.close()
  }
})

describe('files with anything in them', () => {
  const SEEDS = [
    OWN,
    '"Positions for account Individual ...123 as of 04:00 PM ET, 2026/11/20"\n\n"Symbol","Description","Qty (Quantity)","Price","Mkt Val (Market Value)","Cost Basis"\n"AAPL","APPLE INC","10","$270.00","$2,700.00","$1,500.00"\n"Account Total","--","--","--","$2,700.00","--"\n',
    '[{"ticker":"AAPL","shares":10,"avgCost":150.5},{"ticker":"KO","shares":1}]',
    '100 AAPL @ 150.25\n• MSFT — 5 shares\n',
    'Effekt;Stk;Einst\nAAPL;10;150,50\n',
  ]
  const PIECES = [
    '"',
    ',',
    '\n',
    '\0',
    '=1+1',
    '-',
    '1e999',
    'NaN',
    '\u202e',
    '{',
    '[[[[',
    '9'.repeat(400),
    '\ufeff',
    '%s',
    "'",
    '__proto__',
  ]

  test('are answered, every line with a verdict, and never with a failure of ours', { tags: ['full'] }, async () => {
    let state = 20261120
    const next = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state % below
    }
    for (let round = 0; round < ROUNDS; round++) {
      let text = SEEDS[next(SEEDS.length)] ?? ''
      for (let change = 0; change <= next(4); change++) {
        const at = next(text.length + 1)
        const cut = next(3) === 0 ? next(12) : 0
        text = text.slice(0, at) + (PIECES[next(PIECES.length)] ?? '') + text.slice(at + cut)
      }
      const response =
        round % 2 === 0
          ? await send([['x', text]])
          : await ann.fetch('/api/imports', { method: 'POST', json: { text: text.replaceAll('\0', ' ') } })
      const body = (await response.json()) as ImportReview & { error?: string }
      expect({ round, text, status: response.status, error: body.error }).toMatchObject({
        status: expect.toSatisfy((status: number) => status === 200 || (status >= 400 && status < 500)),
      })
      if (response.status !== 200) continue
      expect(body.lines.map(({ line }) => line)).toEqual(
        body.lines.map((_, index) => (body.lines[0]?.line ?? 1) + index),
      )
      const owners = new Map(body.lines.map(({ line, positionId }) => [line, positionId]))
      for (const { id, lines } of body.positions) {
        expect({ text, owners: lines.map(({ line }) => owners.get(line)) }).toEqual({
          text,
          owners: lines.map(() => id),
        })
      }
    }
  })
})

const rawHead = () =>
  `POST /api/imports HTTP/1.1\r\nhost: 127.0.0.1:${app.config.port}\r\norigin: ${app.url}\r\ncookie: ${ann.cookie()}\r\n`

/** Sends a request as it is written and reads what comes until the server ends the connection or is silent. */
function sendRaw(headers: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(app.config.port, '127.0.0.1', () => socket.write(`${rawHead()}${headers}\r\n${body}`))
    let text = ''
    // The first of an answer comes when the machine has time for it, and the rest at once.
    socket.setTimeout(10_000, () => socket.destroy())
    socket.on('data', (chunk) => {
      socket.setTimeout(500)
      text += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}
