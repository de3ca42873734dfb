import type { Point } from './map-cell.ts'

const number = String.raw`-?\d{1,3}\.\d{1,15}`
const gap = String.raw`\s*[,;/\s]\s*`
const degrees = String.raw`(\d{1,3})\s*°\s*(\d{1,2})\s*['′]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″]|'')\s*)?`

/** How people and maps write a point: decimals with or without letters, and the parameters of links to maps. */
const decimalForms = [
  new RegExp(String.raw`(${number})\s*°?\s*([NS])?${gap}(${number})\s*°?\s*([EW])?`, 'i'),
  new RegExp(String.raw`\b([NS])\s*(${number})\s*°?${gap}([EW])\s*(${number})`, 'i'),
  new RegExp(`[!&?]3d(${number})()!4d(${number})()`, 'i'),
  new RegExp(String.raw`\bm?lat=(${number})()&m?lon=(${number})()`, 'i'),
] as const

const degreeForm = new RegExp(String.raw`${degrees}([NS])\s*,?\s*${degrees}([EW])`, 'i')

const isSouthOrWest = (letter = '') => /[sw]/i.test(letter)
const signed = (size: number, letter?: string) => (isSouthOrWest(letter) ? -Math.abs(size) : size)

function pointAt(latitude: number, longitude: number): Point | undefined {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

function readDegrees(text: string): Point | undefined {
  const found = degreeForm.exec(text)
  if (found === null) return undefined
  const [, d1, m1, s1 = '0', north, d2, m2, s2 = '0', east] = found
  const sizeOf = (...parts: readonly [string | undefined, string | undefined, string]) =>
    Number(parts[0]) + Number(parts[1]) / 60 + Number(parts[2]) / 3600
  return pointAt(signed(sizeOf(d1, m1, s1), north), signed(sizeOf(d2, m2, s2), east))
}

/**
 * Reads the point in a text where people type a place: `-13.98, 33.77`, `13.98 S, 33.77 E`, `13°58'48"S 33°46'12"E`, a
 * `geo:` address (RFC 5870), or a link to a map. Undefined for a text without one.
 */
export function readPoint(text: string): Point | undefined {
  for (const form of decimalForms) {
    const found = form.exec(text)
    if (found === null) continue
    const [first = '', second = '', third = '', fourth = ''] = found.slice(1)
    return /^[NS]$/i.test(first)
      ? pointAt(signed(Number(second), first), signed(Number(fourth), third))
      : pointAt(signed(Number(first), second), signed(Number(third), fourth))
  }
  return readDegrees(text)
}
