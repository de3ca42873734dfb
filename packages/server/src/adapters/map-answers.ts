import type { Spot } from '../places/addresses.ts'
import { type Bounds, isInside } from '../places/check-places.ts'

/** The country in which addresses are searched. */
export interface MapCountry {
  /** The two letters of ISO 3166. */
  readonly country: string
  readonly bounds: Bounds
}

/** Results outside the country are dropped, because a service may ignore the requested country. */
export const isOfCountry = (
  { lat, lng, countryCode }: Spot & { readonly countryCode: string | undefined },
  { country, bounds }: MapCountry,
) =>
  isInside({ latitude: lat, longitude: lng }, bounds) &&
  (countryCode === undefined || countryCode.toUpperCase() === country)

/** Joins the known parts, each once: `24 Glyn Jones Road, Blantyre`. */
export function formatAddressLabel(parts: readonly (string | undefined)[]): string {
  const shown = parts.map((part) => part?.trim() ?? '').filter((part) => part !== '')
  return [...new Set(shown)].join(', ')
}

/** The query for a service that takes the address in one line. */
export const inOneLine = ({ street1, landmark, city }: { street1?: string; landmark?: string; city: string }) =>
  formatAddressLabel([landmark, street1, city])
