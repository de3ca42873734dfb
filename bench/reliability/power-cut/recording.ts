import path from 'node:path'

/** One call as strace prints it, with calls split over two lines joined. */
interface Call {
  readonly pid: string
  readonly name: string
  readonly args: string
  readonly result: number
  readonly resultPath: string
  /** The number of operations that had been done when it began. */
  readonly begunAt: number
  /** It was in progress when the power was cut: it may have happened, in whole or in part. */
  readonly isUnfinished: boolean
}

const line = /^(\d+) +(.*)$/s
const resumed = /^<\.\.\. [\w?]+ resumed>/
const unfinished = ' <unfinished ...>'
/** A process has ended, was sent a signal, or was killed before it was read which call it was about to make. */
const isNotice = /^(\+\+\+|---|\?\?\?\(|<\.\.\. \?\?\? resumed>)/
const whole = /^(\w+)\((.*)\) += (-?\d+|\?)(?:<([^>]*)>)?/s

/** Reads what `createRecordCommand` recorded. `cwd` is the base of relative paths. */
export function readRecording(text: string, cwd: string): readonly Operation[] {
  const operations: Operation[] = []
  const begun = new Map<string, Begun>()
  const positions = new Map<string, number>()
  const take = (call: Call) => {
    for (const earlier of overtaken(call, begun, cwd)) take(earlier)
    operations.push(...(readers[call.name]?.(call, { cwd, positions }) ?? []))
  }

  for (const each of text.split('\n')) {
    const call = readLine(each, begun, operations.length)
    if (call !== undefined) take(call)
  }
  for (const [pid, call] of begun) if (!call.isTaken) take(neverEnded(pid, call))
  return operations
}

/** Finds the call that ends with this line, after so many operations; it is undefined where none does. */
function readLine(text: string, begun: Map<string, Begun>, done: number): Call | undefined {
  const [, pid = '', shown = ''] = line.exec(text) ?? []
  if (shown.endsWith(unfinished)) {
    begun.set(pid, { shown: shown.slice(0, -unfinished.length), begunAt: done, isTaken: false })
    return undefined
  }
  const before = resumed.test(shown) ? begun.get(pid) : undefined
  if (before !== undefined) begun.delete(pid)
  const match = whole.exec((before?.shown ?? '') + shown.replace(resumed, ''))
  if (match === null && shown !== '' && !isNotice.test(shown)) throw incomplete(shown)
  if (match === null || before?.isTaken) return undefined
  const [, name = '', args = '', result = '', resultPath = ''] = match
  const isUnfinished = result === '?'
  const begunAt = before?.begunAt ?? done
  return { pid, name, args, result: isUnfinished ? 0 : Number(result), resultPath, begunAt, isUnfinished }
}

interface Begun {
  readonly shown: string
  readonly begunAt: number
  /** Another process has seen its effect before it ended. */
  isTaken: boolean
}

/**
 * Changes of names that have not ended and have happened, since this call uses a file under its new name, or has made
 * a file under a name that must have been free: a log file that one process renames is opened by another one at once.
 */
function overtaken({ name, args, result, resultPath }: Call, begun: ReadonlyMap<string, Begun>, cwd: string): Call[] {
  if (result < 0) return []
  const file = name === 'openat' ? textOf(resultPath) : fileIn(args).path
  const isNew = name === 'openat' && args.includes('O_EXCL')
  return [...begun].flatMap(([pid, before]) => {
    if (before.isTaken || !/^(rename|link|unlink)\(/.test(before.shown)) return []
    const call = neverEnded(pid, before)
    const [from, to] = namesIn(call.args, cwd)
    const isSeen = isNew ? from === file && call.name !== 'link' : to === file
    if (isSeen) before.isTaken = true
    return isSeen ? [call] : []
  })
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

/** Calls that store data or change names, and that no recorded program makes. */
export const notSimulated = [
  ...['writev', 'pwritev2', 'copy_file_range', 'sendfile', 'splice'],
  ...['renameat', 'renameat2', 'linkat', 'unlinkat', 'symlinkat'],
]

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
    if (result >= 0) positions.set(`${pid} ${descriptorIn(args)}`, result)
    return []
  },
  write: ({ pid, args, ...call }, { positions }) => {
    const key = `${pid} ${descriptorIn(args)}`
    const offset = positions.get(key) ?? 0
    if (call.result > 0) positions.set(key, offset + call.result)
    return writeTo(offset, { args, ...call })
  },
  pwrite64: (call) => writeTo(lastNumber(call.args), call),
  pwritev: (call) => writeTo(lastNumber(call.args), call),
  ftruncate: ({ args, result }) => (result < 0 ? [] : [{ kind: 'resize', ...fileIn(args), size: lastNumber(args) }]),
  truncate: ({ args, result }, { cwd }) =>
    result < 0 ? [] : namesIn(args, cwd).map((name) => ({ kind: 'resize', path: name, size: lastNumber(args) })),
  fallocate: ({ args, result }) => {
    const [, mode = '', offset = 0, length = 0] = args.split(', ')
    if (result < 0) return []
    if (mode !== '0') throw new Error(`The recording has a call that is not simulated: fallocate ${mode}`)
    return [{ kind: 'lengthen', ...fileIn(args), size: Number(offset) + Number(length) }]
  },
  fsync: synced,
  fdatasync: synced,
  rename: (call, place) => moved('rename', call, place),
  link: (call, place) => moved('link', call, place),
  unlink: ({ args, result }, { cwd }) => {
    const [name = ''] = namesIn(args, cwd)
    return result < 0 ? [] : [{ kind: 'remove', path: name }]
  },
  ...Object.fromEntries(notSimulated.map((name) => [name, refused])),
}

/** The database uses none of them; one that began to would be lost from the files without a word. */
function refused({ name, args, result }: Call, { cwd }: Place): readonly Operation[] {
  const open = [...args.matchAll(/\d<([^>]*)>/g)].map(([, file = '']) => textOf(file))
  const files = /at2?$/.test(name) ? namesIn(args, cwd) : open
  if (result >= 0 && files.some((file) => file.startsWith(cwd)))
    throw new Error(`The recording has a call that is not simulated: ${name}`)
  return []
}

/** One that never ended confirmed nothing. */
function synced({ args, result, begunAt, isUnfinished }: Call): readonly Operation[] {
  return result < 0 || isUnfinished ? [] : [{ kind: 'sync', ...fileIn(args), begunAt }]
}

function moved(kind: 'rename' | 'link', { args, result }: Call, { cwd }: Place): readonly Operation[] {
  const [name = '', to = ''] = namesIn(args, cwd)
  return result < 0 ? [] : [{ kind, path: name, to }]
}

type Write = Pick<Call, 'args' | 'result' | 'isUnfinished'>

function writeTo(offset: number, write: Write): readonly Operation[] {
  const file = fileIn(write.args)
  // Pipes and sockets store nothing.
  if (!file.path.startsWith('/') && file.path !== '') return []
  const data = written(write)
  if (file.path === '' && data.length > 0 && !write.isUnfinished) throw incomplete(write.args)
  return data.length === 0 || file.path === '' ? [] : [{ kind: 'write', ...file, offset, data }]
}

/** Parses `21</tmp/portal.db>, …`, or `21</tmp/portal.db>(deleted), …`, which was opened under a name that is gone. */
function fileIn(args: string): { readonly path: string; readonly isUnlinked?: true } {
  const [, file = '', deleted] = /^\d+<([^>]*)>(\(deleted\))?/.exec(args) ?? []
  return { path: textOf(file), ...(deleted !== undefined && { isUnlinked: true }) }
}

const incomplete = (shown: string) =>
  new Error(`The recording is incomplete: ${shown.slice(0, 200)} … ${shown.slice(-100)}`)

/** Returns what was written; for an interrupted write, all bytes that it was given. */
function written({ args, result, isUnfinished }: Write): Buffer {
  if (result < 0) return Buffer.alloc(0)
  if (args.includes('"...')) throw incomplete(args)
  const data = Buffer.concat([...args.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => bytesOf(hex)))
  if (isUnfinished) return data
  if (data.length < result) throw incomplete(args)
  return data.subarray(0, result)
}

const descriptorIn = (args: string): string => /^\d+/.exec(args)?.[0] ?? ''
const lastNumber = (args: string) => Number(/(\d+)$/.exec(args)?.[1] ?? 0)

const namesIn = (args: string, cwd: string): readonly string[] =>
  [...args.matchAll(/"([^"]*)"/g)].map(([, hex = '']) => path.resolve(cwd, textOf(hex)))

/** Parses `\x53\x51`, as `-xx` prints every byte. */
const bytesOf = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')

const textOf = (hex: string) => (hex.startsWith('\\x') ? bytesOf(hex).toString('utf8') : hex)

/** An open file; `isUnlinked` means that its name has been removed since it was opened. */
interface OpenFile {
  readonly path: string
  readonly isUnlinked?: true
}

/** What a process asked of its files. Paths are absolute. */
export type Operation =
  | { readonly kind: 'open'; readonly path: string }
  | ({ readonly kind: 'write'; readonly offset: number; readonly data: Buffer } & OpenFile)
  /** Truncates the file, or extends it with zeros. */
  | ({ readonly kind: 'resize'; readonly size: number } & OpenFile)
  | ({ readonly kind: 'lengthen'; readonly size: number } & OpenFile)
  | { readonly kind: 'link' | 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  /** The sync covers what was done before `begunAt`, counted in operations; later writes may be left out. */
  | ({ readonly kind: 'sync'; readonly begunAt: number } & OpenFile)
