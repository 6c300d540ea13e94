import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { computeCorrelationMatrix } from './correlation-matrix.ts'
import { createNormalSource, createRandomSource } from './random.ts'
import { toReturnMatrix } from './test-matrices.ts'

const TICKERS = 2000
const DAYS = 252

/** Computes the matrix where the returns lie, hands its cells over, and tells what it is left with. */
const WORKER = `
  import { parentPort, workerData } from 'node:worker_threads'
  import { computeCorrelationMatrix } from '${new URL('./correlation-matrix.ts', import.meta.url)}'
  const { values } = computeCorrelationMatrix(workerData)
  parentPort.postMessage({ values }, [values.buffer])
  parentPort.postMessage({ left: values.byteLength })
`

interface Answer {
  readonly values?: Float64Array
  readonly left?: number
}

function runInWorker(returns: unknown): Promise<Answer> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`), { workerData: returns })
    let answer: Answer = {}
    worker.on('message', (part: Answer) => {
      answer = { ...answer, ...part }
    })
    worker.on('error', fail)
    worker.on('exit', () => done(answer))
  })
}

test('2,000 tickers in a worker: the returns are shared, the matrix is handed over, neither is copied', {
  tags: 'full',
}, async () => {
  const normal = createNormalSource(createRandomSource(5))
  const rows = Array.from({ length: TICKERS }, () => Float64Array.from({ length: DAYS }, () => 0.01 * normal()))
  const panel = toReturnMatrix(rows)
  const shared = new Float64Array(new SharedArrayBuffer(panel.values.byteLength))
  shared.set(panel.values)
  const { values, left } = await runInWorker({ ...panel, values: shared })
  expect(values).toHaveLength(TICKERS * TICKERS)
  // A transferred buffer is gone where it came from; a copied one would still be there.
  expect(left).toBe(0)
  const last = [0, 1, 999, 1999]
  const part = computeCorrelationMatrix(toReturnMatrix(last.map((row) => rows[row]!)))
  for (const [i, row] of last.entries()) {
    for (const [j, column] of last.entries()) {
      expect(values![row * TICKERS + column]).toBeCloseTo(part.values[i * 4 + j]!, 14)
    }
  }
})
