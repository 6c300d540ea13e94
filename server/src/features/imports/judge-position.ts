// Tests: review-rules.test.ts

import type { ExtractedPosition } from '@ballast/contract'
import { isTicker } from '@ballast/contract'
import { type SourcePosition, SURE_CERTAINTY } from '@ballast/importers'

export type Arithmetic = ExtractedPosition['arithmetic']
export type Confidence = ExtractedPosition['confidence']

/** Prices and values are stated to the cent unless they show more digits. */
const CENT_DECIMALS = 2
const MOST_DECIMALS = 10
/** Below this, a reading of characters is a guess. */
const GUESS = 0.6

/**
 * True if quantity × price × multiplier is the stated value, to the rounding of the figures: half a unit of the price's
 * last digit for each share, and half a cent of the value (half a unit when the value shows no cents). Signs are left
 * out, because sources state shorts either way.
 */
export function checkArithmetic(
  position: Pick<SourcePosition, 'shares' | 'statedPrice' | 'statedValue' | 'multiplier'>,
): Arithmetic {
  const { shares, statedPrice, statedValue, multiplier } = position
  if (shares === null || statedPrice === null || statedValue === null) return 'not-given'
  const units = Math.abs(Number(shares)) * multiplier
  const product = units * Math.abs(statedPrice)
  const value = Math.abs(statedValue)
  const ofShares = halfUnit(countDecimals(shares)) * multiplier * Math.abs(statedPrice)
  const ofPrice = halfUnit(Math.max(CENT_DECIMALS, countDecimals(String(statedPrice)))) * units
  const ofValue = Number.isInteger(statedValue) ? 0.5 : halfUnit(CENT_DECIMALS)
  // A whole number of shares is exact; only one with decimals can have been rounded.
  const slack = (shares.includes('.') ? ofShares : 0) + ofPrice + ofValue
  return Math.abs(product - value) <= slack + product * Number.EPSILON * 8 ? 'holds' : 'fails'
}

/**
 * Confidence is earned by proof. Characters read from an image are sure only when the recogniser has proof (arithmetic, or
 * the same reading twice), the ticker is known and nothing is doubted; text needs no proof, but arithmetic that fails
 * speaks against it all the same. That a ticker is unknown is a reason to look, never one to distrust the numbers.
 */
export function judgeConfidence(
  position: SourcePosition,
  { arithmetic, isKnown, isImage }: { arithmetic: Arithmetic; isKnown: boolean; isImage: boolean },
): Confidence {
  if (position.shares === null || !isTicker(position.ticker) || arithmetic === 'fails') return 'low'
  if (position.certainty < GUESS) return 'low'
  if (position.doubts.length > 0) return 'medium'
  if (!isImage) return isKnown || arithmetic === 'holds' ? 'high' : 'medium'
  return isKnown && position.certainty >= SURE_CERTAINTY ? 'high' : 'medium'
}

const halfUnit = (decimals: number) => 0.5 * 10 ** -Math.min(decimals, MOST_DECIMALS)

function countDecimals(number: string): number {
  const point = number.indexOf('.')
  return point === -1 ? 0 : number.length - point - 1
}
