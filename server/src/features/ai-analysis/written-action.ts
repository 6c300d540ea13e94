import type { ComprehensiveAnalysis, GroundedText, Operation } from '@ballast/contract'
import type { Sentence } from '../../grounding/sentence.ts'

export type ActionType = ComprehensiveAnalysis['actions'][number]['type']

/** An action in words and in a form that can be carried out. */
export interface WrittenAction {
  type: ActionType
  /** Orders to the letter; no model writes them. */
  order: GroundedText
  /** Sentences about its effects. */
  effects: Sentence[]
  /** Where it leaves the portfolio after the actions before it; empty where it is the only one that trades. */
  stepText: GroundedText
  step: ComprehensiveAnalysis['actions'][number]['step']
  operations: Operation[]
  effect: ComprehensiveAnalysis['actions'][number]['effect']
}
