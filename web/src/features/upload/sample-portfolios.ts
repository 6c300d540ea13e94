import { SAMPLE_PORTFOLIOS, type SampleId, type SamplePortfolio } from '@ballast/contract'

/** First and last day of the values below, ISO dates; the last is the day the simulated market is anchored at. */
export const SAMPLE_VALUES_PERIOD = { from: '2024-09-30', to: '2025-09-30' } as const

/**
 * Value in USD of each sample portfolio on every fifth trading day of the simulated market, through `SAMPLE_VALUES_PERIOD`;
 * a test computes them again from that market.
 */
const VALUES: Readonly<Record<SampleId, readonly number[]>> = {
  'core-growth': [
    149040, 150271, 154736, 161117, 166640, 163497, 158056, 158808, 162045, 164905, 172496, 175119, 174095, 176130,
    177326, 179723, 184250, 184461, 184997, 183181, 176721, 184256, 183914, 185996, 183287, 172274, 144873, 150458,
    154654, 178658, 174600, 172062, 182975, 181828, 187848, 185822, 184879, 193109, 202034, 200067, 204867, 209581,
    212980, 210729, 217163, 212149, 206647, 208474, 213444, 214691, 220369,
  ],
  'dividend-income': [
    81626, 81799, 83180, 83845, 85773, 85819, 85069, 85869, 86904, 87541, 90067, 90923, 91184, 91751, 91567, 92409,
    92961, 93348, 94402, 94585, 92527, 92465, 92534, 91989, 91358, 89106, 81300, 82877, 84014, 89990, 88831, 87753,
    89965, 89215, 89613, 89019, 89112, 89851, 90150, 89381, 90673, 90540, 91665, 91677, 92850, 93005, 92455, 91926,
    93100, 94123, 95635,
  ],
  'one-big-winner': [
    105498, 107811, 111418, 117371, 123357, 122177, 118885, 119186, 121877, 125909, 132846, 136295, 135951, 137107,
    139169, 144788, 148065, 144543, 148265, 143281, 135557, 141034, 141508, 140632, 136473, 126514, 96503, 101103,
    102875, 125082, 119775, 119188, 128843, 125018, 129047, 124714, 123031, 134156, 138661, 144154, 145395, 150770,
    153276, 153632, 155348, 149499, 149373, 150134, 156802, 158500, 165362,
  ],
}

/** A sample portfolio with the line that is drawn of it. */
export interface DrawnSample extends SamplePortfolio {
  values: readonly number[]
}

export const DRAWN_SAMPLES: readonly DrawnSample[] = SAMPLE_PORTFOLIOS.map((sample) => ({
  ...sample,
  values: VALUES[sample.id],
}))

/** Positions in a sample: the lines of its CSV under the header. */
export function countPositions({ csv }: SamplePortfolio): number {
  return csv.trim().split('\n').length - 1
}
