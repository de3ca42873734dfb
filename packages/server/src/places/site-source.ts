import type { Technology } from '@nyanja/domain/places/coverage'
import type { Point } from '@nyanja/domain/places/map-cell'

/** A site of the mobile network. */
export interface Site extends Point {
  readonly title: string
  readonly technologies: readonly Technology[]
  /** The day on which the entry was last verified, as `2026-11-15`. */
  readonly checkedOn: string
}

export interface FoundSites {
  readonly sites: readonly Site[]
  /** What could not be read, with the place. */
  readonly faults: readonly string[]
}

/** The operator's list of sites. */
export interface SiteSource {
  /** Undefined where there is no list. */
  read(): Promise<FoundSites | undefined>
  /** Calls back when `read` may return something else; returns a function that stops watching. */
  watch(changed: () => void): () => void
}
