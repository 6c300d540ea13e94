// Tests: commits.test.ts

/** Verbs of a second change, as in “mend the cost, and let the sliders stay”. */
const SECOND_CHANGE = /\band (?:add|delete|fix|hold|keep|let|make|move|name|remove|rename|show|state|tell|use|write)\b/

/** No present verb, although it ends as a past one or a participle does. */
const PAST = /(?<!ne|fe|spe|emb|se|she|exc|proc)ed$|(?<!br|str|spr|sw)ing$/

/**
 * Says what is wrong with the subject of a commit: it is `area: imperative`, at most 72 characters long, of one change.
 *
 * @param areas names that an area may have; none where they are not known
 */
export function judgeSubject(subject: string, areas: ReadonlySet<string>): string[] {
  const [, area = '', first = '', rest = ''] = /^([a-z0-9-]+): ([a-z]+)(.*)$/.exec(subject) ?? []
  if (area === '') return [`${subject}: is not “area: imperative”`]
  const faults = [
    ...(subject.length > 72 ? ['is longer than 72 characters'] : []),
    ...(areas.size > 0 && !areas.has(area) ? ['names no folder'] : []),
    ...(PAST.test(first) ? ['is not an imperative'] : []),
    ...(SECOND_CHANGE.test(rest) ? ['joins two changes'] : []),
  ]
  return faults.map((fault) => `${subject}: ${fault}`)
}
