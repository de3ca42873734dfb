import type { DomUtil, GridLayer, Map as LeafletMap } from 'leaflet'
import {
  CenteredTextSymbolizer,
  type Feature,
  GeomType,
  Justify,
  type LabelRule,
  LineLabelSymbolizer,
  LineSymbolizer,
  leafletLayer,
  OffsetTextSymbolizer,
  type PaintRule,
  PolygonSymbolizer,
  TextPlacements,
} from 'protomaps-leaflet'
import type { MapConfig } from '../map-config.ts'

interface VectorTiles {
  /** An archive (`.pmtiles`), or an address with {z}, {x} and {y}. */
  readonly url: string
  readonly dataZoom: number
  readonly language: MapConfig['language']
  /** What the package takes from the global `L`. */
  readonly leaflet: { readonly GridLayer: typeof GridLayer; readonly DomUtil: typeof DomUtil }
}

/** Draws vector tiles in the layers of Protomaps, and again when day turns to night. */
export function addVectorTiles(map: LeafletMap, { url, dataZoom, language, leaflet }: VectorTiles): void {
  Object.assign(globalThis, { L: leaflet })
  const style = getComputedStyle(map.getContainer())
  const colour: Colour = (name) => style.getPropertyValue(name).trim()
  const draw = () =>
    leafletLayer({
      ...{ url, maxDataZoom: dataZoom, attribution: '' },
      backgroundColor: colour('--sky'),
      paintRules: paintRules(colour),
      labelRules: labelRules(colour, { fontFamily: style.fontFamily, labelProps: [`name:${language}`, 'name'] }),
    }).addTo(map)

  map.getContainer().style.background = colour('--sky')
  let drawn = draw()
  matchMedia('(prefers-color-scheme: dark)').addListener(() => {
    drawn.remove()
    map.getContainer().style.background = colour('--sky')
    drawn = draw()
  })
}

type Colour = (name: '--paper' | '--shore' | '--sky' | '--lake' | '--edge' | '--line' | '--ink' | '--ink-2') => string
type Filter = (zoom: number, feature: Feature) => boolean

const isArea: Filter = (_, { geomType }) => geomType === GeomType.Polygon
const isPoint: Filter = (_, { geomType }) => geomType === GeomType.Point

const isLine =
  (...kinds: readonly string[]): Filter =>
  (_, { geomType, props }) =>
    geomType === GeomType.Line && kinds.includes(String(props.kind))

/** Returns a width in pixels at a zoom, and half as much again at each further one. */
const widening = (pixels: number, zoom: number) => (shown: number) =>
  Math.min(24, Math.max(0.75, pixels * 1.5 ** (shown - zoom)))

const green = ['park', 'national_park', 'nature_reserve', 'forest', 'wood', 'grassland', 'cemetery', 'farmland']
const great = ['highway', 'major_road', 'medium_road']
const small = ['minor_road', 'path', 'other']

function paintRules(colour: Colour): PaintRule[] {
  const fill = (name: Parameters<Colour>[0]) => new PolygonSymbolizer({ fill: colour(name) })
  const stroke = (name: Parameters<Colour>[0], width: number | ((zoom: number) => number)) =>
    new LineSymbolizer({ color: colour(name), width, lineCap: 'round', lineJoin: 'round' })
  return [
    { dataLayer: 'earth', symbolizer: fill('--paper'), filter: isArea },
    { dataLayer: 'landuse', symbolizer: fill('--shore'), filter: (_, { props }) => green.includes(String(props.kind)) },
    { dataLayer: 'water', symbolizer: fill('--sky'), filter: isArea },
    { dataLayer: 'water', symbolizer: stroke('--sky', widening(1.5, 9)), filter: isLine('river', 'canal', 'stream') },
    { dataLayer: 'buildings', symbolizer: fill('--shore'), filter: isArea, minzoom: 15 },
    { dataLayer: 'boundaries', symbolizer: stroke('--line', 1), filter: isLine('region', 'county', 'locality') },
    { dataLayer: 'boundaries', symbolizer: stroke('--edge', 2), filter: isLine('country') },
    { dataLayer: 'roads', symbolizer: stroke('--line', widening(1, 14)), filter: isLine(...small), minzoom: 13 },
    { dataLayer: 'roads', symbolizer: stroke('--edge', widening(2, 12)), filter: isLine(...great) },
    { dataLayer: 'roads', symbolizer: stroke('--paper', widening(1.25, 12)), filter: isLine(...great), minzoom: 12 },
  ]
}

interface LabelStyle {
  readonly fontFamily: string
  /** The properties with the name, in order of preference. */
  readonly labelProps: string[]
}

/** The first ones are written where labels would cover each other. */
function labelRules(colour: Colour, style: LabelStyle): LabelRule[] {
  const halo = { stroke: colour('--paper'), width: 3 }
  const place = (fontSize: number, fontWeight: number) =>
    // The label is below the point, where pins and sites leave it readable.
    new OffsetTextSymbolizer({
      ...{ ...style, ...halo, fill: colour('--ink'), fontSize, fontWeight, lineHeight: 1.25 },
      ...{ offsetY: 10, placements: [TextPlacements.S], justify: Justify.Center },
    })
  const water = { fill: colour('--lake'), fontSize: 12, fontStyle: 'italic', lineHeight: 1.25 }
  const street = { ...halo, fill: colour('--ink-2'), fontSize: 12 }
  const rankOf = ({ population_rank: rank }: Feature['props']) => (typeof rank === 'number' ? rank : 0)
  return [
    {
      ...{ dataLayer: 'places', symbolizer: place(14, 600), filter: isKind('locality') },
      sort: (one, other) => rankOf(other) - rankOf(one),
    },
    {
      dataLayer: 'roads',
      symbolizer: new LineLabelSymbolizer({ ...style, ...street }),
      filter: isLine(...great),
      minzoom: 12,
    },
    { dataLayer: 'places', symbolizer: place(12, 400), filter: isKind('neighbourhood', 'macrohood'), minzoom: 12 },
    {
      dataLayer: 'roads',
      symbolizer: new LineLabelSymbolizer({ ...style, ...street }),
      filter: isLine(...small),
      minzoom: 15,
    },
    { dataLayer: 'water', symbolizer: new CenteredTextSymbolizer({ ...style, ...water }), filter: isPoint },
  ]
}

const isKind =
  (...kinds: readonly string[]): Filter =>
  (_, { props }) =>
    kinds.includes(String(props.kind))
