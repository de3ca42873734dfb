import { divIcon, type Map as LeafletMap, latLngBounds, layerGroup, type Marker, marker } from 'leaflet'
import type { MapConfig, MapPin } from '../map-config.ts'
import { element } from './controls.ts'

/** The specification's size, in pixels. */
const pinSize: [number, number] = [15, 30]
const pinTip: [number, number] = [7.5, 30]
const hoverZoom = 13

const svg = 'http://www.w3.org/2000/svg'

function pinIcon(mark: string, className = '') {
  const drawing = document.createElementNS(svg, 'svg')
  drawing.setAttribute('viewBox', '0 0 15 30')
  drawing.setAttribute('aria-hidden', 'true')
  const shape = document.createElementNS(svg, 'path')
  shape.setAttribute('d', 'M7.5 30C5 20 .5 13 .5 8a7 7 0 0 1 14 0c0 5-4.5 12-7 22z')
  drawing.append(shape)
  const html = element('span', `pin ${className}`.trim())
  html.append(drawing, element('b', '', mark))
  return divIcon({ html, className: 'map-pin', iconSize: pinSize, iconAnchor: pinTip })
}

/** Draws numbered pins that react to every element of the page with their id, and link back to it. */
export function addPins(map: LeafletMap) {
  const drawn = layerGroup().addTo(map)

  function add({ id, lat, lng, label, mark }: MapPin): void {
    // Keyboards and screen readers have the list; pins are too close to each other to be buttons.
    const pin = marker([lat, lng], { icon: pinIcon(mark), title: label, riseOnHover: true, keyboard: false })
    pin.on('click', () => entryOf(id)?.focus())
    pin.on('mouseover', () => stress(pin, true)).on('mouseout', () => stress(pin, false))
    drawn.addLayer(pin)
    pin.getElement()?.setAttribute('aria-hidden', 'true')
    byId.set(id, pin)
  }

  const byId = new Map<string, Marker>()
  const answer = (isOn: boolean) => (event: Event) => {
    const id =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-pin]')?.dataset.pin : undefined
    const pin = id === undefined ? undefined : byId.get(id)
    if (pin === undefined) return
    stress(pin, isOn)
    if (isOn) map.setView(pin.getLatLng(), hoverZoom)
  }
  for (const name of ['mouseover', 'focusin']) document.addEventListener(name, answer(true))
  for (const name of ['mouseout', 'focusout']) document.addEventListener(name, answer(false))

  return {
    show({ pins = [], place }: MapConfig): void {
      drawn.clearLayers()
      byId.clear()
      for (const pin of pins) add(pin)
      if (place !== undefined) {
        const icon = pinIcon('', 'here')
        drawn.addLayer(marker([place.lat, place.lng], { icon, title: place.label, keyboard: false }))
      }
    },

    /** Zooms so that all pins and the place that they are near to are in view. */
    fit({ pins = [], place }: MapConfig): void {
      const points = [...pins, ...(place === undefined ? [] : [place])].map(({ lat, lng }) => [lat, lng] as const)
      map.fitBounds(latLngBounds(points.map(([lat, lng]) => [lat, lng])), { maxZoom: hoverZoom, padding: [30, 30] })
    },
  }
}

const entryOf = (id: string) => document.querySelector<HTMLElement>(`[data-pin="${CSS.escape(id)}"]`)

function stress(pin: Marker, isOn: boolean): void {
  pin.getElement()?.classList.toggle('large', isOn)
  pin.setZIndexOffset(isOn ? 1000 : 0)
}
