import type { Map as LeafletMap } from 'leaflet'
import type { MapConfig, MapPoint, PickerConfig } from '../map-config.ts'

/** Makes an element with its class and its text; nothing here is ever made from HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  text = '',
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

/** Adds real buttons with texts in the page's language; Leaflet's own are written as HTML. */
export function addControls(frame: HTMLElement, map: LeafletMap, { labels, credit }: MapConfig): void {
  const zoom = element('div', 'map-zoom')
  zoom.append(
    zoomButton('+', labels.zoomIn, () => map.zoomIn()),
    zoomButton('−', labels.zoomOut, () => map.zoomOut()),
  )
  const scale = element('span', 'map-scale')
  const length = element('span', 'map-length')
  const foot = element('p', 'map-foot')
  foot.append(scale, length, element('span', '', credit))
  frame.append(zoom, foot)

  const measure = () => {
    const { metres, width } = scaleOf(map)
    scale.style.width = `${width}px`
    length.textContent = metres < 1000 ? `${metres} ${labels.metres}` : `${metres / 1000} ${labels.kilometres}`
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

/** The width in pixels. */
const widest = 64

/** A round length, and its width in the middle of the map. */
function scaleOf(map: LeafletMap): { readonly metres: number; readonly width: number } {
  const middle = map.getSize().divideBy(2)
  const from = map.containerPointToLatLng(middle)
  const most = map.distance(from, map.containerPointToLatLng(middle.add([widest, 0])))
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = power * ([5, 2, 1].find((step) => step * power <= most) ?? 1)
  return { metres, width: Math.round((widest * metres) / most) }
}

interface MineButton {
  readonly labels: PickerConfig['labels']
  readonly announce: (text: string) => void
  readonly found: (point: MapPoint) => void
}

/** Asks the phone for its position; the button is absent where phones do not provide it. */
export function mineButton({ labels, announce, found }: MineButton): HTMLButtonElement | undefined {
  if (!('geolocation' in navigator)) return undefined
  const button = element('button', 'button second', labels.mine)
  button.type = 'button'
  // It keeps the focus meanwhile, which a disabled one would lose.
  const rest = () => button.removeAttribute('aria-disabled')
  button.addEventListener('click', () => {
    if (button.hasAttribute('aria-disabled')) return
    button.setAttribute('aria-disabled', 'true')
    announce(labels.locating)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        rest()
        found({ lat: coords.latitude, lng: coords.longitude })
      },
      () => {
        rest()
        announce(labels.denied)
      },
      { timeout: 10_000, maximumAge: 60_000, enableHighAccuracy: true },
    )
  })
  return button
}
