import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript-6'

/** A fault that an engineer might write, in a construct that is named and not quoted. */
export interface Mutation {
  /** Its effect on customers. */
  readonly name: string
  /** A function, class or constant at the top of one file of the product, or an index of the database. */
  readonly declaration: string
  readonly edit: (declared: Construct) => Edit | readonly Edit[]
}

/** A file of the product with a mutation in it. */
export interface Mutant {
  /** The path is relative to the root of the repository. */
  readonly file: string
  readonly source: string
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const root = path.resolve(import.meta.dirname, '../../..')
const isOutside = (file: string) =>
  /(^|\/)(node_modules|build|[.]react-router|public)$|[.](test|contract|d)[.]ts$/.test(file)

let product: ReadonlyMap<string, string> | undefined

function readProduct(): ReadonlyMap<string, string> {
  const files = globSync('{apps/portal,packages}/**/*.ts', { cwd: root, exclude: isOutside })
  product ??= new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
  return product
}

/** Throws with the name of a construct that is missing or ambiguous. */
export function createMutant({ name, declaration, edit }: Mutation, sources = readProduct()): Mutant {
  try {
    const [file, source] = findFile(declaration, sources)
    const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true)
    const mutated = [edit(new Construct(findDeclared(tree, declaration), declaration))]
      .flat()
      .toSorted((left, right) => right.start - left.start)
      .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), source)
    if (mutated === source) throw new Error(`${declaration} stays as it is`)
    return { file, source: mutated }
  } catch (error) {
    throw new Error(`No mutant "${name}": ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** Exported declarations win over others of the same name. */
function findFile(declaration: string, sources: ReadonlyMap<string, string>): readonly [string, string] {
  const declares = `(?:async function|function|class|const) ${declaration}\\b`
  const patterns = [`^export ${declares}`, `^${declares}`, `create (?:unique )?index ${declaration}\\b`]
  const found = patterns.map((pattern) => [...sources].filter(([, source]) => new RegExp(pattern, 'm').test(source)))
  const files = found.find(({ length }) => length > 0) ?? []
  return only(files, `file that declares ${declaration}`)
}

function findDeclared(tree: ts.SourceFile, declaration: string): ts.Node {
  const isTop = ({ parent }: ts.Node) =>
    parent === tree || (ts.isVariableDeclarationList(parent) && parent.parent.parent === tree)
  const isIt = (node: ts.Node) =>
    ts.isStringLiteralLike(node)
      ? node.text.includes(`index ${declaration} `)
      : isTop(node) && nameOf(node) === declaration && !isSignature(node)
  return only(
    tree.statements.flatMap((statement) => collect(statement, isIt)),
    declaration,
  )
}

function only<T>(found: readonly T[], what: string): T {
  const [first, second] = found
  if (first !== undefined && second === undefined) return first
  throw new Error(first === undefined ? `there is no ${what}` : `there are ${found.length} of ${what}`)
}

/** Finds the outermost parts that match. */
function collect(node: ts.Node, matches: (node: ts.Node) => boolean): readonly ts.Node[] {
  if (matches(node)) return [node]
  const found: ts.Node[] = []
  node.forEachChild((child) => void found.push(...collect(child, matches)))
  return found
}

type Named = ts.Identifier | ts.PrivateIdentifier | ts.StringLiteralLike

const isNamed = (node: ts.Node): node is Named =>
  ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteralLike(node)

const isDeclaration = (node: ts.Node) =>
  ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isVariableDeclaration(node) || isInside(node)
const isInside = (node: ts.Node) =>
  ts.isMethodDeclaration(node) || ts.isObjectLiteralElement(node) || ts.isParameter(node)

function nameOf(node: ts.Node): string | undefined {
  const name = isDeclaration(node) ? node.name : undefined
  return name !== undefined && isNamed(name) ? name.text : undefined
}

/** One of the types of an overloaded function. */
const isSignature = (node: ts.Node) => ts.isFunctionLike(node) && !('body' in node && node.body !== undefined)

const mentions = (node: ts.Node, name: string) =>
  collect(node, (part) => isNamed(part) && part.text === name).length > 0

function calledName({ expression }: ts.CallExpression): Named | undefined {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  return isNamed(name) ? name : undefined
}

const logical = [
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
] as const
const logicalOf = (node: ts.Node) =>
  ts.isBinaryExpression(node) ? logical.find((kind) => kind === node.operatorToken.kind) : undefined

/** `a && b && c` has three operands at any nesting depth. */
const isOperand = (node: ts.Node) => logicalOf(node.parent) !== undefined && logicalOf(node.parent) !== logicalOf(node)

/** Kinds of constructs, and which of them a name selects. */
const kinds = {
  member: (node, name) =>
    (ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node)) && nameOf(node) === name && !isSignature(node),
  call: (node, name) => ts.isCallExpression(node) && calledName(node)?.text === name,
  property: (node, name) => ts.isObjectLiteralElement(node) && nameOf(node) === name,
  text: (node, name) => ts.isStringLiteral(node) && !ts.isLiteralTypeNode(node.parent) && node.text === name,
  if: (node, name) => ts.isIfStatement(node) && mentions(node.expression, name),
  condition: (node, name) => ts.isIfStatement(node.parent) && node.parent.expression === node && mentions(node, name),
  conditional: (node, name) => ts.isConditionalExpression(node) && mentions(node, name),
  operand: (node, name) => isOperand(node) && mentions(node, name),
  element: (node, name) => ts.isArrayLiteralExpression(node.parent) && mentions(node, name),
  returned: (node, name) => ts.isReturnStatement(node.parent) && ts.isExpression(node) && mentions(node, name),
} satisfies Record<string, (node: ts.Node, name: string) => boolean>

/** A part of the product's source. */
export class Construct {
  readonly #node: ts.Node
  readonly #path: string

  constructor(node: ts.Node, at: string) {
    this.#node = node
    this.#path = at
  }

  /**
   * Finds the one construct of a kind that has, calls or mentions a name. For a call, an argument may have to mention
   * another.
   */
  the(kind: keyof typeof kinds, name: string, argument?: string): Construct {
    const isWith = (node: ts.Node) =>
      argument === undefined || (ts.isCallExpression(node) && node.arguments.some((given) => mentions(given, argument)))
    const found = collect(this.#node, (node) => node !== this.#node && kinds[kind](node, name) && isWith(node))
    return this.#part(found, `${kind} ${name}${argument === undefined ? '' : ` with ${argument}`}`)
  }

  /** Finds an argument of a call. */
  argument(at = 0): Construct {
    const given = ts.isCallExpression(this.#node) ? this.#node.arguments[at] : undefined
    return this.#part(given === undefined ? [] : [given], `argument ${at + 1}`)
  }

  /** Returns the code's name of its parameter of a type. */
  parameter(type: string): string {
    return this.#part(
      collect(
        this.#node,
        (node) => ts.isParameter(node) && node.type?.getText() === type && ts.isIdentifier(node.name),
      ),
      `parameter of type ${type}`,
    ).#nameHere()
  }

  get source(): string {
    return this.#node.getText()
  }

  /** Replaces the code; of a property, a variable or a constant, its value. */
  becomes(text: string | ((source: string) => string)): Edit {
    const node = hasValue(this.#node) ? this.#node.initializer : this.#node
    return { start: node.getStart(), end: node.end, text: typeof text === 'string' ? text : text(node.getText()) }
  }

  /** Calls another function in place of this one, with the same arguments. */
  calls(name: string): Edit {
    const called = ts.isCallExpression(this.#node) ? calledName(this.#node) : undefined
    if (called === undefined) throw new Error(`${this.#path} is no call of a name`)
    return { start: called.getStart(), end: called.end, text: name }
  }

  /** Removes a statement, an operand, an element, a property, or one call of a chain. */
  drop(): Edit {
    const node = ts.isAwaitExpression(this.#node.parent) ? this.#node.parent : this.#node
    const { parent } = node
    if (ts.isExpressionStatement(parent)) return { start: parent.getStart(), end: parent.end, text: '{}' }
    if (ts.isStatement(node)) return { start: node.getStart(), end: node.end, text: '{}' }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      return { start: node.expression.expression.end, end: node.end, text: '' }
    if (ts.isBinaryExpression(parent)) return dropOf([parent.left, parent.right], node)
    if (ts.isArrayLiteralExpression(parent)) return dropOf(parent.elements, node)
    if (ts.isObjectLiteralExpression(parent)) return dropOf(parent.properties, node)
    throw new Error(`${this.#path} cannot be dropped`)
  }

  #nameHere(): string {
    return nameOf(this.#node) ?? ''
  }

  #part(found: readonly ts.Node[], what: string): Construct {
    return new Construct(only(found, `${what} in ${this.#path}`), `${what} of ${this.#path}`)
  }
}

const hasValue = (
  node: ts.Node,
): node is (ts.PropertyAssignment | ts.VariableDeclaration) & { initializer: ts.Expression } =>
  (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && node.initializer !== undefined

/** Includes the text between it and its neighbour. */
function dropOf(list: readonly ts.Node[], node: ts.Node): Edit {
  const at = list.indexOf(node)
  const [before, after] = [list[at - 1], list[at + 1]]
  if (before !== undefined) return { start: before.end, end: node.end, text: '' }
  return { start: node.getStart(), end: after?.getStart() ?? node.end, text: '' }
}
