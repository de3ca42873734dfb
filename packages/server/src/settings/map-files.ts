import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** What maps on pages are made of. */
export interface MapFiles {
  /** Address of the script that draws them. */
  readonly moduleHref: string
  /** The map that we bring along, in a market that has one. The version is part of its address. */
  readonly basemap?: { readonly version: string; readonly text: string }
  /** Somebody else's, in place of ours. */
  readonly tiles?: { readonly url: string; readonly maxZoom: number }
  /** Whose map it is. */
  readonly credit: string
}

interface MapPlaces {
  readonly clientFolder: string
  readonly placesFolder: string
  readonly tiles: { readonly url: string; readonly maxZoom: number; readonly credit: string } | undefined
}

const Modules = z.object({ 'app/map/browser/open-map.ts': z.object({ file: z.string() }) })
const Credited = z.object({ credit: z.string() })

export function readMapFiles({ clientFolder, placesFolder, tiles }: MapPlaces): MapFiles {
  const modules = Modules.parse(JSON.parse(readFileSync(path.join(clientFolder, 'modules.json'), 'utf8')))
  const moduleHref = `/${modules['app/map/browser/open-map.ts'].file}`
  if (tiles !== undefined) return { moduleHref, tiles, credit: tiles.credit }

  const file = path.join(placesFolder, 'basemap.json')
  if (!existsSync(file)) return { moduleHref, credit: '' }
  const text = readFileSync(file, 'utf8')
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  return { moduleHref, basemap: { version, text }, credit: Credited.parse(JSON.parse(text)).credit }
}
