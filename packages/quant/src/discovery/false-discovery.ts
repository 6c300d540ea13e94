import { inputErrors } from '../errors.ts'

/**
 * Benjamini and Hochberg's adjusted p-values, called q-values here: calling everything significant whose q is at most
 * 0.10 makes, on average, at most 10 % of the findings false, however many assets were looked at.
 *
 *     q_(k) = min over j ≥ k of  m·p_(j) / j,   at most 1        (p sorted ascending, m tests)
 *
 * It holds for independent tests and for positively dependent ones, which returns in one market are.
 *
 * @param pValues of one family of tests, each in [0, 1]
 * @returns in the order given; none for none
 * @throws QuantInputError naming the first entry outside [0, 1]
 * @see Benjamini & Hochberg, "Controlling the false discovery rate", Journal of the Royal Statistical Society B 57(1),
 *      1995; Benjamini & Yekutieli, Annals of Statistics 29(4), 2001
 */
export function computeQValues(pValues: Float64Array): Float64Array {
  for (let i = 0; i < pValues.length; i++) {
    if (!(pValues[i]! >= 0 && pValues[i]! <= 1)) {
      throw inputErrors.badNumber('pValues', i, pValues[i]!, 'a number from 0 to 1')
    }
  }
  const order = Array.from(pValues.keys()).sort((a, b) => pValues[a]! - pValues[b]! || a - b)
  const qValues = new Float64Array(pValues.length)
  let least = 1
  for (let rank = order.length; rank >= 1; rank--) {
    const i = order[rank - 1]!
    least = Math.min(least, (pValues.length * pValues[i]!) / rank)
    qValues[i] = least
  }
  return qValues
}

/** One-sided p-values above this are set aside; fixed beforehand, as the method asks. */
const SET_ASIDE_ABOVE = 0.5

/**
 * q-values for one-sided tests of which many can hardly be true, such as "gains on the worst days" of equity funds that
 * fall on them: their p-values crowd near 1 and would only count as so many chances to be wrong. Those above one half are
 * set aside (q = 1), the others doubled and adjusted among themselves. The bound holds, because under the null a
 * p-value of a t test, given that it is below one half, is at least as large as a uniform one below one half.
 *
 * @param pValues one-sided, of one family, each in [0, 1]
 * @returns in the order given
 * @throws QuantInputError naming the first entry outside [0, 1]
 * @see Zhao, Small & Su, "Multiple testing when many p-values are uniformly conservative", Journal of the American
 *      Statistical Association 114(527), 2019
 */
export function computeOneSidedQValues(pValues: Float64Array): Float64Array {
  // The check looks at all, those set aside too.
  const kept = [...computeQValues(pValues).keys()].filter((i) => pValues[i]! <= SET_ASIDE_ABOVE)
  const adjusted = computeQValues(Float64Array.from(kept, (i) => pValues[i]! / SET_ASIDE_ABOVE))
  const qValues = new Float64Array(pValues.length).fill(1)
  for (const [place, i] of kept.entries()) qValues[i] = adjusted[place]!
  return qValues
}
