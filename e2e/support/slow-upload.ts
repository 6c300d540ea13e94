import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { toCsv } from './sample-files.ts'

export interface SlowUpload {
  /** Send the rest in ten pieces over so many milliseconds; resolves with the server's answer. */
  finishOver: (milliseconds: number) => Promise<{ status: number; body: string }>
}

/** Begin an upload of so many positions and hold back most of its body, as a slow line would. */
export async function openSlowUpload(origin: string, cookie: string, name: string, rows: number): Promise<SlowUpload> {
  const body = Buffer.from(JSON.stringify({ name, data: toCsv(rows) }))
  const request = http.request(`${origin}/api/portfolios/upload`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json', 'content-length': body.length },
  })
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, body: text })
    })
  })
  // Whoever awaits the answer sees its failure; until then it must not count as unhandled.
  answer.catch(() => undefined)
  const pieces = 10
  const size = Math.ceil(body.length / (pieces + 1))
  await new Promise((resolve) => request.write(body.subarray(0, size), resolve))
  return {
    async finishOver(milliseconds) {
      for (let piece = 1; piece <= pieces; piece += 1) {
        await sleep(milliseconds / pieces)
        request.write(body.subarray(piece * size, (piece + 1) * size))
      }
      request.end()
      return answer
    },
  }
}
