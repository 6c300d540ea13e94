import { createServer, type Server, type Socket } from 'node:net'

/** How the mail server treats whoever connects. */
export type MailServerMood = 'takes' | 'refuses' | 'hangs' | 'busy' | 'knows nobody'

/** A mail server on this machine that speaks enough SMTP to be sent to, and can be in a bad mood. */
export async function createMailServer() {
  const mails: { to: string; source: string }[] = []
  const sockets = new Set<Socket>()
  let mood: MailServerMood = 'takes'

  function serve(socket: Socket) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    if (mood === 'refuses') {
      socket.resetAndDestroy()
      return
    }
    if (mood === 'hangs') return
    let to = ''
    let data: string | undefined
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 mail.test ESMTP')
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (data !== undefined) {
          if (line !== '.') {
            data += `${line}\n`
            continue
          }
          mails.push({ to, source: data })
          data = undefined
          say('250 taken')
        } else if (line.startsWith('RCPT TO:')) {
          to = line.slice(9, line.lastIndexOf('>'))
          say(mood === 'busy' ? '451 try later' : mood === 'knows nobody' ? '550 no such mailbox' : '250 ok')
        } else if (line === 'DATA') {
          data = ''
          say('354 go on')
        } else if (line === 'QUIT') {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
  }

  const server: Server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    become(next: MailServerMood) {
      mood = next
    },
    /** Ends the connections of those who were left hanging. */
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The header of a mail's source, unfolded; undefined when it has none of the name. */
export function readHeader(source: string, name: string): string | undefined {
  const head = source.slice(0, source.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ')
  return head
    .split('\n')
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim()
}
