import type { MapPoint, PickerConfig } from '../map-config.ts'
import { element } from './element.ts'

interface MineButton {
  readonly words: PickerConfig['words']
  readonly announce: (text: string) => void
  readonly found: (point: MapPoint) => void
}

/** Asks the phone where it is; there is none where phones do not say. */
export function mineButton({ words, announce, found }: MineButton): HTMLButtonElement | undefined {
  if (!('geolocation' in navigator)) return undefined
  const button = element('button', 'button second', words.mine)
  button.type = 'button'
  // It keeps the focus meanwhile, which a disabled one would lose.
  const rest = () => button.removeAttribute('aria-disabled')
  button.addEventListener('click', () => {
    if (button.hasAttribute('aria-disabled')) return
    button.setAttribute('aria-disabled', 'true')
    announce(words.locating)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        rest()
        found({ lat: coords.latitude, lng: coords.longitude })
      },
      () => {
        rest()
        announce(words.denied)
      },
      { timeout: 10_000, maximumAge: 60_000, enableHighAccuracy: true },
    )
  })
  return button
}
