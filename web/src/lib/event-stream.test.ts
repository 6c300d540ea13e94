import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEventStream, type StreamEvent } from './event-stream.ts'

/** The bytes of a text, cut where the network might cut them. */
function streamOf(text: string, cuts: readonly number[] = []): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length].sort((a, b) => a - b)
  let from = 0
  return new ReadableStream({
    start(controller) {
      for (const end of ends) {
        controller.enqueue(bytes.slice(from, end))
        from = end
      }
      controller.close()
    },
  })
}

async function readAll(stream: ReadableStream<Uint8Array>): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of readEventStream(stream)) events.push(event)
  return events
}

test('fields, several data lines, comments, and one leading blank after the colon', async () => {
  const text =
    ': keep alive\n\nevent: step\ndata: {"a":1,\ndata: "b":2}\nid: 7\n\ndata:  two blanks\n\nevent: empty\n\n'
  expect(await readAll(streamOf(text))).toEqual([
    { event: 'step', data: '{"a":1,\n"b":2}' },
    { event: 'message', data: ' two blanks' },
  ])
})

test('an event that was cut off is not an event', async () => {
  expect(await readAll(streamOf('event: result\ndata: {"half":'))).toEqual([])
})

test('where the network cuts the stream, even inside a character or a line end, changes nothing', async () => {
  const text = 'event: step\r\ndata: Überprüfung – läuft\r\n\r\nevent: result\rdata: {}\r\rdata: last\n\n'
  const whole = await readAll(streamOf(text))
  expect(whole.map(({ data }) => data)).toEqual(['Überprüfung – läuft', '{}', 'last'])
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 90 }), { maxLength: 12 }), async (cuts) => {
      expect(await readAll(streamOf(text, cuts))).toEqual(whole)
    }),
  )
})

test('whoever stops reading ends the connection', async () => {
  let cancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('data: tick\n\n'))
    },
    cancel() {
      cancelled = true
    },
  })
  for await (const event of readEventStream(endless)) {
    expect(event.data).toBe('tick')
    break
  }
  expect(cancelled).toBe(true)
})
