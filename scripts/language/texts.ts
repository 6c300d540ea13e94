// Tests: language.test.ts

import ts from 'typescript'
import type { SourceFile } from '../architecture/source-files.ts'

/** A text that a person reads, with the place where it is written. */
export interface Text {
  /** `path:line`. */
  place: string
  /** Text; a value that a program puts in is written as `7`. */
  words: string
}

/** Stands for a figure, a name or a ticker that is put in when the program runs. */
const FIGURE = '7'

/** Properties of elements that hold code and no words. */
const CODE_ATTRIBUTE =
  /^(?:class(?:Name)?|d|id|key|to|href|src|viewBox|transform|style|rel|type|name|testId|data-.*|.*ClassName)$/

/** Properties that hold words for people, however few. */
const LABEL = /^(?:label|title|heading|caption|description|hint|meaning|note|text|placeholder|aria-label)$/

/** Markup within a line. */
const INLINE_TAG = /<\/?(?:a|b|code|em|span|strong)\b[^>]*>/g

/** Tags of templates that hold code. */
const CODE_TAG = /^(?:sql|html|css|String\.raw)$/

/** Words that prose has and lists of classes, keys and codes do not. */
const PROSE_WORD =
  /(?:^|\s)(?:a|an|the|of|is|are|to|in|on|and|that|with|it|its|for|not|no|you|your|this|at|by|from|as)(?=\s|[,.;:!?]|$)/i

/** True for a sentence, or for a part of one that is long enough to be judged. */
function isProse(words: string): boolean {
  if (
    !/[a-z] [a-z]|[a-z] 7|7 [a-z]/i.test(words) ||
    /^\s*(?:select|insert|update|delete|create|alter|grant|with) /i.test(words)
  )
    return false
  return (
    /^[\s“‘(]*[A-Z7][^<>{}=]*[.!?…]['”’)]*$/.test(words) ||
    (words.trim().split(/\s+/).length >= 3 && PROSE_WORD.test(words))
  )
}

/** Lists the texts of a TypeScript file: string literals and templates that are prose, and the texts of JSX elements. */
export function listSourceTexts({ path, text }: SourceFile): Text[] {
  const source = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found: Text[] = []
  const add = (node: ts.Node, raw: string) => {
    const place = `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    for (const part of raw.includes('</') ? raw.replace(INLINE_TAG, '').split(/<[^>]*>/) : [raw]) {
      const words = part.replace(/\s+/g, ' ').trim()
      if (words !== '' && (isLabel(node) || isProse(words))) found.push({ place, words })
    }
  }
  const visit = (node: ts.Node): void => {
    if (isCode(node)) return
    if (ts.isStringLiteralLike(node)) add(node, node.text)
    else if (ts.isTemplateExpression(node)) add(node, fillTemplate(node))
    else if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && hasWords(node)) {
      add(node, flatten(node))
      if (ts.isJsxElement(node)) visit(node.openingElement)
      for (const child of node.children) if (!ts.isJsxText(child)) visitInline(child)
      return
    }
    ts.forEachChild(node, visit)
  }
  /** Visits what stands inside a text without taking its words a second time. */
  const visitInline = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      if (ts.isJsxElement(node)) visit(node.openingElement)
      for (const child of node.children) if (!ts.isJsxText(child)) visitInline(child)
    } else visit(node)
  }
  visit(source)
  return found
}

/** True for the text of an element, and for what a property such as `label` holds. */
function isLabel(node: ts.Node): boolean {
  const { parent } = node
  const isNamed = ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)
  return ts.isJsxElement(node) || (isNamed && LABEL.test(parent.name.getText().replace(/^'|'$/g, '')))
}

function isCode(node: ts.Node): boolean {
  return (
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    (ts.isTaggedTemplateExpression(node) && CODE_TAG.test(node.tag.getText())) ||
    (ts.isJsxAttribute(node) && CODE_ATTRIBUTE.test(node.name.getText())) ||
    // Prompts, which a model reads.
    (ts.isVariableDeclaration(node) && /^(?:RULES|INSTRUCTIONS)$/.test(node.name.getText())) ||
    // Says to an engineer what a caller did wrong; nobody else reads it.
    (ts.isNewExpression(node) && /^(?:Range|Type|Syntax|Reference)?Error$/.test(node.expression.getText()))
  )
}

const fillTemplate = (node: ts.TemplateExpression) =>
  node.head.text + node.templateSpans.map(({ literal }) => FIGURE + literal.text).join('')

const hasWords = (node: ts.JsxElement | ts.JsxFragment) =>
  node.children.some((child) => ts.isJsxText(child) && /[a-z]/i.test(child.text))

/** Words of an element and of what stands inside its lines. */
function flatten(node: ts.JsxElement | ts.JsxFragment): string {
  return node.children
    .map((child) => {
      if (ts.isJsxText(child)) return child.text.replace(/&apos;/g, '’').replace(/&[a-z]+;/g, ' ')
      if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return flatten(child)
      if (ts.isJsxExpression(child) && child.expression)
        return ts.isStringLiteralLike(child.expression)
          ? child.expression.text
          : ts.isTemplateExpression(child.expression)
            ? fillTemplate(child.expression)
            : FIGURE
      return ''
    })
    .join('')
}

/** Lists the texts of a document: paragraphs, headings, items of lists and cells of tables, without code and addresses. */
export function listDocumentTexts({ path, text }: Pick<SourceFile, 'path' | 'text'>): Text[] {
  const found: Text[] = []
  let isCode = false
  let goesOn = false
  for (const [index, line] of text.split('\n').entries()) {
    const [start = ''] = /^\s*(?:[-*] |\d+\. |#+ |> |\|)/.exec(line) ?? []
    if (/^\s*```/.test(line)) isCode = !isCode
    const isText = !isCode && line.trim() !== '' && !/^\s*(?:```|<|\|[ :|-]+$)/.test(line)
    const last = found.at(-1)
    const words = line.slice(start.length)
    const place = `${path}:${index + 1}`
    if (!isText) goesOn = false
    else if (start.includes('|')) found.push(...words.split('|').map((cell) => ({ place, words: toPlainWords(cell) })))
    else if (goesOn && start === '' && last) last.words = toPlainWords(`${last.words} ${words}`)
    else found.push({ place, words: toPlainWords(words) })
    if (isText) goesOn = !/[#|]/.test(start)
  }
  return found.filter(({ words }) => words !== '')
}

const toPlainWords = (markdown: string) =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>|[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
