import type { MapPoint } from './map-config.ts'

/** Thousandths of a degree, about a hundred metres, are as exact as any answer to it. */
export function pointIn(text: string | null): MapPoint | undefined {
  const [, lat = '', lng = ''] = /^(-?\d{1,2}(?:\.\d{1,8})?),(-?\d{1,3}(?:\.\d{1,8})?)$/.exec(text ?? '') ?? []
  if (lat === '' || Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) return undefined
  return { lat: rounded(Number(lat)), lng: rounded(Number(lng)) }
}

const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000
