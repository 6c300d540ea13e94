import type { Fact } from '@ballast/contract'

/** The facts of a run by id, key and label: looked up for every figure of an answer, and made once. */
interface FactIndex {
  byId: ReadonlyMap<string, Fact>
  byKey: ReadonlyMap<string, Fact>
  byLabel: ReadonlyMap<string, Fact>
}

const indexes = new WeakMap<readonly Fact[], FactIndex>()

export function indexFacts(facts: readonly Fact[]): FactIndex {
  const known = indexes.get(facts) ?? {
    byId: new Map(facts.map((fact) => [fact.id, fact])),
    byKey: new Map(facts.map((fact) => [fact.key, fact])),
    byLabel: new Map(facts.map((fact) => [fact.label, fact])),
  }
  indexes.set(facts, known)
  return known
}
