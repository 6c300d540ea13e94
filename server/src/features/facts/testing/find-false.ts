import type { Fact, GroundedText } from '@ballast/contract'
import { SENSES } from '../../../grounding/fact-kind.ts'
import { FACT_KINDS, type FactKindId } from '../../../grounding/fact-kinds.ts'
import { formatFigure } from '../../../grounding/fact-text.ts'

type Facts = ReadonlyMap<string, Fact>

const LOSES = /\b(?:lose|loses|lost|fell)\s(?:about |up to )?$/
const GAINS = /\b(?:gain|gains|gained|rose)\s(?:about |up to )?$/
const COMPARED = /^(?: of the portfolio)?,? (?:is |which is )?(more|less) than (?:the (?:limit|budget) of )?$/
const REPLACED = /^(?: of the portfolio)? instead of $/

/** Finds what a text says that is not so by the values of its figures: another number, another direction, another order. */
export function findFalse(parts: GroundedText, facts: Facts): string[] {
  const faults: string[] = []
  for (const [place, { text, fact: id }] of parts.entries()) {
    if (id === undefined) continue
    const fact = facts.get(id)
    const spellings = fact ? listSpellings(fact) : []
    if (fact === undefined || !spellings.includes(text)) faults.push(`"${text}" is not ${spellings[0] ?? id}`)
    else faults.push(...findTurned(fact, parts[place - 1]?.text ?? ''), ...findWrongOrder(parts, place, facts))
  }
  return faults
}

function listSpellings({ value, unit, decimals }: Fact): string[] {
  if (typeof value === 'string') return [formatFigure(value, unit)]
  return [
    formatFigure(value, unit, decimals),
    formatFigure(Math.abs(value), unit, decimals),
    formatFigure(value, 'count', decimals),
  ]
}

/** "Loses" before what is gained, and the other way round. */
function findTurned({ kind, value, label }: Fact, before: string): string[] {
  const better = kind === undefined ? null : SENSES[FACT_KINDS[kind as FactKindId].sense].better
  if (typeof value !== 'number' || better === null) return []
  const profit = better === 'higher' ? value : -value
  const isTurned = (LOSES.test(before) && profit > 0) || (GAINS.test(before) && profit < 0)
  return isTurned ? [`"${before.slice(-30)}" before ${label}: ${value}`] : []
}

/** "More than" between figures of which the first is not, and "instead of" between such as are the same. */
function findWrongOrder(parts: GroundedText, place: number, facts: Facts): string[] {
  const [own, between, other] = [parts[place], parts[place + 1]?.text ?? '', parts[place + 2]]
  const [first, second] = [facts.get(own?.fact ?? ''), facts.get(other?.fact ?? '')]
  if (typeof first?.value !== 'number' || typeof second?.value !== 'number' || first.unit !== second.unit) return []
  const [, order] = COMPARED.exec(between) ?? []
  const isMore = Math.abs(first.value) >= Math.abs(second.value)
  const isLess = Math.abs(first.value) <= Math.abs(second.value)
  const isWrong = (order === 'more' && !isMore) || (order === 'less' && !isLess)
  const isSame = REPLACED.test(between) && own?.text === other?.text
  return isWrong || isSame ? [`"${own?.text}${between}${other?.text}"`] : []
}

/** Figures of one name, in the texts of one list, that are not the same. */
export function findContradictions(texts: readonly { path: string; parts: GroundedText }[], facts: Facts): string[] {
  const said = new Map<string, Set<string>>()
  for (const { path, parts } of texts) {
    for (const { fact: id } of parts) {
      const fact = id === undefined ? undefined : facts.get(id)
      // A kind with a star is that of many things of a list, under one label.
      if (fact?.kind === undefined || fact.kind.includes('*')) continue
      const name = `${path.replace(/\.\d+$/, '')}: ${fact.kind}, ${fact.label}`
      said.set(name, (said.get(name) ?? new Set()).add(fact.text))
    }
  }
  return [...said].flatMap(([name, values]) => (values.size > 1 ? [`${name} is ${[...values].join(' and ')}`] : []))
}
