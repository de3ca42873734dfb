import { inflateSync } from 'node:zlib'

interface PdfObject {
  readonly id: string
  /** The text before the stream, in PDF's own syntax. */
  readonly dictionary: string
  /** The inflated stream, empty where there is none. */
  readonly stream: Buffer
}

/** Reads the objects of a PDF as pdfkit writes it: one after the other, each stream deflated or plain. */
export class ReadPdf {
  readonly #objects: ReadonlyMap<string, PdfObject>
  readonly catalog: string

  constructor(bytes: Uint8Array) {
    const file = Buffer.from(bytes)
    const text = file.toString('latin1')
    const found = [...text.matchAll(/(?<=\n)(\d+) 0 obj\n/g)].map(({ 1: id = '', index, 0: head }) => {
      const end = text.indexOf('\nendobj', index)
      return readObject(id, file.subarray(index + head.length, end))
    })
    this.#objects = new Map(found.map((object) => [object.id, object]))
    this.catalog = this.all('/Type /Catalog')[0]?.dictionary ?? ''
  }

  /** Lists the objects whose dictionary holds these words. */
  all(text: string): PdfObject[] {
    return [...this.#objects.values()].filter(({ dictionary }) => dictionary.includes(text))
  }

  /** Finds the object that the dictionary's entry refers to. */
  at(dictionary: string, name: string): PdfObject {
    const [, id = ''] = new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(dictionary) ?? []
    const object = this.#objects.get(id)
    if (object === undefined) throw new Error(`No ${name} in ${dictionary}`)
    return object
  }

  /** Lists the types of the elements of the tags, in the order in which they are read. */
  tags(element = this.at(this.at(this.catalog, 'StructTreeRoot').dictionary, 'K')): string[] {
    const [, type = ''] = /\/S \/(\w+)/.exec(element.dictionary) ?? []
    const [, kids = ''] = /\/K \[([^\]]*)\]/.exec(element.dictionary) ?? []
    const below = [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, id = '']) => this.#objects.get(id) ?? [])
    return [type, ...below.flatMap((kid) => this.tags(kid))]
  }
}

function readObject(id: string, body: Buffer): PdfObject {
  const start = body.indexOf('stream\n')
  if (start < 0) return { id, dictionary: body.toString('latin1'), stream: Buffer.alloc(0) }
  const dictionary = body.subarray(0, start).toString('latin1')
  const raw = body.subarray(start + 'stream\n'.length, body.lastIndexOf('\nendstream'))
  return { id, dictionary, stream: dictionary.includes('/FlateDecode') ? inflateSync(raw) : raw }
}
