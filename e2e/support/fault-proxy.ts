import { connect, createServer, type Server, type Socket } from 'node:net'
import { createRandomSource } from '@ballast/quant'

/**
 * Faults of a connection. `latency`: each piece takes 200 ms. `reset`: ended as by a machine that restarted.
 * `half-open`: nothing comes any more and nothing ends, also later. `garbage`: answers are other bytes. `cut`: an answer ends in
 * its middle. `slow`: 1,280 bytes a second.
 */
export const FAULTS = ['latency', 'reset', 'half-open', 'garbage', 'cut', 'slow'] as const
export type Fault = (typeof FAULTS)[number]

/** A TCP relay between a server and what it depends on, which can pass, or fail in each way that networks do. */
export interface FaultProxy {
  port: number
  /** Do this to whatever passes from now on; without one, pass again. */
  setFault: (fault?: Fault) => void
  /** Cut every connection and refuse new ones. */
  goDown: () => void
  /** Pass connections again. */
  comeBack: () => void
  /**
   * Pass nothing any more over the open connections whose first bytes hold the text, and close none of them: as when the
   * machine at the other end has lost its power.
   */
  goSilent: (text: string) => void
  close: () => Promise<void>
}

const LATENCY_MS = 200
const SLOW_BYTES = 64
const SLOW_MS = 50

interface Line {
  incoming: Socket
  outgoing: Socket
  /** The first bytes that came in. */
  opening: string
  isSilent: boolean
}

/** Relay a port of this machine; it begins by passing. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const lines = new Set<Line>()
  // Its bytes need not be the same at every run; only that they are none that anybody sends.
  const random = createRandomSource(targetPort)
  let isDown = false
  let fault: Fault | undefined
  const relay = createServer((incoming) => {
    if (isDown) {
      incoming.resetAndDestroy()
      return
    }
    const line: Line = { incoming, outgoing: connect(targetPort, '127.0.0.1'), opening: '', isSilent: false }
    lines.add(line)
    incoming.once('data', (bytes) => {
      line.opening = bytes.toString('latin1')
    })
    for (const socket of [incoming, line.outgoing]) {
      const other = socket === incoming ? line.outgoing : incoming
      socket.on('data', (bytes) => void pass(line, socket, other, bytes))
      socket.on('end', () => {
        if (!line.isSilent) other.end()
      })
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        lines.delete(line)
        other.destroy()
      })
    }
  })

  async function pass(line: Line, from: Socket, to: Socket, bytes: Buffer) {
    if (fault === 'half-open') line.isSilent = true
    if (line.isSilent) return
    const isAnswer = from === line.outgoing
    if (fault === 'reset') cut(line)
    else if (fault === 'latency') await later(from, to, [bytes], LATENCY_MS)
    else if (fault === 'slow') await later(from, to, split(bytes), SLOW_MS)
    else if (fault === 'cut' && isAnswer) {
      to.write(bytes.subarray(0, bytes.length >> 1), () => cut(line))
    } else if (fault === 'garbage' && isAnswer) to.write(bytes.map(() => Math.floor(random() * 256)))
    else if (!to.write(bytes)) {
      from.pause()
      to.once('drain', () => from.resume())
    }
  }

  await listen(relay)
  const address = relay.address()
  const cutAll = () => {
    for (const line of lines) cut(line)
  }
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    setFault: (next) => {
      fault = next
    },
    goDown: () => {
      isDown = true
      cutAll()
    },
    comeBack: () => {
      isDown = false
    },
    goSilent: (text) => {
      for (const line of lines) if (line.opening.includes(text)) line.isSilent = true
    },
    close: () => {
      cutAll()
      return new Promise((resolve) => relay.close(() => resolve()))
    },
  }
}

function cut({ incoming, outgoing }: Line) {
  incoming.resetAndDestroy()
  outgoing.resetAndDestroy()
}

/** Sends pieces with a pause before each; nothing overtakes them. */
async function later(from: Socket, to: Socket, pieces: readonly Buffer[], pause: number) {
  from.pause()
  for (const piece of pieces) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (to.destroyed) return
    to.write(piece)
  }
  from.resume()
}

const split = (bytes: Buffer) =>
  Array.from({ length: Math.ceil(bytes.length / SLOW_BYTES) }, (_, index) =>
    bytes.subarray(index * SLOW_BYTES, (index + 1) * SLOW_BYTES),
  )

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
}
