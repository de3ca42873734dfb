import path from 'node:path'

/** One call as strace prints it, with calls split over two lines joined. */
interface Call {
  readonly pid: string
  readonly name: string
  readonly args: string
  readonly result: number
  readonly resultPath: string
  /** How many operations had been done when it began. */
  readonly begunAt: number
  /** It was in progress when the power was cut: it may have happened, in whole or in part. */
  readonly isUnfinished: boolean
}

const line = /^(\d+) +(.*)$/s
const resumed = /^<\.\.\. \w+ resumed>/
const unfinished = ' <unfinished ...>'
const whole = /^(\w+)\((.*)\) += (-?\d+|\?)(?:<([^>]*)>)?/s

/** Reads what `createRecordCommand` recorded. `cwd` is the base of relative paths. */
export function readRecording(text: string, cwd: string): readonly Operation[] {
  const operations: Operation[] = []
  const begun = new Map<string, Begun>()
  const positions = new Map<string, number>()
  const take = (call: Call) => operations.push(...(readers[call.name]?.(call, { cwd, positions }) ?? []))

  for (const each of text.split('\n')) {
    const [, pid = '', shown = ''] = line.exec(each) ?? []
    if (shown.endsWith(unfinished)) {
      begun.set(pid, { shown: shown.slice(0, -unfinished.length), begunAt: operations.length })
      continue
    }
    const before = resumed.test(shown) ? begun.get(pid) : undefined
    if (before !== undefined) begun.delete(pid)
    const match = whole.exec((before?.shown ?? '') + shown.replace(resumed, ''))
    if (match === null) continue
    const [, name = '', args = '', result = '', resultPath = ''] = match
    const begunAt = before?.begunAt ?? operations.length
    const isUnfinished = result === '?'
    take({ pid, name, args, result: isUnfinished ? 0 : Number(result), resultPath, begunAt, isUnfinished })
  }
  for (const [pid, call] of begun) take(neverEnded(pid, call))
  return operations
}

interface Begun {
  readonly shown: string
  readonly begunAt: number
}

function neverEnded(pid: string, { shown, begunAt }: Begun): Call {
  const [, name = '', args = ''] = /^(\w+)\((.*)$/s.exec(shown) ?? []
  return { pid, name, args, result: 0, resultPath: '', begunAt, isUnfinished: true }
}

interface Place {
  readonly cwd: string
  /** Positions of files that are written without an offset. */
  readonly positions: Map<string, number>
}

type Reader = (call: Call, place: Place) => readonly Operation[]

const readers: Readonly<Record<string, Reader>> = {
  openat: ({ pid, args, result, resultPath }, { positions }) => {
    const file = textOf(resultPath)
    if (result < 0 || file === '') return []
    positions.set(`${pid} ${result}`, 0)
    const flags = args.split(', ')[2] ?? ''
    return [
      ...(flags.includes('O_CREAT') ? [{ kind: 'open', path: file } as const] : []),
      ...(flags.includes('O_TRUNC') ? [{ kind: 'resize', path: file, size: 0 } as const] : []),
    ]
  },
  lseek: ({ pid, args, result }, { positions }) => {
    if (result >= 0) positions.set(`${pid} ${fileOf(args).fd}`, result)
    return []
  },
  write: ({ pid, args, ...call }, { positions }) => {
    const { fd, file } = fileOf(args)
    const key = `${pid} ${fd}`
    const offset = positions.get(key) ?? 0
    if (call.result > 0) positions.set(key, offset + call.result)
    return writeTo(file, offset, { args, ...call })
  },
  pwrite64: (call) => writeTo(fileOf(call.args).file, lastNumber(call.args), call),
  pwritev: (call) => writeTo(fileOf(call.args).file, lastNumber(call.args), call),
  ftruncate: ({ args, result, isUnfinished }) =>
    result < 0 || isUnfinished ? [] : [{ kind: 'resize', path: fileOf(args).file, size: lastNumber(args) }],
  fallocate: ({ args, result, isUnfinished }) => {
    const [offset = 0, length = 0] = args.split(', ').slice(-2).map(Number)
    return result < 0 || isUnfinished ? [] : [{ kind: 'lengthen', path: fileOf(args).file, size: offset + length }]
  },
  fsync: synced,
  fdatasync: synced,
  rename: (call, place) => moved('rename', call, place),
  link: (call, place) => moved('link', call, place),
  unlink: ({ args, result, isUnfinished }, { cwd }) => {
    const [name = ''] = namesIn(args, cwd)
    return result < 0 || isUnfinished ? [] : [{ kind: 'remove', path: name }]
  },
}

function synced({ args, result, begunAt, isUnfinished }: Call): readonly Operation[] {
  return result < 0 || isUnfinished ? [] : [{ kind: 'sync', path: fileOf(args).file, begunAt }]
}

function moved(kind: 'rename' | 'link', { args, result, isUnfinished }: Call, { cwd }: Place): readonly Operation[] {
  const [name = '', to = ''] = namesIn(args, cwd)
  return result < 0 || isUnfinished ? [] : [{ kind, path: name, to }]
}

type Write = Pick<Call, 'args' | 'result' | 'isUnfinished'>

function writeTo(file: string, offset: number, write: Write): readonly Operation[] {
  // Pipes and sockets store nothing.
  if (!file.startsWith('/')) return []
  const data = written(write)
  return data.length === 0 ? [] : [{ kind: 'write', path: file, offset, data }]
}

/** `21</tmp/portal.db>, …` */
function fileOf(args: string): { readonly fd: string; readonly file: string } {
  const [, fd = '', file = ''] = /^(\d+)<([^>]*)>/.exec(args) ?? []
  return { fd, file: textOf(file) }
}

/** For an interrupted write, all bytes that it was given. */
function written({ args, result, isUnfinished }: Write): Buffer {
  if (result < 0) return Buffer.alloc(0)
  if (args.includes('"...')) throw new Error('The recording is incomplete')
  const data = Buffer.concat([...args.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => bytesOf(hex)))
  return isUnfinished ? data : data.subarray(0, result)
}

const lastNumber = (args: string) => Number(/(\d+)$/.exec(args)?.[1] ?? 0)

const namesIn = (args: string, cwd: string): readonly string[] =>
  [...args.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => path.resolve(cwd, textOf(hex)))

/** `\x53\x51`, as `-xx` prints every byte. */
const bytesOf = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')

const textOf = (hex: string) => (hex.startsWith('\\x') ? bytesOf(hex).toString('utf8') : hex)

/** What a process asked of its files. Paths are absolute. */
export type Operation =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'write'; readonly path: string; readonly offset: number; readonly data: Buffer }
  /** Truncates the file, or extends it with zeros. */
  | { readonly kind: 'resize'; readonly path: string; readonly size: number }
  | { readonly kind: 'lengthen'; readonly path: string; readonly size: number }
  | { readonly kind: 'link' | 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  /** Covers what was done before `begunAt`, counted in operations; later writes may be left out. */
  | { readonly kind: 'sync'; readonly path: string; readonly begunAt: number }
