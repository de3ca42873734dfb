import { SaxesParser, type SaxesTagNS } from 'saxes'
import { cutOff, FileFault, longestLine } from './raw-rows.ts'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  text: string
}

export interface FoundElement {
  readonly line: number
  /** The path from the first element of the file down to this one. */
  readonly path: readonly string[]
  /** The number of the parent, which differs for the elements of each parent. */
  readonly parent: number
  readonly element: XmlElement
}

interface Wanted {
  /** Tells whether an element at this path is wanted as a whole. It is not called for paths below such an element. */
  readonly isWanted: (path: readonly string[]) => boolean
  /** Tells whether a file whose first element has this namespace is of another format. */
  readonly refuse: (namespace: string) => boolean
}

const deepest = 64

/** The wanted elements of an XML file, one after another: never all in memory. */
export async function* readElements(text: AsyncIterable<string>, wanted: Wanted): AsyncGenerator<FoundElement> {
  const found: FoundElement[] = []
  const parser = new SaxesParser({ xmlns: true, position: true })
  const collector = collect(wanted, (element) => found.push(element))
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
    yield* found.splice(0)
  }
  parser.close()
  yield* found.splice(0)
}

const isCut = ({ message }: Error) => /unclosed|unexpected end|document must contain/i.test(message)

function collect({ isWanted, refuse }: Wanted, add: (found: FoundElement) => void) {
  const path: string[] = []
  const serials: number[] = []
  const open: XmlElement[] = []
  let opened = 0
  let line = 1
  let length = 0

  return {
    open({ local, uri, attributes }: SaxesTagNS, at: number): void {
      if (path.length === 0 && refuse(uri))
        throw new FileFault(at, `the file is of another format: ${uri || 'it has no namespace'}`)
      if (path.length >= deepest) throw new FileFault(at, 'the XML is too deep')
      path.push(local)
      opened += 1
      serials.push(opened)
      if (open.length === 0) {
        if (!isWanted(path)) return
        line = at
        length = 0
      }
      const element = { name: local, attributes: valuesOf(attributes), children: [], text: '' }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    addText(text: string, at: number): void {
      const element = open.at(-1)
      if (element === undefined) return
      length += text.length
      if (length > longestLine) throw new FileFault(at, 'the row is too long')
      element.text += text
    },
    close(): void {
      const whole = [...path]
      path.pop()
      serials.pop()
      const element = open.pop()
      if (element === undefined || open.length > 0) return
      add({ line, path: whole, parent: serials.at(-1) ?? 0, element })
    },
  }
}

function valuesOf(attributes: SaxesTagNS['attributes']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(attributes).map(({ local, value }) => [local, value]))
}

/** The elements at the end of a path of names below one, with `*` for any name. */
export function elementsAt(element: XmlElement, path: string): readonly XmlElement[] {
  const [name = '', ...rest] = path.split('/')
  const children = element.children.filter((child) => name === '*' || child.name === name)
  return rest.length === 0 ? children : children.flatMap((child) => elementsAt(child, rest.join('/')))
}
