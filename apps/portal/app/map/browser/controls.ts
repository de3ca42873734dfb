import type { Map as LeafletMap } from 'leaflet'
import type { MapConfig } from '../map-config.ts'
import { element } from './element.ts'

/** Real buttons with words of the page's language; Leaflet's own are written as HTML. */
export function addControls(frame: HTMLElement, map: LeafletMap, { words, credit }: MapConfig): void {
  const zoom = element('div', 'map-zoom')
  zoom.append(
    zoomButton('+', words.zoomIn, () => map.zoomIn()),
    zoomButton('−', words.zoomOut, () => map.zoomOut()),
  )
  const scale = element('span', 'map-scale')
  const foot = element('p', 'map-foot')
  foot.append(scale, element('span', '', credit))
  frame.append(zoom, foot)

  const measure = () => {
    const { length, width } = scaleOf(map)
    scale.style.width = `${width}px`
    scale.textContent = length < 1000 ? `${length} ${words.metres}` : `${length / 1000} ${words.kilometres}`
  }
  map.on('zoomend moveend', measure)
  measure()
}

function zoomButton(sign: string, label: string, press: () => void): HTMLButtonElement {
  const button = element('button', '', sign)
  button.type = 'button'
  button.setAttribute('aria-label', label)
  button.title = label
  button.addEventListener('click', press)
  return button
}

const widest = 96

/** A round length of metres, and how many pixels it takes in the middle of the map. */
function scaleOf(map: LeafletMap): { readonly length: number; readonly width: number } {
  const middle = map.getSize().divideBy(2)
  const from = map.containerPointToLatLng(middle)
  const metres = map.distance(from, map.containerPointToLatLng(middle.add([widest, 0])))
  const power = 10 ** Math.floor(Math.log10(metres))
  const length = power * ([5, 2, 1].find((step) => step * power <= metres) ?? 1)
  return { length, width: Math.round((widest * length) / metres) }
}
