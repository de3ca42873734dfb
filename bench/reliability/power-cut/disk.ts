import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Operation } from './recording.ts'

/** A write, or a change of size that `mayShrink` the file. */
type Change =
  | { readonly offset: number; readonly data: Buffer }
  | { readonly size: number; readonly mayShrink: boolean }

/** The unit that a disk writes atomically. */
const sectorBytes = 512

class FileContent {
  #buffer: Buffer
  #size: number

  constructor(bytes: Buffer) {
    this.#buffer = bytes
    this.#size = bytes.length
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }

  /** `keeps` is called for each sector, or once for a change of size. */
  apply(change: Change, keeps: () => boolean): void {
    if ('size' in change) {
      if (!keeps() || (change.size < this.#size && !change.mayShrink)) return
      if (change.size < this.#size) this.#buffer.fill(0, change.size, this.#size)
      this.#reach(change.size)
      this.#size = change.size
      return
    }
    const { offset, data } = change
    for (let at = offset; at < offset + data.length; ) {
      const end = Math.min(offset + data.length, (Math.floor(at / sectorBytes) + 1) * sectorBytes)
      if (keeps()) {
        this.#reach(end)
        data.copy(this.#buffer, at, at - offset, end - offset)
        this.#size = Math.max(this.#size, end)
      }
      at = end
    }
  }

  #reach(size: number): void {
    if (size <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(size, 2 * this.#buffer.length))
    this.#buffer.copy(larger, 0, 0, this.#size)
    this.#buffer = larger
  }
}

/** A file, under all names it has had. */
interface Inode {
  /** The path of its content when the power came on. */
  readonly from: string | undefined
  readonly kept: Change[]
  /** Not known to have reached the disk. */
  pending: { readonly at: number; readonly change: Change }[]
}

interface NameChange {
  readonly at: number
  readonly set: readonly (readonly [string, Inode])[]
  readonly remove: readonly string[]
}

/** Shares of unsynced data that are kept; where it is undefined, chance decides. */
const shares = [0, 1, undefined, undefined] as const

/** How a disk treats a sync. The lying one shows that the drill would notice. */
export type Honesty = 'honest' | 'lying'

export interface PowerCut {
  /** Writes that no sync had covered. */
  readonly pendingWrites: number
  /** How many of their sectors were lost. */
  readonly lostSectors: number
}

/**
 * A disk with a volatile cache: synced data is kept; of everything else each sector is kept or lost by itself, in any
 * order. Names are kept in the order in which they were made, as by a journaling file system.
 */
export class Disk {
  readonly #before: string
  readonly #names = new Map<string, Inode>()
  readonly #inodes = new Set<Inode>()
  /** Names that existed when the power came on and have been removed since. */
  readonly #gone = new Set<string>()
  readonly #pendingNames: NameChange[] = []
  readonly #keptNames: NameChange[] = []
  #done = 0

  /** `before` holds the files at the time when the power came on. */
  constructor(before: string) {
    this.#before = before
  }

  /** `operations` are about the files in `folder`. */
  replay(operations: readonly Operation[], folder: string, honesty: Honesty): void {
    for (const operation of operations) {
      if (isBelow(operation.path, folder)) this.#do(operation, folder, honesty)
      this.#done++
    }
  }

  /** Writes the remaining data into `folder`, over a copy of the files before. */
  cut(folder: string, random: () => number): PowerCut {
    const lost = { pendingWrites: 0, lostSectors: 0 }
    const survivors = Math.floor(random() * (this.#pendingNames.length + 1))
    const names = new Map<string, Inode | undefined>()
    for (const inode of this.#inodes) if (inode.from !== undefined) names.set(this.#nameBefore(inode.from), inode)
    for (const { set, remove } of [...this.#keptNames, ...this.#pendingNames.slice(0, survivors)]) {
      for (const name of remove) names.set(name, undefined)
      for (const [name, inode] of set) names.set(name, inode)
    }

    const contents = new Map([...this.#inodes].map((inode) => [inode, this.#contentOf(inode, random, lost)]))
    for (const [name, inode] of names) {
      const file = path.join(folder, name)
      if (inode === undefined) rmSync(file, { force: true })
      else writeLike(file, contents.get(inode) ?? Buffer.alloc(0))
    }
    return lost
  }

  #do(operation: Operation, folder: string, honesty: Honesty): void {
    const name = path.relative(folder, operation.path)
    switch (operation.kind) {
      case 'open':
        this.#inodeOf(name)
        break
      case 'write':
        this.#change(name, { offset: operation.offset, data: operation.data })
        break
      case 'resize':
        this.#change(name, { size: operation.size, mayShrink: true })
        break
      case 'lengthen':
        this.#change(name, { size: operation.size, mayShrink: false })
        break
      case 'remove':
        this.#rename({ at: this.#done, set: [], remove: [name] })
        break
      case 'rename':
      case 'link': {
        const to = path.relative(folder, operation.to)
        const set = [[to, this.#inodeOf(name)] as const]
        this.#rename({ at: this.#done, set, remove: operation.kind === 'rename' ? [name] : [] })
        break
      }
      case 'sync':
        if (honesty === 'honest') this.#sync(name, operation.begunAt)
        break
    }
  }

  #change(name: string, change: Change): void {
    this.#inodeOf(name).pending.push({ at: this.#done, change })
  }

  #inodeOf(name: string): Inode {
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const from = path.join(this.#before, name)
    const wasThere = !this.#gone.has(name) && isFile(from)
    const inode: Inode = { from: wasThere ? from : undefined, kept: [], pending: [] }
    this.#inodes.add(inode)
    this.#names.set(name, inode)
    if (inode.from === undefined) this.#pendingNames.push({ at: this.#done, set: [[name, inode]], remove: [] })
    return inode
  }

  #nameBefore(from: string): string {
    return path.relative(this.#before, from)
  }

  #rename(change: NameChange): void {
    for (const name of change.remove) {
      this.#names.delete(name)
      this.#gone.add(name)
    }
    for (const [name, inode] of change.set) this.#names.set(name, inode)
    this.#pendingNames.push(change)
  }

  /** A folder has no content of its own here: its sync is one of names. */
  #sync(name: string, begunAt: number): void {
    const inode = this.#names.get(name)
    if (inode !== undefined) {
      inode.kept.push(...inode.pending.filter(({ at }) => at < begunAt).map(({ change }) => change))
      inode.pending = inode.pending.filter(({ at }) => at >= begunAt)
    }
    while (this.#pendingNames[0] !== undefined && this.#pendingNames[0].at < begunAt)
      this.#keptNames.push(...this.#pendingNames.splice(0, 1))
  }

  #contentOf(
    { from, kept, pending }: Inode,
    random: () => number,
    lost: { pendingWrites: number; lostSectors: number },
  ) {
    const content = new FileContent(from === undefined ? Buffer.alloc(0) : readFileSync(from))
    for (const change of kept) content.apply(change, () => true)
    // Nothing, all, or sector by sector: the extremes are the likeliest in practice.
    const share = shares[Math.floor(random() * shares.length)] ?? random()
    for (const { change } of pending) {
      lost.pendingWrites++
      content.apply(change, () => {
        const isKept = random() < share
        if (!isKept) lost.lostSectors++
        return isKept
      })
    }
    return content.bytes()
  }
}

const isBelow = (file: string, folder: string) => file === folder || file.startsWith(`${folder}${path.sep}`)
const isFile = (file: string) => existsSync(file) && statSync(file).isFile()

/** Owned like its folder: a server that was started as another user must find its files. */
function writeLike(file: string, content: Buffer): void {
  const folder = path.dirname(file)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, content, { mode: 0o600 })
  const { uid, gid } = statSync(folder)
  chownSync(file, uid, gid)
}

/** The same files, owners and modes. */
export function copyFiles(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  execFileSync('cp', ['-a', from, to])
}
