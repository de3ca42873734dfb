import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Operation } from './recording.ts'

interface Write {
  readonly offset: number
  readonly data: Buffer
}

interface Resize {
  readonly size: number
  readonly mayShrink: boolean
}

type Change = Write | Resize

/** The unit that a disk writes atomically. */
const sectorBytes = 512
/** The unit in which a file system lengthens a file, up to the end of the write. */
const blockBytes = 4096

const endOfUnit = (at: number, unit: number) => (Math.floor(at / unit) + 1) * unit

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

  resize({ size, mayShrink }: Resize): void {
    if (size < this.#size && !mayShrink) return
    if (size < this.#size) this.#buffer.fill(0, size, this.#size)
    this.#reach(size)
    this.#size = size
  }

  /** `keeps` is called with the offset of each sector. */
  write({ offset, data }: Write, keeps: (at: number) => boolean): void {
    const endOfWrite = offset + data.length
    for (let at = offset; at < endOfWrite; ) {
      const end = Math.min(endOfWrite, endOfUnit(at, sectorBytes))
      if (keeps(at)) {
        const size = Math.max(this.#size, Math.min(endOfWrite, endOfUnit(at, blockBytes)))
        this.#reach(size)
        data.copy(this.#buffer, at, at - offset, end - offset)
        this.#size = size
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
  readonly changes: { readonly at: number; readonly change: Change }[]
  /** Changes before this are on the disk, counted in operations. */
  syncedUntil: number
}

interface NameChange {
  readonly at: number
  readonly set: readonly (readonly [string, Inode])[]
  readonly remove: readonly string[]
}

/** Shares of unsynced data that are kept; where it is undefined, chance decides. */
const shares = [0, 1, undefined, undefined] as const

/** The ways in which a disk treats a sync. The lying one shows that the drill would notice. */
export type Honesty = 'honest' | 'lying'

export interface PowerCut {
  /** Writes that no sync had covered. */
  readonly pendingWrites: number
  /** The number of their sectors that were lost. */
  readonly lostSectors: number
}

/**
 * The model is a disk with a volatile cache: synced data is kept; of everything else each sector is kept or lost by
 * itself, in any order. Changes of names and sizes are kept in the order in which they were made, and with a sync of
 * any file, as by a journaling file system. What was written behind the new end of a file is lost with the change of
 * its size: the blocks were no longer those of the file.
 */
export class Disk {
  readonly #before: string
  readonly #names = new Map<string, Inode>()
  readonly #inodes = new Set<Inode>()
  /** The names that have been removed since the power came on, and the files that had them last. */
  readonly #removed = new Map<string, Inode>()
  readonly #nameChanges: NameChange[] = []
  /** Changes of names and sizes before this are on the disk, counted in operations. */
  #journalledUntil = 0
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
    const journalEndsAt = this.#chooseEndOfJournal(random)
    const names = new Map<string, Inode | undefined>()
    for (const inode of this.#inodes) if (inode.from !== undefined) names.set(this.#nameBefore(inode.from), inode)
    for (const { set, remove } of this.#nameChanges.filter(({ at }) => at < journalEndsAt)) {
      for (const name of remove) names.set(name, undefined)
      for (const [name, inode] of set) names.set(name, inode)
    }

    const loss = { random, journalEndsAt, lost }
    const contents = new Map([...this.#inodes].map((inode) => [inode, contentOf(inode, loss)]))
    for (const [name, inode] of names) {
      const file = path.join(folder, name)
      if (inode === undefined) rmSync(file, { force: true })
      else writeLike(file, contents.get(inode) ?? Buffer.alloc(0))
    }
    return lost
  }

  /** Changes of names and sizes from there on are lost. */
  #chooseEndOfJournal(random: () => number): number {
    const sizes = [...this.#inodes].flatMap(({ changes }) => changes.filter(({ change }) => 'size' in change))
    const ends = [...this.#nameChanges, ...sizes].map(({ at }) => at).filter((at) => at >= this.#journalledUntil)
    ends.sort((one, other) => one - other)
    return ends[Math.floor(random() * (ends.length + 1))] ?? Number.POSITIVE_INFINITY
  }

  #do(operation: Operation, folder: string, honesty: Honesty): void {
    const name = path.relative(folder, operation.path)
    switch (operation.kind) {
      case 'open':
        this.#fileOf(name)
        break
      case 'write':
        this.#change(this.#writtenFile(name, operation), { offset: operation.offset, data: operation.data })
        break
      case 'resize':
        this.#change(this.#writtenFile(name, operation), { size: operation.size, mayShrink: true })
        break
      case 'lengthen':
        this.#change(this.#writtenFile(name, operation), { size: operation.size, mayShrink: false })
        break
      case 'remove':
        this.#rename({ at: this.#done, set: [], remove: [name] })
        break
      case 'rename':
      case 'link': {
        const to = path.relative(folder, operation.to)
        const set = [[to, this.#fileOf(name)] as const]
        this.#rename({ at: this.#done, set, remove: operation.kind === 'rename' ? [name] : [] })
        break
      }
      case 'sync':
        if (honesty === 'honest') this.#sync(name, operation)
        break
    }
  }

  #change(inode: Inode, change: Change): void {
    inode.changes.push({ at: this.#done, change })
  }

  #find(name: string): Inode | undefined {
    const known = this.#names.get(name)
    const from = path.join(this.#before, name)
    return known ?? (this.#removed.has(name) || !isFile(from) ? undefined : this.#add(name, from))
  }

  #fileOf(name: string): Inode {
    const known = this.#find(name)
    if (known !== undefined) return known
    const inode = this.#add(name, undefined)
    this.#nameChanges.push({ at: this.#done, set: [[name, inode]], remove: [] })
    return inode
  }

  /** A descriptor that was opened under a name that is gone, which another file may have by now. */
  #writtenFile(name: string, { isUnlinked }: { readonly isUnlinked?: boolean }): Inode {
    return (isUnlinked ? this.#removed.get(name) : undefined) ?? this.#fileOf(name)
  }

  #add(name: string, from: string | undefined): Inode {
    const inode: Inode = { from, changes: [], syncedUntil: 0 }
    this.#inodes.add(inode)
    this.#names.set(name, inode)
    return inode
  }

  #nameBefore(from: string): string {
    return path.relative(this.#before, from)
  }

  #rename(change: NameChange): void {
    for (const name of [...change.remove, ...change.set.map(([name]) => name)]) {
      const inode = this.#find(name)
      if (inode !== undefined) this.#removed.set(name, inode)
      this.#names.delete(name)
    }
    for (const [name, inode] of change.set) this.#names.set(name, inode)
    this.#nameChanges.push(change)
  }

  /** A folder has no content of its own here: its sync is one of names. */
  #sync(name: string, { begunAt, isUnlinked }: { readonly begunAt: number; readonly isUnlinked?: boolean }): void {
    const inode = isUnlinked ? this.#removed.get(name) : this.#names.get(name)
    if (inode !== undefined) inode.syncedUntil = Math.max(inode.syncedUntil, begunAt)
    this.#journalledUntil = Math.max(this.#journalledUntil, begunAt)
  }
}

interface Loss {
  readonly random: () => number
  readonly journalEndsAt: number
  readonly lost: { pendingWrites: number; lostSectors: number }
}

function contentOf({ from, changes, syncedUntil }: Inode, { random, journalEndsAt, lost }: Loss): Buffer {
  const content = new FileContent(from === undefined ? Buffer.alloc(0) : readFileSync(from))
  // The share is nothing, all, or sector by sector: the extremes are the likeliest in practice.
  const share = shares[Math.floor(random() * shares.length)] ?? random()
  let end = Number.POSITIVE_INFINITY
  for (const { at, change } of changes) {
    if ('size' in change) {
      if (at < journalEndsAt) content.resize(change)
      else if (change.mayShrink) end = Math.min(end, change.size)
      continue
    }
    if (at >= syncedUntil) lost.pendingWrites++
    content.write(change, (sectorAt) => {
      const isKept = at < syncedUntil || (sectorAt < end && random() < share)
      if (!isKept) lost.lostSectors++
      return isKept
    })
  }
  return content.bytes()
}

const isBelow = (file: string, folder: string) => file === folder || file.startsWith(`${folder}${path.sep}`)
const isFile = (file: string) => existsSync(file) && statSync(file).isFile()

/** The file is owned like its folder: a server that was started as another user must find its files. */
function writeLike(file: string, content: Buffer): void {
  const folder = path.dirname(file)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, content, { mode: 0o600 })
  const { uid, gid } = statSync(folder)
  chownSync(file, uid, gid)
}

/** Makes the same files, owners and modes. */
export function copyFiles(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  execFileSync('cp', ['-a', from, to])
}
