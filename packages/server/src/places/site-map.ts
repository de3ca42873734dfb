import { type Technology, technologies } from '@nyanja/domain/places/coverage'
import { distanceKm, type Point } from '@nyanja/domain/places/map-cell'
import Supercluster from 'supercluster'

/** A site of the mobile network. */
export interface Site extends Point {
  readonly title: string
  readonly technologies: readonly Technology[]
  /** The day on which the entry was last verified, such as `2026-11-15`. */
  readonly checkedOn: string
}

export interface FoundSites {
  readonly sites: readonly Site[]
  /** The parts that could not be read, with their place. */
  readonly faults: readonly string[]
}

/** The operator's list of sites. */
export interface SiteSource {
  /** Returns undefined where there is no list. */
  read(): Promise<FoundSites | undefined>
  /** Calls back when `read` may return something else; returns a function that stops watching. */
  watch(changed: () => void): () => void
}

export interface View {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
  readonly zoom: number
}

/** A group of sites so close on a map that they are drawn as one. */
export interface DrawnSites {
  readonly lat: number
  readonly lng: number
  readonly count: number
  readonly hasFifth: boolean
  /** The title of a single site. */
  readonly title?: string
}

export interface NearSite extends Site {
  readonly distanceKm: number
}

interface OfSite {
  readonly title: string
  readonly hasFifth: boolean
}

/** The radius in pixels, and the last zoom level with clusters. */
const clusterRadius = 60
const lastClusterZoom = 13

const kmPerDegree = 111.19

/** All sites at one moment. It is immutable, so a page that is being rendered sees a consistent network. */
export class SiteMap {
  readonly sites: readonly Site[]
  /** The newest day on which any site was verified. */
  readonly checkedOn: string
  readonly #byTechnology: ReadonlyMap<Technology, readonly Site[]>
  readonly #clusters = new Map<Technology, Supercluster<OfSite, { hasFifth: boolean }>>()

  constructor(sites: readonly Site[]) {
    this.sites = sites
    this.checkedOn = [...new Set(sites.map(({ checkedOn }) => checkedOn))].sort().at(-1) ?? ''
    this.#byTechnology = new Map(
      technologies.map((technology) => [technology, sites.filter((site) => site.technologies.includes(technology))]),
    )
  }

  /** The technologies that at least one site has. */
  get technologies(): readonly Technology[] {
    return technologies.filter((technology) => this.#with(technology).length > 0)
  }

  nearestKm(point: Point): Partial<Record<Technology, number>> {
    const nearest = technologies.map((technology) => [technology, this.nearest(point, technology, 1)[0]?.distanceKm])
    return Object.fromEntries(nearest.filter(([, distance]) => distance !== undefined))
  }

  /** Lists the nearest sites first. */
  nearest(point: Point, technology: Technology, count: number): readonly NearSite[] {
    const found: NearSite[] = []
    let furthest = Number.POSITIVE_INFINITY
    for (const site of this.#with(technology)) {
      if (Math.abs(site.latitude - point.latitude) * kmPerDegree > furthest) continue
      const distance = distanceKm(point, site)
      if (distance >= furthest) continue
      found.push({ ...site, distanceKm: distance })
      found.sort((one, other) => one.distanceKm - other.distanceKm)
      if (found.length > count) found.pop()
      if (found.length === count) furthest = found.at(-1)?.distanceKm ?? furthest
    }
    return found
  }

  /** Lists the clusters in the visible part of a map, coarsened until there are at most `most`. */
  drawn(technology: Technology, { zoom, west, south, east, north }: View, most: number): readonly DrawnSites[] {
    const clusters = this.#clustersOf(technology)
    // At higher zoom levels nothing is clustered.
    for (let coarser = Math.min(zoom, lastClusterZoom + 1); ; coarser -= 1) {
      const features = clusters.getClusters([west, south, east, north], coarser)
      if (features.length > most && coarser > 0) continue
      return features.map(({ geometry, properties }): DrawnSites => {
        const [lng = 0, lat = 0] = geometry.coordinates
        const { hasFifth } = properties
        return 'point_count' in properties
          ? { lat, lng, hasFifth, count: properties.point_count }
          : { lat, lng, hasFifth, count: 1, title: properties.title }
      })
    }
  }

  /** Builds clusters in advance, so that the first visitor does not wait. */
  prepare(technology: Technology): void {
    this.#clustersOf(technology)
  }

  #with(technology: Technology): readonly Site[] {
    return this.#byTechnology.get(technology) ?? []
  }

  #clustersOf(technology: Technology) {
    const known = this.#clusters.get(technology)
    if (known !== undefined) return known
    const made = new Supercluster<OfSite, { hasFifth: boolean }>({
      radius: clusterRadius,
      maxZoom: lastClusterZoom,
      extent: 256,
      map: ({ hasFifth }) => ({ hasFifth }),
      reduce: (sum, { hasFifth }) => {
        sum.hasFifth ||= hasFifth
      },
    }).load(this.#with(technology).map(featureOf))
    this.#clusters.set(technology, made)
    return made
  }
}

function featureOf({ title, latitude, longitude, technologies: own }: Site) {
  return {
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
    properties: { title, hasFifth: own.includes('5g') },
  }
}
