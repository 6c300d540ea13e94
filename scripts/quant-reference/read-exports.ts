import path from 'node:path'
import ts from 'typescript'
import { ROOT } from '../launch/repository.mjs'

/** One public name of the library, with its doc comment taken apart. */
export interface Entry {
  readonly name: string
  readonly file: string
  /** The declaration as it is written, without the body of a function or the value of a long constant. */
  readonly signature: string
  readonly description: string
  readonly tags: readonly { readonly label: string; readonly text: string }[]
}

/** Every name that `index` exports, in the order of the source files and of the lines in them. */
export function readExports(index: string): Entry[] {
  const program = ts.createProgram([index], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  })
  const checker = program.getTypeChecker()
  const face = program.getSourceFile(index)
  const symbol = face && checker.getSymbolAtLocation(face)
  if (!symbol) throw new Error(`${path.relative(ROOT, index)} exports nothing.`)
  const declarations = checker.getExportsOfModule(symbol).map((one) => {
    const target = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one
    const [declaration] = target.getDeclarations() ?? []
    if (!declaration) throw new Error(`${one.name} is exported but declared nowhere.`)
    return { name: one.name, declaration }
  })
  const place = ({ declaration }: { declaration: ts.Declaration }) => declaration.getSourceFile().fileName
  return declarations
    .sort((a, b) => (place(a) === place(b) ? a.declaration.pos - b.declaration.pos : place(a) < place(b) ? -1 : 1))
    .map(({ name, declaration }) => toEntry(name, declaration, checker))
}

function toEntry(name: string, declaration: ts.Declaration, checker: ts.TypeChecker): Entry {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  const { description, tags } = readComment(statement)
  return {
    name,
    file: declaration.getSourceFile().fileName,
    signature: toSignature(declaration, checker),
    description,
    tags,
  }
}

function toSignature(declaration: ts.Declaration, checker: ts.TypeChecker): string {
  if (ts.isFunctionDeclaration(declaration) && declaration.body) {
    const text = declaration.getSourceFile().text
    return text
      .slice(declaration.getStart(), declaration.body.getStart())
      .trim()
      .replace(/^export /, '')
  }
  if (ts.isVariableDeclaration(declaration)) {
    const text = declaration.getText()
    const isShort = text.length < 400
    return isShort
      ? `const ${text}`
      : `const ${declaration.name.getText()}: ${checker.typeToString(checker.getTypeAtLocation(declaration))}`
  }
  return declaration.getText().replace(/^export /, '')
}

function readComment(node: ts.Node): Pick<Entry, 'description' | 'tags'> {
  const text = node.getSourceFile().text
  const [range] = (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
    .filter(({ pos, end }) => text.slice(pos, end).startsWith('/**'))
    .slice(-1)
  if (!range) return { description: '', tags: [] }
  const lines = text
    .slice(range.pos + 3, range.end - 2)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
  const firstTag = lines.findIndex((line) => line.startsWith('@'))
  const description = firstTag < 0 ? lines : lines.slice(0, firstTag)
  return {
    description: toMarkdown(description.join('\n').trim()),
    tags: splitTags(firstTag < 0 ? [] : lines.slice(firstTag)),
  }
}

const LABELS: Record<string, string> = { param: '', returns: 'Returns', throws: 'Throws', see: 'See' }

function splitTags(lines: readonly string[]): Entry['tags'] {
  const tags: { name: string; text: string }[] = []
  for (const line of lines) {
    const match = /^@(\w+)\s*(.*)$/.exec(line)
    if (match) tags.push({ name: match[1] ?? '', text: match[2] ?? '' })
    else {
      const last = tags.at(-1)
      if (last) last.text = `${last.text} ${line.trim()}`.trim()
    }
  }
  return tags.map(({ name, text }) => {
    const parameter = name === 'param' ? /^((?:[\w.]+, )*[\w.]+)\s*(.*)$/s.exec(text) : null
    return parameter
      ? { label: `\`${parameter[1]}\``, text: toMarkdown(parameter[2] ?? '') }
      : { label: LABELS[name] ?? name, text: toMarkdown(text) }
  })
}

/** `{@link X}` as code. */
function toMarkdown(text: string): string {
  return text.replaceAll(/\{@link (\w+)\}/g, '`$1`')
}
