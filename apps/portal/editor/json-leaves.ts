import { isPair, isScalar, isSeq, parseDocument, visit } from 'yaml'

export type LeafValue = string | number | boolean | null

/** One value of a JSON file and its position, so that a change touches nothing else. */
export interface Leaf {
  /** The key reads like `wait`, or `fields.0.label` in a file with a shape. */
  readonly key: string
  readonly value: LeafValue
  readonly start: number
  readonly end: number
}

/** Lists the leaves in the order of the file; it is undefined where it is not JSON. */
export function leavesOf(json: string): Leaf[] | undefined {
  try {
    JSON.parse(json)
  } catch {
    return undefined
  }
  const leaves: Leaf[] = []
  // JSON is YAML too, and this parser reports positions.
  visit(parseDocument(json, { schema: 'json', version: '1.2' }), {
    Scalar(key, { value, range }, path) {
      if (key === 'key' || !range || !isLeafValue(value)) return
      leaves.push({
        key: [...namesIn(path), ...(typeof key === 'number' ? [key] : [])].join('.'),
        value,
        start: range[0],
        end: range[1],
      })
    },
  })
  return leaves
}

/** Returns the names and indexes above a value. */
function namesIn(path: readonly unknown[]): (string | number)[] {
  return path.flatMap((node, at): (string | number)[] => {
    const within = path[at + 1]
    if (isPair(node)) return isScalar(node.key) ? [String(node.key.value)] : []
    return isSeq(node) && within !== undefined ? [node.items.indexOf(within)] : []
  })
}

function isLeafValue(value: unknown): value is LeafValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** Returns the same file with another value there. */
export function withLeaf(json: string, { start, end }: Leaf, value: LeafValue): string {
  return json.slice(0, start) + JSON.stringify(value) + json.slice(end)
}

/** Returns a flat file with one more text, after the one that precedes it in English. */
export function withNewText(json: string, [key, value]: readonly [string, string], order: readonly string[]): string {
  const leaves = leavesOf(json) ?? []
  const line = `${JSON.stringify(key)}: ${JSON.stringify(value)}`
  const before = order.slice(0, order.indexOf(key))
  const [last] = leaves.filter((leaf) => before.includes(leaf.key)).toSorted((one, other) => other.end - one.end)
  if (last !== undefined) return `${json.slice(0, last.end)},\n  ${line}${json.slice(last.end)}`
  if (leaves.length === 0) return `{\n  ${line}\n}\n`
  // A text may contain what `replace` reads as a pattern: `$&`.
  return json.replace('{', () => `{\n  ${line},`)
}
