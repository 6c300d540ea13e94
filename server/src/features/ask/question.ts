// Tests: ask.test.ts

import type { AskFigure, AskScreen, HedgeCrisis } from '@ballast/contract'
import type { RequestSubject } from '@ballast/contract/hedge-request'
import type { Sentence } from '../../grounding/sentence.ts'
import type { Desk } from './desk.ts'
import type { QuestionId } from './examples-data.ts'

/** Subjects of a question, read in its words or kept from the question before it. Plain data. */
export interface Slots {
  readonly tickers: readonly string[]
  /** A percentage that was named: "20%". */
  readonly percent?: number | undefined
  /** A part of a holding: 50 for "half". */
  readonly part?: number | undefined
  /** A number of shares that was named: "50 shares". */
  readonly shares?: number | undefined
  readonly crisis?: HedgeCrisis
  /** A year that no crisis is named by. */
  readonly year?: number
  /** A time up to now: a week, or three months. */
  readonly period?: Period
  /** A word for a sector: "tech". */
  readonly sector?: string
  readonly account?: NamedAccounts
}

/** Subjects that a question may name: positions, and the accounts that they lie in. */
export interface QuestionSubject extends RequestSubject {
  /** Account of some positions by the name that its owner knows it by; null where positions name no account. */
  readonly accounts?: readonly { name: string; account: string | null }[]
}

/** Accounts that were named. */
export interface NamedAccounts {
  /** Words that name them. */
  readonly asked: string
  /** As positions have them; empty where there is no account of that name. */
  readonly names: readonly (string | null)[]
}

/** A time up to now that was named, its words without digits. */
export interface Period {
  /** "last three months" */
  readonly name: string
  /** Its length in calendar days. */
  readonly days: number
}

/** Time that is looked at where none is named. */
export const USUAL_PERIOD: Period = { name: 'last six months', days: 186 }

/** Part of a holding that is sold where none is named, in percent. */
export const USUAL_PART = 50

/** Fall that is meant, in percent; "all" is no fall. */
export const fallOf = ({ percent, part }: Slots): number => percent ?? (part === 100 ? undefined : part) ?? 20

/** Kind of slot that a question cannot do without; `other` is a second ticker. */
export type Need = 'ticker' | 'other' | 'crisis' | 'year' | 'sector' | 'account'

/** Sentences, with the tables and bars that belong to them. */
export type Answer = readonly (readonly Sentence[] | readonly AskFigure[])[]

/** Runs the tools, cites figures, and writes sentences over them. @throws AppError as the tools; Unanswered */
export type AnswerQuestion = (desk: Desk, slots: Slots) => Promise<Answer>
/** Answers by the question that they belong to. */
export type Answers = Partial<Readonly<Record<QuestionId, AnswerQuestion>>>

/** A row of the table of questions: how it is asked, and how it is answered. */
export interface Question {
  readonly id: QuestionId
  /** How it may be asked; the first one stands for it in the docs. */
  readonly examples: readonly [string, ...string[]]
  readonly needs: readonly Need[]
  /** Ids of rows that one may ask next. */
  readonly next: readonly QuestionId[]
  /** False for what is recognised so that the answer can say that it is not computed. */
  readonly isComputed: boolean
  /** The screen that shows more of it. */
  readonly screen: AskScreen | null
  /** The first example, with the subjects that were asked about. */
  title(slots: Slots): string
  readonly answer: AnswerQuestion
}
