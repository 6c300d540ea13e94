import { HEDGE_CRISES, type HedgeAnalysis, type HedgeCrisis, type HedgeStrategy } from '@ballast/contract'
import { getScenario } from '@ballast/quant'
import { formatCount, formatMoney, formatPercent, formatShare, formatValue } from '../../lib/format.ts'

/** The past crises that can be asked about, the latest first. */
export const CRISIS_CHOICES: readonly { readonly id: HedgeCrisis; readonly name: string }[] = HEDGE_CRISES.map(
  (id) => ({ id, name: getScenario(id).name }),
).toReversed()

/** The crisis of an address, if it is one that can be asked about. */
export const findCrisis = (id: unknown): HedgeCrisis | undefined => HEDGE_CRISES.find((known) => known === id)

type Replay = HedgeStrategy['crises'][number]

/** A crisis with and without a strategy, in dollars at its end. */
export interface CrisisRow {
  id: string
  title: string
  subtitle: string
  unhedged: number
  hedged: number
  /** Cost of the renewals; 0 without any. */
  renewalCost: number
}

/** Computes what the crises would do to today’s portfolio with and without a strategy, left to expire or bought again. */
export function toCrisisBars({ crises }: HedgeStrategy, portfolioValue: number, isRenewed: boolean): CrisisRow[] {
  return crises.map((crisis) => {
    const renewed = isRenewed ? crisis.renewed : null
    return {
      id: crisis.scenarioId,
      title: crisis.name,
      subtitle: describeReplay(crisis, isRenewed),
      unhedged: (portfolioValue * crisis.unhedgedPercent) / 100,
      hedged: (portfolioValue * (renewed ?? crisis).hedgedPercent) / 100,
      renewalCost: renewed?.cost ?? 0,
    }
  })
}

function describeReplay({ renewed, renewals, endDay, tradingDays }: Replay, isRenewed: boolean): string {
  if (renewals > 0) return `renewed ${formatCount(renewals)}×`
  if (isRenewed && renewed) return `${formatCount(renewed.renewals)}× for ${formatSigned(renewed.cost)}`
  return endDay === null || tradingDays === null ? '' : `gone on day ${endDay} of ${tradingDays}`
}

const formatSigned = (amount: number) => (amount < 0 ? `−${formatValue(-amount)}` : formatValue(amount))

/** True if any crisis outlasts the options, so that there is something to renew. */
export const canBeRenewed = ({ crises }: HedgeStrategy): boolean => crises.some(({ renewed }) => renewed !== null)

/** By what rule the replays were made, and how much of them by proxies. */
export function describeReplayRule(strategy: HedgeStrategy, isRenewed: boolean, holdsOptions = false): string {
  const proxied = strategy.crises.filter(({ proxyPercent }) => proxyPercent >= 0.5)
  const shares = proxied.map(({ name, proxyPercent }) => `${formatShare(proxyPercent)} in ${name}`).join(', ')
  return [
    describeRenewal(strategy, isRenewed),
    holdsOptions && 'Options that you hold count at their value on each day. Backtest leaves them out.',
    shares && `Proxies replace what did not trade then or has no daily prices: ${shares}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function describeRenewal({ crises, legs }: HedgeStrategy, isRenewed: boolean): string {
  if (legs.length === 0) return 'Today’s values on the path of each day.'
  if (crises.some(({ renewals }) => renewals > 0))
    return 'This earlier answer buys options again at each expiry, at the same terms.'
  return isRenewed
    ? 'At each expiry the same hedge is bought again, for the same term. It costs that day’s volatility and today’s spread.'
    : 'The hedge is taken as it is: an option that expires is not replaced.'
}

/** Describes what a strategy does to the lowest day of the crisis that was asked about; null where a fall was. */
export function describeCrisisSaving(
  { crises, lossAtShockPercent: after, unhedgedLossAtShockPercent: before, holdsLimit }: HedgeStrategy,
  { request, riskAssessment }: Pick<HedgeAnalysis, 'request' | 'riskAssessment'>,
): { label: string; text: string; caption: string; fact: string } | null {
  if (request.crisisId === null || request.crisisName === null) return null
  const saved = ((before - after) / 100) * riskAssessment.value
  const renewed = crises.find(({ scenarioId }) => scenarioId === request.crisisId)?.renewed
  const times = renewed ? ` and renewed ${formatCount(renewed.renewals)}×` : ''
  const limit = `${formatCount(request.limitPercent)}% limit`
  return {
    label: `${saved < -0.5 ? 'Loses more' : 'Saves'} by the lowest day: ${request.crisisName}`,
    text: formatValue(Math.abs(saved)),
    caption: `−${formatPercent(before, 1)} without it, −${formatPercent(after, 1)} with it${times}: ${holdsLimit ? 'keeps' : 'misses'} the ${limit}`,
    fact: 'crisisLossPercent',
  }
}

/** Describes what the replay says of a strategy that its headline does not; null where it does not say less. */
export function describeContrary(
  { crises, contraryCrisisId }: HedgeStrategy,
  { riskAssessment }: Pick<HedgeAnalysis, 'riskAssessment'>,
): string | null {
  const row = crises.find(({ scenarioId }) => scenarioId === contraryCrisisId)
  if (row === undefined) return null
  const saved = ((row.hedgedPercent - row.unhedgedPercent) / 100) * riskAssessment.value
  return `Replay of ${row.name}: ${formatMoney(saved, { decimals: 0, signed: true })}`
}
