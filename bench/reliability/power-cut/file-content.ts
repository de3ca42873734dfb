/** A write, or a change of size that `mayShrink` the file. */
export type Change =
  | { readonly offset: number; readonly data: Buffer }
  | { readonly size: number; readonly mayShrink: boolean }

/** What a disk writes whole or not at all. */
const sectorBytes = 512

export class FileContent {
  #buffer: Buffer
  #size: number

  constructor(bytes: Buffer) {
    this.#buffer = bytes
    this.#size = bytes.length
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }

  /** `keeps` is asked for each sector, or once for a change of size. */
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
