import './trusted-html.ts'
import {
  canvas,
  map as createMap,
  DomUtil,
  GridLayer,
  type LatLngTuple,
  type Map as LeafletMap,
  latLngBounds,
  layerGroup,
  type PathOptions,
  polygon,
  polyline,
  tileLayer,
} from 'leaflet'
import type { Basemap, MapBounds, MapConfig } from '../map-config.ts'
import { addControls, element } from './controls.ts'
import { liveWith } from './live-page.ts'
import { addPicker } from './picker.ts'
import { addPins } from './pins.ts'
import { addPlaceNames } from './place-names.ts'
import { addSites } from './sites.ts'

type Lines = readonly (readonly number[])[]

/** Each layer has the colours that the page has by day or by night. */
type Colour = (name: '--paper' | '--shore' | '--sky' | '--lake' | '--edge' | '--line') => string

/** Draws the embedded map, and again when day turns to night. */
function addBasemap(map: LeafletMap, basemap: Basemap): void {
  const style = getComputedStyle(map.getContainer())
  const colour: Colour = (name) => style.getPropertyValue(name).trim()
  const drawn = layerGroup().addTo(map)
  const renderer = canvas({ padding: 0.3 })

  const draw = () => {
    drawn.clearLayers()
    const area = (lines: Lines, style: PathOptions) =>
      drawn.addLayer(polygon(lines.map(unpacked), { ...style, ...still, renderer, fillOpacity: 1 }))
    const stroke = (lines: Lines, style: PathOptions) =>
      drawn.addLayer(polyline(lines.map(unpacked), { ...style, ...still, renderer }))

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

/** The pixels by which one arrow key moves the map, and a pin that the visitor sets. */
const keySteps = { map: 80, pin: 20 } as const

/** The degrees by which the map can be panned beyond the market. */
const marginDegrees = 1.5

type VectorModule = typeof import('./vector-tiles.ts')

/** Puts a map into its frame. Everything on it is in the page too. */
export function openMap(frame: HTMLElement): void {
  const config = configOf(frame)
  const map = createLeaflet(frame, config)
  // Only pins are shown on a broken link until the next move retries.
  const ground = () => void addGround(map, config).catch(() => map.once('moveend', ground))
  ground()
  addControls(frame, map, config)
  const pins = addPins(map)
  const sites = addSites(map)

  const showView = (wanted: MapConfig) => {
    pins.show(wanted)
    sites.show(wanted.sites)
    if (wanted.pins !== undefined && wanted.pins.length > 0) pins.fit(wanted)
    else if (wanted.place === undefined) map.setView(wanted.centre, wanted.zoom)
    else map.setView(wanted.place, wanted.place.zoom)
  }
  showView(config)
  if (config.picker !== undefined) addPicker(frame, map, { ...config, picker: config.picker })
  liveWith(frame, showView)
}

function configOf({ dataset }: HTMLElement): MapConfig {
  return JSON.parse(dataset.map ?? '{}')
}

function createLeaflet(frame: HTMLElement, { bounds, centre, zoom, tiles, labels, picker }: MapConfig): LeafletMap {
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  const ground = element('div', 'map-ground')
  ground.setAttribute('role', 'application')
  ground.setAttribute('aria-label', labels.label)
  frame.textContent = ''
  frame.append(ground)
  const map = createMap(ground, {
    center: centre,
    zoom,
    minZoom: 5,
    maxZoom: Math.min(tiles?.maxZoom ?? 17, 19),
    maxBounds: widened(bounds),
    preferCanvas: true,
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    keyboardPanDelta: picker === undefined ? keySteps.map : keySteps.pin,
    zoomAnimation: !isReduced,
    fadeAnimation: !isReduced,
    markerZoomAnimation: !isReduced,
    inertia: !isReduced,
  })
  // The wheel scrolls the page before the map has the focus.
  map.on('focus', () => map.scrollWheelZoom.enable()).on('blur', () => map.scrollWheelZoom.disable())
  return map
}

function widened({ south, west, north, east }: MapBounds) {
  return latLngBounds([
    [south - marginDegrees, west - marginDegrees],
    [north + marginDegrees, east + marginDegrees],
  ])
}

async function addGround(map: LeafletMap, { basemapHref, tiles, language }: MapConfig): Promise<void> {
  if (tiles?.vector !== undefined) {
    const { dataZoom, module } = tiles.vector
    // The file is beside this script, wherever that came from.
    const { addVectorTiles }: VectorModule = await import(new URL(module, import.meta.url).href)
    addVectorTiles(map, { url: tiles.url, dataZoom, language, leaflet: { GridLayer, DomUtil } })
  } else if (tiles !== undefined) tileLayer(tiles.url, { maxZoom: tiles.maxZoom, crossOrigin: true }).addTo(map)
  else if (basemapHref !== undefined) {
    const answer = await fetch(basemapHref)
    const basemap: Basemap = await answer.json()
    addBasemap(map, basemap)
    addPlaceNames(map, basemap, language)
  }
}
