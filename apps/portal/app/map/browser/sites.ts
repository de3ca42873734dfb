import { canvas, circle, divIcon, type Map as LeafletMap, layerGroup, marker } from 'leaflet'
import type { DrawnSite, SitesConfig } from '../map-config.ts'
import { element } from './controls.ts'

/** The specification's radius: metres around a 5G site, drawn where they can be seen. */
const fifthRadius = 300
const circlesFromZoom = 12

const checkMs = 50

/** Draws the sites of the present view, which the server has clustered where they would overlap. */
export function addSites(map: LeafletMap) {
  const drawn = layerGroup().addTo(map)
  const renderer = canvas({ padding: 0.2 })
  let config: SitesConfig | undefined
  let pending = new AbortController()
  let waiting = 0

  async function refresh(): Promise<void> {
    if (config === undefined) return
    pending.abort()
    pending = new AbortController()
    try {
      const answer = await fetch(hrefOf(config, map), { signal: pending.signal })
      const sites: readonly DrawnSite[] = await answer.json()
      show(sites, config)
    } catch {
      // Drawn sites stay: the next move retries, and the page says the same as text.
    }
  }

  function show(sites: readonly DrawnSite[], { several, mark }: SitesConfig): void {
    drawn.clearLayers()
    const withCircles = map.getZoom() >= circlesFromZoom
    for (const site of sites) {
      const [lat, lng, count, fifth] = site
      const pin = marker([lat, lng], { icon: iconOf(site, mark), title: titleOf(site, several), keyboard: false })
      pin.on('click', () => map.setView([lat, lng], Math.min(map.getZoom() + 2, map.getMaxZoom())))
      drawn.addLayer(pin)
      if (withCircles && count === 1 && fifth === 1)
        drawn.addLayer(circle([lat, lng], { radius: fifthRadius, renderer, interactive: false, ...fifthStyle() }))
    }
    performance.mark('map-sites')
  }

  // A move that is followed by another one needs no sites.
  const refreshSoon = () => {
    clearTimeout(waiting)
    waiting = window.setTimeout(() => void refresh(), checkMs)
  }
  map.on('moveend', refreshSoon)

  return {
    show(wanted: SitesConfig | undefined): void {
      config = wanted
      drawn.clearLayers()
      refreshSoon()
    },
  }
}

function hrefOf({ href }: SitesConfig, map: LeafletMap): string {
  const view = map.getBounds().pad(0.1)
  const sides = [view.getWest(), view.getSouth(), view.getEast(), view.getNorth()].map((degrees) => degrees.toFixed(3))
  return `${href}&view=${sides.join()}&zoom=${map.getZoom()}`
}

function titleOf([, , count, , title]: DrawnSite, several: string): string {
  return title ?? several.replace('{count}', String(count))
}

/** Clusters have three sizes for few, some and many; the figure is the number. A single site shows its technology. */
function iconOf([, , count, fifth]: DrawnSite, mark: string) {
  const isOne = count === 1
  const size = isOne ? 26 : 26 + 5 * Math.min(3, Math.floor(Math.log10(count) * 1.5))
  const html = element(
    'span',
    `${isOne ? 'site' : 'sites'}${fifth === 1 ? ' fifth' : ''}`,
    isOne ? mark : String(count),
  )
  return divIcon({ html, className: 'map-site', iconSize: [size, isOne ? 20 : size] })
}

function fifthStyle() {
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--sun-down').trim()
  return { color: colour, weight: 2, fillColor: colour, fillOpacity: 0.2 }
}
