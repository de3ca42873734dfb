import type { LatLngExpression, Map as LeafletMap } from 'leaflet'
import type { MapBounds, MapConfig, MapPoint, PickerConfig } from '../map-config.ts'
import { element, mineButton } from './controls.ts'
import { jsonAt } from './live-page.ts'

export interface PickedPlace extends MapPoint {
  readonly address: string
}

/** The pause after the last move, before the place name is requested. */
const checkMs = 300

/**
 * The pin is in the middle, and the map is moved under it by hand, by a tap, by keys, by a search or to the visitor's
 * position. It fills the fields of the form around it that are named like its parts at once, and dispatches
 * `location-changed` with a `PickedPlace` when it stops.
 */
export function addPicker(frame: HTMLElement, map: LeafletMap, { bounds, picker }: PickerOf): void {
  const { searchHref, nearestHref, zoom, labels } = picker
  const pin = element('span', 'map-middle')
  pin.setAttribute('aria-hidden', 'true')
  const shown = element('p', 'map-said')
  shown.setAttribute('role', 'status')
  frame.append(pin)
  const search = searchBox(labels)
  frame.before(search)
  frame.after(shown)

  const announce = (text: string) => {
    shown.textContent = text
  }
  const start = centreOf(map)
  let pinAt = start
  let moves = 0
  let waiting = 0

  const choosePoint = async (request: number, point: MapPoint) => {
    const address = (await jsonAt<{ address: string }>(`${nearestHref}?at=${textOf(point)}`))?.address ?? ''
    if (request !== moves) return
    announce(address)
    fill(frame, { address })
    const detail: PickedPlace = { ...point, address }
    frame.dispatchEvent(new CustomEvent('location-changed', { bubbles: true, detail }))
  }
  const follow = (ms: number) => {
    const request = ++moves
    if (!isInMiddle(map, pinAt)) pinAt = centreOf(map)
    const point = pinAt
    fill(frame, { ...point, address: '', at: textOf(point), ...(point !== start && { point: 'by_hand' }) })
    clearTimeout(waiting)
    waiting = window.setTimeout(() => void choosePoint(request, point), ms)
  }

  search.addEventListener('submit', async (event) => {
    event.preventDefault()
    const typed = new FormData(search).get('place')
    const [found] = (await jsonAt<readonly MapPoint[]>(`${searchHref}?q=${encodeURIComponent(String(typed))}`)) ?? []
    if (found === undefined) announce(labels.none)
    else map.setView(placeOf(found), zoom)
  })
  const mine = mineButton({
    labels,
    announce,
    found(point) {
      if (isWithin(point, bounds)) map.setView(placeOf(point), Math.max(zoom, map.getZoom()))
      else announce(labels.abroad)
    },
  })
  if (mine !== undefined) search.after(mine)
  map.on('click', ({ latlng }) => map.panTo(latlng))
  map.on('moveend', () => follow(checkMs))
  follow(0)
}

interface PickerOf extends Pick<MapConfig, 'bounds'> {
  readonly picker: PickerConfig
}

/** Reads the centre to about a metre: an installer has to find the entrance. */
function centreOf(map: LeafletMap): MapPoint {
  const { lat, lng } = map.getCenter().wrap()
  return { lat: Number(lat.toFixed(5)), lng: Number(lng.toFixed(5)) }
}

/** Zooming a map, or resizing its page, shifts its middle by a pixel; the visitor has not moved it. */
const isInMiddle = (map: LeafletMap, point: MapPoint) =>
  map.latLngToContainerPoint(placeOf(point)).distanceTo(map.getSize().divideBy(2)) < 2

/** Writes a point for addresses, which reveals a position no nearer than a hundred metres. */
const textOf = ({ lat, lng }: MapPoint) => `${lat.toFixed(3)},${lng.toFixed(3)}`

const placeOf = ({ lat, lng }: MapPoint): LatLngExpression => [lat, lng]

const isWithin = ({ lat, lng }: MapPoint, { south, west, north, east }: MapBounds) =>
  lat >= south && lat <= north && lng >= west && lng <= east

function searchBox({ search, placeholder, button }: PickerConfig['labels']): HTMLFormElement {
  const form = element('form', 'map-search')
  const field = element('div', 'field')
  const label = element('label', '', search)
  const box = element('div', 'box')
  const input = element('input', '')
  label.htmlFor = 'map-search'
  Object.assign(input, { id: 'map-search', name: 'place', type: 'search', placeholder, autocomplete: 'off' })
  box.append(input)
  field.append(label, box)
  form.append(field, element('button', 'button second', button))
  return form
}

/** A form that a place is picked for appears once there is one. */
function fill(frame: HTMLElement, values: Readonly<Record<string, string | number>>): void {
  const form = frame.closest('form') ?? document.querySelector('form[data-picked]')
  form?.classList.add('ready')
  for (const [name, value] of Object.entries(values)) {
    const field = form?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    if (field) field.value = String(value)
  }
}
