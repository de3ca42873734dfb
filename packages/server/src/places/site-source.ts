import type { Technology } from '@nyanja/domain/places/coverage'
import type { Point } from '@nyanja/domain/places/map-cell'

/** A place from which the network is sent. */
export interface Site extends Point {
  readonly title: string
  readonly technologies: readonly Technology[]
  /** The day on which the entry was last checked, as `2026-11-15`. */
  readonly checkedOn: string
}

export interface FoundSites {
  readonly sites: readonly Site[]
  /** What could not be read, in words that name the place. */
  readonly faults: readonly string[]
}

/** Where the operator keeps his sites. */
export interface SiteSource {
  /** Undefined where there is no list. */
  read(): Promise<FoundSites | undefined>
  /** Calls back when `read` may answer otherwise than before; returns what ends the watch. */
  watch(changed: () => void): () => void
}
