import { divIcon, type LatLngTuple, type Map as LeafletMap, layerGroup, marker, type Point } from 'leaflet'
import type { Basemap, MapConfig } from '../map-config.ts'
import { element } from './controls.ts'

interface PlaceName {
  readonly text: string
  readonly at: LatLngTuple
  readonly fromZoom: number
  readonly className: string
}

/** The zooms from which towns are named, by their size. */
const townZooms = [6, 8, 9, 10] as const

/** The width of a letter, roughly, in pixels. */
const letterWidth = 7.5
const lineHeight = 20

/** Writes the names of towns and waters: the larger ones first, and no two over each other. */
export function addPlaceNames(map: LeafletMap, basemap: Basemap, language: MapConfig['language']): void {
  const names = namesIn(basemap, language)
  const written = layerGroup().addTo(map)

  const write = () => {
    written.clearLayers()
    const inView = map.getBounds().pad(0.2)
    const taken: { readonly left: Point; readonly width: number }[] = []
    for (const { text, at, fromZoom, className } of names) {
      if (map.getZoom() < fromZoom || !inView.contains(at)) continue
      const left = map.latLngToContainerPoint(at)
      const width = text.length * letterWidth
      const isTaken = taken.some(
        (other) =>
          Math.abs(other.left.y - left.y) < lineHeight &&
          left.x < other.left.x + other.width &&
          other.left.x < left.x + width,
      )
      if (isTaken) continue
      taken.push({ left, width })
      const icon = divIcon({ html: element('span', className, text), className: 'map-name', iconSize: [0, 0] })
      written.addLayer(marker(at, { icon, interactive: false, keyboard: false, zIndexOffset: -1000 }))
    }
  }

  map.on('moveend', write)
  write()
}

function namesIn({ towns, waterNames }: Basemap, language: MapConfig['language']): PlaceName[] {
  return [
    ...waterNames.flatMap(({ at: [lat, lng], names }): PlaceName[] => {
      const text = names[language]
      return text === undefined ? [] : [{ text, at: [lat, lng], fromZoom: 6, className: 'of-water' }]
    }),
    ...towns.map(
      ([text, lat, lng, rank]): PlaceName => ({
        text,
        at: [lat / 1000, lng / 1000],
        fromZoom: townZooms[rank] ?? 10,
        className: 'of-town',
      }),
    ),
  ]
}
