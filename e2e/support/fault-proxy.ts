import { connect, createServer, type Server, type Socket } from 'node:net'

/** A TCP relay between a server and its database that can refuse, cut, fall silent or pass. */
export interface FaultProxy {
  port: number
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

/** Relay a port of this machine; it begins by passing. */
export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>()
  const openings = new Map<Socket, { text: string; fallSilent: () => void }>()
  let isDown = false
  const relay = createServer((incoming) => {
    if (isDown) {
      incoming.resetAndDestroy()
      return
    }
    const outgoing = connect(targetPort, '127.0.0.1')
    incoming.once('data', (bytes) => {
      const fallSilent = () => {
        incoming.unpipe(outgoing).pause()
        outgoing.unpipe(incoming).pause()
      }
      openings.set(incoming, { text: bytes.toString('latin1'), fallSilent })
    })
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        openings.delete(socket)
        other.destroy()
      })
    }
  })
  await listen(relay)
  const address = relay.address()
  const cutAll = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    goDown: () => {
      isDown = true
      cutAll()
    },
    comeBack: () => {
      isDown = false
    },
    goSilent: (text) => {
      for (const opening of openings.values()) if (opening.text.includes(text)) opening.fallSilent()
    },
    close: () => {
      cutAll()
      return new Promise((resolve) => relay.close(() => resolve()))
    },
  }
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
}
