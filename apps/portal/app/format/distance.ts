const figures = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** `400 m`, `1.2 km`, `58 km`: as exactly as anybody would say it. */
export function distanceText(km: number): string {
  if (km < 0.95) return `${Math.max(50, Math.round(km * 20) * 50)} m`
  return `${figures.format(km < 10 ? km : Math.round(km))} km`
}
