import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { XmlFile } from './file-format.ts'
import { type Cells, cutOff, FileFault, longestLine, type RawRow } from './raw-rows.ts'

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

const deepest = 64

/** The rows of an XML file. Cells are named by their path below the row: `Refs/EndToEndId`, `Amt@Ccy`. */
export async function* readXml(text: AsyncIterable<string>, format: XmlFile): AsyncGenerator<RawRow> {
  const rows: RawRow[] = []
  const parser = new SaxesParser({ xmlns: true, position: true })
  const collector = collect(format, (row) => rows.push(row))
  parser.on('error', (error) => {
    throw new FileFault(
      parser.line,
      isCut(error) ? cutOff : `the XML is not well-formed: ${error.message.slice(0, 100)}`,
    )
  })
  parser.on('doctype', () => {
    throw new FileFault(parser.line, 'the XML has a document type, which no statement has')
  })
  parser.on('opentag', (tag) => collector.open(tag, parser.line))
  parser.on('text', (part) => collector.addText(part, parser.line))
  parser.on('cdata', (part) => collector.addText(part, parser.line))
  parser.on('closetag', () => collector.close())
  for await (const part of text) {
    parser.write(part)
    yield* rows.splice(0)
  }
  parser.close()
  yield* rows.splice(0)
}

const isCut = ({ message }: Error) => /unclosed|unexpected end|document must contain/i.test(message)

/** Whether the open elements are at the path. */
function isAt(path: readonly string[], steps: readonly string[]): boolean {
  return path.length === steps.length && steps.every((step, at) => step === '*' || step === path[at])
}

function collect({ namespaces, row, split, context, balance }: XmlFile, add: (row: RawRow) => void) {
  const path: string[] = []
  const open: Element[] = []
  const rowSteps = stepsOf(row)
  const balanceSteps = balance === undefined ? undefined : stepsOf(balance)
  const statementSteps = rowSteps.slice(0, -1)
  const contexts = Object.entries(context).map(([name, at]) => ({ name, steps: stepsOf(at) }))
  const found = new Map<string, string>()
  let line = 1
  let length = 0
  let statement = 0
  let isBalance = false

  return {
    open({ local, uri, attributes }: SaxesTagNS, at: number): void {
      if (path.length === 0 && namespaces !== undefined && !namespaces.includes(uri))
        throw new FileFault(at, `the file is of another format: ${uri || 'it has no namespace'}`)
      if (path.length >= deepest) throw new FileFault(at, 'the XML is too deep')
      path.push(local)
      if (isAt(path, statementSteps)) statement += 1
      const begins = (steps: readonly string[] | undefined) =>
        open.length === 0 && steps !== undefined && isAt(path, steps)
      const isRow = begins(rowSteps) || begins(balanceSteps)
      if (isRow) [line, length, isBalance] = [at, 0, begins(balanceSteps)]
      if (!isRow && open.length === 0) return
      const element = { name: local, attributes: valuesOf(attributes), children: [], text: '' }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    addText(text: string, at: number): void {
      const element = open.at(-1)
      if (element === undefined) {
        for (const { name, steps } of contexts) if (isAt(path, steps)) found.set(name, text.trim().slice(0, 200))
        return
      }
      length += text.length
      if (length > longestLine) throw new FileFault(at, 'the row is too long')
      element.text += text
    },
    close(): void {
      path.pop()
      const element = open.pop()
      if (element === undefined || open.length > 0) return
      const parts = isBalance ? [flatten(element)] : cellsOf(element, split?.split('/'))
      for (const [at, part] of parts.entries()) {
        const cells = { ...Object.fromEntries(found), ...part }
        add({ line, cells, statement, ...(isBalance && { isBalance }), ...(at > 0 && { isFurtherPart: true }) })
      }
    },
  }
}

const stepsOf = (path: string) => path.slice(1).split('/')

function valuesOf(attributes: SaxesTagNS['attributes']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(attributes).map(({ local, value }) => [local, value]))
}

/** One for the row, or one for each of several parts of it, which then lacks the other parts. */
function cellsOf(row: Element, split: readonly string[] | undefined): readonly Cells[] {
  const parts = split === undefined ? [] : elementsAt(row, split)
  if (parts.length < 2) return [flatten(row)]
  return parts.map((part) => flatten(row, new Set(parts.filter((other) => other !== part))))
}

function elementsAt(element: Element, [name, ...rest]: readonly string[]): readonly Element[] {
  const children = element.children.filter((child) => child.name === name)
  return rest.length === 0 ? children : children.flatMap((child) => elementsAt(child, rest))
}

/** The first text of each path. */
function flatten(row: Element, without: ReadonlySet<Element> = new Set()): Cells {
  const cells: Record<string, string> = {}
  const visit = (element: Element, path: string): void => {
    if (without.has(element)) return
    for (const [name, value] of Object.entries(element.attributes)) cells[`${path}@${name}`] ??= value
    const text = element.text.trim()
    if (text !== '') cells[path] ??= text
    for (const child of element.children) visit(child, path === '' ? child.name : `${path}/${child.name}`)
  }
  visit(row, '')
  return cells
}
