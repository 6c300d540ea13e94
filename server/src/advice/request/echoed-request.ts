import type { HedgeRequestBody } from '@ballast/contract'

/** Request in the owner's words, and what became of it. */
export interface EchoedRequest {
  customPrompt: string | null
  understood: { words: string; meaning: string }[]
  notUsed: string[]
  fields: HedgeRequestBody
}
