// Tests: ask.test.ts, match-question.test.ts

import type { Question } from './question.ts'
import { HEDGE_QUESTIONS } from './questions/hedge-questions.ts'
import { HOLDING_QUESTIONS } from './questions/holding-questions.ts'
import { OPTION_QUESTIONS } from './questions/option-questions.ts'
import { PAST_QUESTIONS } from './questions/past-questions.ts'
import { PORTFOLIO_QUESTIONS } from './questions/portfolio-questions.ts'
import { RISK_QUESTIONS } from './questions/risk-questions.ts'
import { UNCOMPUTED_QUESTIONS } from './questions/uncomputed-questions.ts'

/** Every question that is recognised without a model; docs/asking.md lists them. */
export const QUESTION_TABLE: readonly Question[] = [
  ...PORTFOLIO_QUESTIONS,
  ...HOLDING_QUESTIONS,
  ...RISK_QUESTIONS,
  ...PAST_QUESTIONS,
  ...OPTION_QUESTIONS,
  ...HEDGE_QUESTIONS,
  ...UNCOMPUTED_QUESTIONS,
]
