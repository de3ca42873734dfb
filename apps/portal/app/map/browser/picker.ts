import type { Map as LeafletMap } from 'leaflet'
import type { PickerConfig } from '../map-config.ts'
import { element } from './element.ts'

/** Where the pin came to stand. */
export interface PickedPlace {
  readonly lat: number
  readonly lng: number
  readonly address: string
}

interface FoundPlace {
  readonly label: string
  readonly lat: number
  readonly lng: number
}

/**
 * A pin in the middle, under which the map is moved by hand, by keys or by a search. Says `location-changed` with a
 * `PickedPlace` whenever it comes to stand, and fills the fields of the form around it that are named like its parts.
 */
export function addPicker(
  frame: HTMLElement,
  map: LeafletMap,
  { searchHref, nearestHref, zoom, words }: PickerConfig,
): void {
  const pin = element('span', 'map-middle')
  pin.setAttribute('aria-hidden', 'true')
  const said = element('p', 'map-said')
  said.setAttribute('role', 'status')
  frame.append(pin)
  const search = searchBox(words)
  frame.before(search)
  frame.after(said)
  let asked = 0

  const settle = async () => {
    const turn = ++asked
    const { lat, lng } = map.getCenter().wrap()
    const at = `${lat.toFixed(3)},${lng.toFixed(3)}`
    const address = (await jsonAt<{ address: string }>(`${nearestHref}?at=${at}`))?.address ?? ''
    if (turn !== asked) return
    said.textContent = address
    tell(frame, { lat, lng, address })
  }

  search.addEventListener('submit', async (event) => {
    event.preventDefault()
    const typed = new FormData(search).get('place')
    const [found] = (await jsonAt<readonly FoundPlace[]>(`${searchHref}?q=${encodeURIComponent(String(typed))}`)) ?? []
    if (found === undefined) said.textContent = words.none
    else map.setView([found.lat, found.lng], zoom)
  })
  map.on('moveend', () => void settle())
  void settle()
}

function searchBox({ search, placeholder, button }: PickerConfig['words']): HTMLFormElement {
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

/** A form that a place is picked for shows itself once there is one. */
function tell(frame: HTMLElement, detail: PickedPlace): void {
  const form = frame.closest('form') ?? document.querySelector('form[data-picked]')
  form?.classList.add('ready')
  for (const [name, value] of Object.entries({ ...detail, at: `${detail.lat.toFixed(3)},${detail.lng.toFixed(3)}` })) {
    const field = form?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    if (field) field.value = String(value)
  }
  frame.dispatchEvent(new CustomEvent<PickedPlace>('location-changed', { bubbles: true, detail }))
}

async function jsonAt<Answer>(href: string): Promise<Answer | undefined> {
  try {
    const answer = await fetch(href)
    const told: Answer = await answer.json()
    return told
  } catch {
    return undefined
  }
}
