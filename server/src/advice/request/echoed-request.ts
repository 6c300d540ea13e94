import type { HedgeRequestBody } from '@ballast/contract'

/** What was asked for in the owner's words, and what became of it. */
export interface EchoedRequest {
  customPrompt: string | null
  understood: { words: string; meaning: string }[]
  notUsed: string[]
  fields: HedgeRequestBody
}
