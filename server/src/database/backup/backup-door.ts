// Tests: e2e/process/backup.test.ts

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { BackupError, type DatabaseDump } from './backup-file.ts'

/** Where to knock and with what word, for whoever may read the folder. */
const NOTE_FILE = 'ballast.door'
const HOST = '127.0.0.1'
const WORD_BYTES = 32
const WORD_MILLISECONDS = 5_000
const ANSWER_MILLISECONDS = 10 * 60_000

interface Note {
  port: number
  word: string
}

export interface BackupDoor {
  close(): Promise<void>
}

/**
 * Lets another process of the same user ask the one that holds an embedded database for a copy: a port of this machine only,
 * and a word in a file that only its owner may read. One copy is made at a time, because it is held in memory.
 *
 * @param dump copies the database between two transactions
 */
export async function openBackupDoor(directory: string, dump: () => Promise<DatabaseDump>): Promise<BackupDoor> {
  const word = randomBytes(WORD_BYTES)
  const notePath = join(directory, NOTE_FILE)
  let turn: Promise<unknown> = Promise.resolve()
  const door = createServer((socket) => {
    // Whoever leaves early is no error of ours.
    socket.on('error', () => socket.destroy())
    socket.setTimeout(WORD_MILLISECONDS, () => socket.destroy())
    socket.once('data', (said: Buffer) => {
      if (said.length !== WORD_BYTES || !timingSafeEqual(said, word)) {
        socket.destroy()
        return
      }
      socket.setTimeout(0)
      turn = turn.then(() => answer(socket, dump))
    })
  })
  // It must not keep a process that has nothing else to do.
  door.unref()
  door.listen(0, HOST)
  await once(door, 'listening')
  const { port } = door.address() as { port: number }
  await writeFile(notePath, JSON.stringify({ port, word: word.toString('base64') } satisfies Note), { mode: 0o600 })
  return {
    async close() {
      await rm(notePath, { force: true })
      await Promise.all([turn, closeServer(door)])
    },
  }
}

/** A length, a line of JSON, the archive: all of it, or the connection breaks before its end. */
async function answer(socket: Socket, dump: () => Promise<DatabaseDump>): Promise<void> {
  if (socket.destroyed) return
  try {
    const { tar, ...rest } = await dump()
    const line = `${JSON.stringify({ ...rest, bytes: tar.length })}\n`
    socket.write(line)
    socket.end(tar)
    await once(socket, 'close')
  } catch {
    socket.destroy()
  }
}

const closeServer = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

/**
 * Asks the process that holds the folder for a copy of its database.
 *
 * @throws BackupError when it cannot be reached from here, or ends before it has answered
 */
export async function askForDump(directory: string): Promise<DatabaseDump> {
  const note = await readNote(join(directory, NOTE_FILE))
  const socket = connect(note.port, HOST)
  try {
    await once(socket, 'connect')
    socket.setTimeout(ANSWER_MILLISECONDS, () => socket.destroy(new Error('it does not answer')))
    socket.write(Buffer.from(note.word, 'base64'))
    const answer = await buffer(socket)
    const end = answer.indexOf('\n') + 1
    const { takenAt, rows, bytes } = JSON.parse(answer.toString('utf8', 0, end)) as Answer
    const tar = answer.subarray(end)
    if (tar.length !== bytes) throw new Error('it ended before it had answered')
    return { takenAt: new Date(takenAt), rows, tar }
  } catch (error) {
    throw new BackupError(
      `The process that holds ${directory} gave no copy of its database. Is it being stopped, or does it run in another container? Run this command where it runs, once more.`,
      { cause: error },
    )
  } finally {
    socket.destroy()
  }
}

interface Answer {
  takenAt: string
  rows: Record<string, number>
  bytes: number
}

async function readNote(path: string): Promise<Note> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Note
  } catch (error) {
    throw new BackupError(`${path} cannot be read: is the process of an older version, or just starting?`, {
      cause: error,
    })
  }
}
