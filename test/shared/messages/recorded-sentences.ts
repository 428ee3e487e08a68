import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '#test/helpers/root'

/** A sentence with `{}` for whatever stands in it; several of those in a row are one. */
export const shapeOf = (sentence: string) =>
  sentence.replace(/\{(?:\w+(?::\w+)?)?\}/g, '{}').replace(/(?:\{\})+/g, '{}')

const hasWords = (shape: string) => /[A-Za-z]{2}/.test(shape) && / /.test(shape.replaceAll('{}', '').trim())

export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
}

/** Every text of several words in a source, but those of types, of lists of words, and what is said already. */
export function sentencesIn(file: string): { file: string; shape: string }[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: { file: string; shape: string }[] = []
  const meet = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || isSaid(node) || isListOfWords(node)) return
    const shape = readShape(node)
    if (shape !== null && hasWords(shape)) found.push({ file, shape })
    ts.forEachChild(node, meet)
  }
  meet(source)
  return found
}

function readShape(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
    .join('{}')
    .replace(/(?:\{\})+/g, '{}')
}

/** By the window's own catalogue, or to nobody. */
function isSaid(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false
  const called = node.expression.getText()
  return (
    called === 'console.error' ||
    (called === 'say' && node.getSourceFile().text.includes("from '#shared/messages/say'"))
  )
}

/** `'one two'.split(' ')`, and a call of a `list` that does the same. */
function isListOfWords(node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false
  return /^(?:list|words|rule|options)$/.test(node.expression.getText()) || isSplit(node.expression)
}

const isSplit = (node: ts.Expression) => ts.isPropertyAccessExpression(node) && node.name.text === 'split'
