import {
  ApiError,
  type Call,
  type CallInput,
  type CallOutput,
  parseAnswer,
  parseErrorBody,
  type StreamStep,
  streamStepSchema,
} from '@ballast/contract'
import { useEffect, useRef, useState } from 'react'
import { sendCall } from './call-api.ts'
import type { ClickKeys } from './click-keys.ts'
import { readEventStream } from './event-stream.ts'

export interface StreamState<Output> {
  status: 'idle' | 'running' | 'done' | 'failed' | 'stopped'
  /** In the order in which they were announced; a later report of a step replaces the earlier one. */
  steps: readonly StreamStep[]
  /** Part of the result that is finished so far, not yet validated as a whole: show it as unfinished. */
  partial: unknown
  result: Output | undefined
  error: unknown
}

/** How a run ended; one that was stopped or replaced by another has neither result nor error. */
export interface StreamEnd<Output> {
  result?: Output
  error?: unknown
}

const IDLE = { status: 'idle', steps: [], partial: undefined, result: undefined, error: undefined } as const

/**
 * Runs a long call and follows its progress. `start` begins anew and drops what ran before; `stop` keeps the finished
 * steps on screen; leaving the screen stops as well. For a call that is charged, see `useChargedStream`.
 *
 * @param keys names the clicks of a call that is charged
 */
export function useEventStream<C extends Call>(call: C, keys?: ClickKeys) {
  const [state, setState] = useState<StreamState<CallOutput<C>>>(IDLE)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (input: CallInput<C> & { form?: FormData }): Promise<StreamEnd<CallOutput<C>>> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    // A run that was replaced must not write over the one that replaced it.
    const update = (change: (state: StreamState<CallOutput<C>>) => Partial<StreamState<CallOutput<C>>>) => {
      if (running.current === controller) setState((old) => ({ ...old, ...change(old) }))
    }
    setState({ ...IDLE, status: 'running' })
    // What was asked by a click that another one replaced is settled by that one.
    const settle = () => running.current === controller && keys?.settle()
    const key = keys ? { idempotencyKey: keys.take(input) } : {}
    try {
      const result = await followStream(call, { signal: controller.signal, ...key, ...input }, update)
      settle()
      update(() => ({ status: 'done', result }))
      return { result }
    } catch (error) {
      if (error instanceof ApiError) settle()
      update(() => (controller.signal.aborted ? { status: 'stopped' } : { status: 'failed', error }))
      return controller.signal.aborted ? {} : { error }
    }
  }
  const stop = () => running.current?.abort()
  const reset = () => {
    running.current?.abort()
    running.current = undefined
    setState(IDLE)
  }
  return { ...state, start, stop, reset }
}

type Update<Output> = (change: (state: StreamState<Output>) => Partial<StreamState<Output>>) => void

async function followStream<C extends Call>(
  call: C,
  input: CallInput<C> & { signal: AbortSignal; idempotencyKey?: string },
  update: Update<CallOutput<C>>,
): Promise<CallOutput<C>> {
  const response = await sendCall(call, input, 'text/event-stream')
  if (!response.headers.get('content-type')?.includes('text/event-stream') || !response.body) {
    return parseAnswer(call, await response.json())
  }
  for await (const { event, data } of readEventStream(response.body)) {
    if (event === 'result') return parseAnswer(call, JSON.parse(data))
    if (event === 'error') throw new ApiError(500, data, parseErrorBody(data))
    if (event === 'step') {
      const step = streamStepSchema.parse(JSON.parse(data))
      update(({ steps }) => ({ steps: withStep(steps, step) }))
    }
    if (event === 'partial') {
      const partial: unknown = JSON.parse(data)
      update(() => ({ partial }))
    }
  }
  throw new Error(`${call.method} ${call.path} ended its stream without a result`)
}

function withStep(steps: readonly StreamStep[], step: StreamStep): readonly StreamStep[] {
  const known = steps.some(({ id }) => id === step.id)
  return known ? steps.map((old) => (old.id === step.id ? step : old)) : [...steps, step]
}
