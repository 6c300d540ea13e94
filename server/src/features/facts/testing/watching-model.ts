import { type AnalystModel, toBuiltIn, type WritingTask } from '../../../ai/analyst-model.ts'

/** A model that only looks at what it could choose, and leaves everything as it is. */
export const createWatchingModel = (see: (task: WritingTask) => void): AnalystModel => ({
  name: 'a model that only looks',
  write: async (task) => {
    see(task)
    return toBuiltIn(task, null)
  },
  close: async () => undefined,
})
