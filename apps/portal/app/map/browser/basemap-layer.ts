import {
  canvas,
  type LatLngTuple,
  type Map as LeafletMap,
  layerGroup,
  type PathOptions,
  polygon,
  polyline,
} from 'leaflet'
import type { Basemap } from '../map-config.ts'

type Lines = readonly (readonly number[])[]

/** Each in the colours that the page has by day or by night. */
type Colour = (name: '--paper' | '--shore' | '--sky' | '--lake' | '--edge' | '--line') => string

/** Draws the embedded map, and again when day turns to night. */
export function addBasemap(map: LeafletMap, basemap: Basemap): void {
  const style = getComputedStyle(map.getContainer())
  const colour: Colour = (name) => style.getPropertyValue(name).trim()
  const drawn = layerGroup().addTo(map)
  const renderer = canvas({ padding: 0.3 })

  const draw = () => {
    drawn.clearLayers()
    const area = (lines: Lines, look: PathOptions) =>
      drawn.addLayer(polygon(lines.map(unpacked), { ...look, ...still, renderer, fillOpacity: 1 }))
    const stroke = (lines: Lines, look: PathOptions) =>
      drawn.addLayer(polyline(lines.map(unpacked), { ...look, ...still, renderer }))

    map.getContainer().style.background = colour(basemap.background === 'water' ? '--sky' : '--shore')
    area(basemap.neighbours, { fillColor: colour('--shore'), color: colour('--line'), weight: 1 })
    area(basemap.country, { fillColor: colour('--paper'), color: colour('--edge'), weight: 2 })
    stroke(basemap.borders, { color: colour('--line'), weight: 1 })
    stroke(basemap.rivers, { color: colour('--sky'), weight: 2 })
    area(basemap.lakes, { fillColor: colour('--sky'), color: colour('--lake'), weight: 1 })
  }

  matchMedia('(prefers-color-scheme: dark)').addListener(draw)
  draw()
}

const still = { interactive: false, smoothFactor: 1.5 } as const

function unpacked(line: readonly number[]): LatLngTuple[] {
  const points: LatLngTuple[] = []
  let [lat, lng] = [0, 0]
  for (let at = 0; at < line.length; at += 2) {
    lat += line[at] ?? 0
    lng += line[at + 1] ?? 0
    points.push([lat / 1000, lng / 1000])
  }
  return points
}
