import { createReadStream } from 'node:fs'
import { FileFault } from './raw-rows.ts'

const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const encodingOfMark = (chunk: Buffer) => marks.find(([, bytes]) => bytes.every((byte, at) => chunk[at] === byte))?.[0]

/** Reads the declaration of an XML file, by the first bytes where it has two for each character. */
function encodingOfXml(chunk: Buffer): string | undefined {
  if (chunk[0] === 0x3c && chunk[1] === 0) return 'utf-16le'
  if (chunk[0] === 0 && chunk[1] === 0x3c) return 'utf-16be'
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(chunk.toString('latin1', 0, 200))?.[1]
}

interface TextOptions {
  /** The encoding without a byte-order mark. */
  readonly encoding: string
  /** Whether the file is XML, whose own declaration takes precedence over `encoding`. */
  readonly isXml: boolean
  readonly mostBytes: number
  /** Receives all bytes, in order. */
  readonly digest: { update(bytes: Buffer): unknown }
}

const chunkBytes = 256 * 1024

/** The text of a file, in parts. Throws a `FileFault` where it is not in its encoding, or too large. */
export async function* readText(
  file: string,
  { encoding, isXml, mostBytes, digest }: TextOptions,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let line = 1
  let bytes = 0
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
    if (!Buffer.isBuffer(chunk)) continue
    digest.update(chunk)
    bytes += chunk.length
    if (bytes > mostBytes) throw new FileFault(line, `the file is larger than ${Math.round(mostBytes / 1e6)} MB`)
    const declared = isXml && decoder === undefined ? encodingOfXml(chunk) : undefined
    const used = decoder?.encoding ?? encodingOfMark(chunk) ?? declared ?? encoding
    decoder ??= openDecoder(used)
    const text = decode(decoder, chunk, line)
    // Text in UTF-16 without a mark is valid in other encodings.
    if (text.includes('\0')) throw new FileFault(line + linesIn(text, text.indexOf('\0')), describeEncodingFault(used))
    line += linesIn(text)
    yield text
  }
  yield decode(decoder ?? new TextDecoder(), undefined, line)
}

function openDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new FileFault(1, `the file says that its text is in ${encoding}, which is not known here`)
  }
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, line: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch {
    const { encoding } = decoder
    throw new FileFault(line + goodLines(chunk, encoding), describeEncodingFault(encoding))
  }
}

const describeEncodingFault = (encoding: string) =>
  `the text is not in ${encoding}: was the file saved in another encoding?`

/** The lines before the first character that cannot be decoded. */
function goodLines(chunk: Buffer | undefined, encoding: string): number {
  const lenient = new TextDecoder(encoding).decode(chunk)
  return linesIn(lenient, lenient.indexOf('\uFFFD'))
}

function linesIn(text: string, until = text.length): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < until; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
