/** A JSON Schema as zod writes it, as far as it is looked at here. */
export type JsonSchema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that only narrow: an answer without them still fits, and they do not tell a reader what a field means. */
const NARROWING: ReadonlySet<string> = new Set([
  ...['$schema', 'required', 'additionalProperties', 'propertyNames', 'default', 'pattern'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'],
])

/**
 * The schema of an answer in as many bytes as a client reads with every list of tools: the fields of the answer with their
 * types, and of what is within them the names alone, as in `{date, best? {ticker, percent}[]}`, where `?` may be null.
 * Whatever fits the schema fits its outline.
 */
export function outlineAnswer(schema: JsonSchema): JsonSchema {
  const fields = Object.entries(propertiesOf(schema) ?? {})
  return { type: 'object', properties: Object.fromEntries(fields.map(([name, field]) => [name, outlineField(field)])) }
}

function outlineField(schema: unknown): JsonSchema {
  const { type, ...field } = widen(schema)
  const within = describeWithin(schema)
  const kept = Object.entries(field).filter(([name]) => !['properties', 'items'].includes(name))
  return {
    ...(type !== undefined && { type }),
    ...Object.fromEntries(kept),
    ...(isSchema(field.items) && within === '' && { items: outlineField(field.items) }),
    ...(within !== '' && { description: within }),
  }
}

/** Without what only narrows; "this or null" becomes a type of its own. */
function widen(schema: unknown): JsonSchema {
  if (!isSchema(schema)) return {}
  const { anyOf, ...rest } = Object.fromEntries(Object.entries(schema).filter(([name]) => !NARROWING.has(name)))
  if (!Array.isArray(anyOf)) return rest
  const others = anyOf.filter((one) => isSchema(one) && one.type !== 'null')
  const [only] = others
  // A choice of several shapes is told by the names within; one of plain values stays as it is.
  if (others.length > 1 || !isSchema(only)) return describeWithin(schema) === '' ? { anyOf: anyOf.map(widen) } : rest
  const { type, enum: values, ...own } = widen(only)
  return {
    ...own,
    ...(typeof type === 'string' && { type: anyOf.length > 1 ? [type, 'null'] : type }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
  }
}

/** The names within an object, or within each of a list; empty for plain values. */
function describeWithin(schema: unknown): string {
  if (!isSchema(schema)) return ''
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (choices) return choices.map(describeWithin).filter(Boolean).join(' or ')
  if (schema.items !== undefined) {
    const within = describeWithin(schema.items)
    return within === '' ? '' : `${within}[]`
  }
  const properties = propertiesOf(schema)
  if (!properties) return isSchema(schema.additionalProperties) ? describeWithin(schema.additionalProperties) : ''
  const names = Object.entries(properties).map(([name, field]) => {
    const within = describeWithin(field)
    return `${name}${isNullable(field) ? '?' : ''}${within && ` ${within}`}`
  })
  return `{${names.join(', ')}}`
}

const propertiesOf = (schema: JsonSchema) => (isSchema(schema.properties) ? schema.properties : undefined)

function isNullable(schema: unknown): boolean {
  if (!isSchema(schema)) return false
  const { type, anyOf } = schema
  return [type].flat().includes('null') || (Array.isArray(anyOf) && anyOf.some(isNullable))
}
