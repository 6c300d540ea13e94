import type { HedgeRequestBody } from '@ballast/contract'
import type { HedgeRequest } from '@ballast/quant'

/** Request in the owner's words, and what became of it. */
export interface EchoedRequest {
  customPrompt: string | null
  understood: { words: string; meaning: string }[]
  notUsed: string[]
  fields: HedgeRequestBody
  /** As asked, before accounts ruled anything out; left out in runs from before they did. */
  permissions?: Pick<HedgeRequest, 'allowOptions' | 'longOnly' | 'account' | 'approval'>
}
