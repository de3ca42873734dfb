import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** An archive of vector tiles (PMTiles, version 3), of which browsers read the parts that they show. */
export interface MapArchive {
  readonly file: string
  readonly size: number
  /** The version, made of the file's size, time and header. */
  readonly version: string
  /** Larger scales are drawn from the tiles of this zoom. */
  readonly dataZoom: number
}

const headerLength = 127
const vectorTiles = 1

/** Reads the archive, and throws a sentence for staff when the file is none. */
export function readMapArchive(file: string): MapArchive {
  const { header, size, changedAt } = readHeader(file)
  const isArchive = header.toString('latin1', 0, 7) === 'PMTiles' && header[7] === 3
  if (!isArchive) throw new Error(`MAP_TILES: ${file} is not a PMTiles archive of version 3`)
  if (header[99] !== vectorTiles) throw new Error(`MAP_TILES: ${file} has pictures; vector tiles are needed`)
  const version = createHash('sha256').update(`${size} ${changedAt} `).update(header).digest('hex').slice(0, 12)
  return { file, size, version, dataZoom: header[101] ?? 0 }
}

function readHeader(file: string) {
  const header = Buffer.alloc(headerLength)
  try {
    const opened = openSync(file, 'r')
    try {
      readSync(opened, header, 0, headerLength, 0)
      const { size, mtimeMs } = fstatSync(opened)
      return { header, size, changedAt: mtimeMs }
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : error
    throw new Error(`MAP_TILES: ${file} cannot be read (${reason})`, { cause: error })
  }
}
