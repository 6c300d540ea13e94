/**
 * A function of a text that remembers what it answered, and forgets all of it when that has become too much: what is asked
 * of labels and words is mostly the same, and who asks may send others without end.
 *
 * @param most answers that are remembered
 */
export function remembered<Value>(most: number, compute: (text: string) => Value): (text: string) => Value {
  const answers = new Map<string, { value: Value }>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known.value
    if (answers.size >= most) answers.clear()
    const value = compute(text)
    answers.set(text, { value })
    return value
  }
}
