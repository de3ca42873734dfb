import type { Spot } from '../places/addresses.ts'
import { type Bounds, isInside } from '../places/check-places.ts'

/** The country in which addresses are looked for. */
export interface MapCountry {
  /** Two letters, as ISO has them. */
  readonly country: string
  readonly bounds: Bounds
}

/** A service may overlook which country it was asked about. */
export const isOfCountry = (
  { lat, lng, countryCode }: Spot & { readonly countryCode: string | undefined },
  { country, bounds }: MapCountry,
) =>
  isInside({ latitude: lat, longitude: lng }, bounds) &&
  (countryCode === undefined || countryCode.toUpperCase() === country)

/** `24 Glyn Jones Road, Blantyre`: what there is, and nothing twice. */
export function labelOf(parts: readonly (string | undefined)[]): string {
  const shown = parts.map((part) => part?.trim() ?? '').filter((part) => part !== '')
  return [...new Set(shown)].join(', ')
}

/** What is asked of a service that takes all in one line. */
export const inOneLine = ({ street1, landmark, city }: { street1?: string; landmark?: string; city: string }) =>
  labelOf([landmark, street1, city])
