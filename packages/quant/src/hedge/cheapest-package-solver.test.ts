import highs from 'highs'
import { expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { findCheapestPackage, type PackageSearch } from './cheapest-package.ts'
import { drawSearch } from './test-searches.ts'

// Its declarations describe the CommonJS build, in which the loader is a member; an import gets the loader itself.
const loadHighs = highs as unknown as (typeof highs)['default']

/**
 * The search as a mixed-integer programme in CPLEX's text format: b and s contracts of each line bought and sold, y and z
 * whether a line is bought or sold at all. It is stated from the rules, not from the search.
 */
function toProgramme({ lines, values, requiredGains, fee, leastWidth, ...search }: PackageSearch): string {
  const sum = (terms: readonly (readonly [number, string])[]) =>
    terms.map(([factor, name]) => `${factor < 0 ? '-' : '+'} ${Math.abs(factor)} ${name}`).join(' ')
  const paid = lines.map(({ multiplier, ask }) => multiplier * ask + fee)
  const received = lines.map(({ multiplier, bid }) => multiplier * bid - fee)
  const most = lines.map(({ mostBought }) => Math.min(mostBought, search.mostContracts))
  const mostSold = lines.map(({ mostSold: sold }) =>
    search.maximumLines === 1 ? 0 : Math.min(sold, search.mostContracts),
  )
  const each = <T>(make: (i: number) => T) => lines.map((_, i) => make(i))
  const constraints = [
    ...Array.from(requiredGains, (required, k) => {
      const bought = each((i) => [lines[i]!.multiplier * values[i]![k]! - paid[i]!, `b${i}`] as const)
      const sold = each((i) => [received[i]! - lines[i]!.multiplier * values[i]![k]!, `s${i}`] as const)
      return `${sum([...bought, ...sold])} >= ${required}`
    }),
    `${sum(each((i) => [1, `y${i}`] as const))} = 1`,
    `${sum(each((i) => [1, `z${i}`] as const))} <= 1`,
    ...each((i) => `b${i} - ${most[i]} y${i} <= 0`),
    ...each((i) => `s${i} - ${mostSold[i]} z${i} <= 0`),
    ...each((i) => {
      const covering = lines.flatMap((line, j) =>
        line.expiry === lines[i]!.expiry && line.strike >= lines[i]!.strike + leastWidth - 1e-9 ? [`- b${j}`] : [],
      )
      return `s${i} ${covering.join(' ')} <= 0`
    }),
  ]
  const cost = [...each((i) => [paid[i]!, `b${i}`] as const), ...each((i) => [-received[i]!, `s${i}`] as const)]
  const bounds = each((i) => [`0 <= b${i} <= ${most[i]}`, `0 <= s${i} <= ${mostSold[i]}`]).flat()
  const general = each((i) => [`b${i}`, `s${i}`]).flat()
  const binary = each((i) => [`y${i}`, `z${i}`]).flat()
  return [
    'Minimize',
    ` cost: ${sum(cost)}`,
    'Subject To',
    ...constraints.map((line, k) => ` c${k}: ${line}`),
    'Bounds',
    ...bounds.map((line) => ` ${line}`),
    'General',
    ` ${general.join(' ')}`,
    'Binary',
    ` ${binary.join(' ')}`,
    'End',
  ].join('\n')
}

const RUNS = propertyRuns(12).numRuns

test(`an independent solver of integer programmes finds no cheaper package, on ${RUNS} random chains`, {
  tags: 'full',
}, async () => {
  const solver = await loadHighs()
  let solved = 0
  for (let seed = 1; seed <= RUNS; seed++) {
    const { prepared, random } = drawSearch(40_000 + seed)
    const search = prepared.toSearch(prepared.unhedgedLoss * (0.4 + 0.5 * random()), Infinity)
    const own = findCheapestPackage(search)
    const { Status, ObjectiveValue } = solver.solve(toProgramme(search), { mip_rel_gap: 0, time_limit: 60 })
    expect(Status, `seed ${seed}`).toBe(own === null ? 'Infeasible' : 'Optimal')
    if (own === null) continue
    solved++
    // The solver may miss a condition by a millionth of its scale, so its optimum can lie a few cents lower.
    expect(Math.abs(own.cost - ObjectiveValue), `seed ${seed}: ${own.cost} and ${ObjectiveValue}`).toBeLessThan(0.05)
  }
  expect(solved).toBeGreaterThan(RUNS / 3)
})
