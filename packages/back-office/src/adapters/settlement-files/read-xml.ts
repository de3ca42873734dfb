import type { XmlFile } from './file-format.ts'
import type { Cells, RawRow } from './raw-rows.ts'
import { readElements, type XmlElement } from './xml-elements.ts'

/** The rows of an XML file. Cells are named by their path below the row: `Refs/EndToEndId`, `Amt@Ccy`. */
export async function* readXml(text: AsyncIterable<string>, format: XmlFile): AsyncGenerator<RawRow> {
  const { namespaces, row, context } = format
  const rowSteps = stepsOf(row)
  const contexts = Object.entries(context).map(([name, at]) => ({ name, steps: stepsOf(at) }))
  const before: Record<string, string> = {}
  const found = readElements(text, {
    isWanted: (path) => [rowSteps, ...contexts.map(({ steps }) => steps)].some((steps) => isAt(path, steps)),
    refuse: (namespace) => namespaces !== undefined && !namespaces.includes(namespace),
  })
  for await (const { line, path, element } of found) {
    if (isAt(path, rowSteps)) yield { line, cells: { ...before, ...flatten(element) } }
    else for (const { name, steps } of contexts) if (isAt(path, steps)) before[name] = element.text.trim().slice(0, 200)
  }
}

const stepsOf = (path: string) => path.slice(1).split('/')

function isAt(path: readonly string[], steps: readonly string[]): boolean {
  return path.length === steps.length && steps.every((step, at) => step === '*' || step === path[at])
}

/** Takes the first text of each path. */
function flatten(row: XmlElement): Cells {
  const cells: Record<string, string> = {}
  const visit = (element: XmlElement, path: string): void => {
    for (const [name, value] of Object.entries(element.attributes)) cells[`${path}@${name}`] ??= value
    const text = element.text.trim()
    if (text !== '') cells[path] ??= text
    for (const child of element.children) visit(child, path === '' ? child.name : `${path}/${child.name}`)
  }
  visit(row, '')
  return cells
}
