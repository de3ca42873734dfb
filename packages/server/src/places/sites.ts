import { setImmediate as letOthersThrough } from 'node:timers/promises'
import type { FoundSites, Site, SiteSource } from './site-map.ts'
import { SiteMap } from './site-map.ts'

export interface SitesOptions {
  readonly source: SiteSource
  readonly log: { error(message: string): void }
}

/** Holds the sites of the operator's current list. */
export class Sites {
  readonly #source: SiteSource
  readonly #log: SitesOptions['log']
  #map = new SiteMap([])
  #changes = 0
  #following: Promise<void> = Promise.resolve()
  #stop = () => {}

  constructor({ source, log }: SitesOptions) {
    this.#source = source
    this.#log = log
  }

  /** Reads the list and follows its changes. */
  async load(): Promise<void> {
    await this.#read()
    this.#stop = this.#source.watch(() => {
      this.#following = this.#following.then(() => this.#read())
    })
  }

  async close(): Promise<void> {
    this.#stop()
    await this.#following
  }

  /** The version, which changes with the list. */
  get version(): string {
    return String(this.#changes)
  }

  /** The map, another object after each change. */
  get map(): SiteMap {
    return this.#map
  }

  // A faulty list must not remove the map of a running portal.
  async #read(): Promise<void> {
    try {
      const { sites, faults } = (await this.#source.read()) ?? this.#noList()
      if (faults.length > 0) return this.#stay(faults)
      this.#map = await readyMap(sites)
      this.#changes += 1
    } catch (error) {
      this.#stay([error instanceof Error ? error.message : ''])
    }
  }

  /** Answers for a missing list: a market may have none, or it is being replaced, or was deleted by mistake. */
  #noList(): FoundSites {
    return { sites: [], faults: this.#map.sites.length === 0 ? [] : ['The list is missing'] }
  }

  #stay(faults: readonly string[]): void {
    this.#log.error(`Sites are unchanged\n${faults.slice(0, maxFaultsReported).join('\n')}`)
  }
}

const maxFaultsReported = 20

/** Clustering tens of thousands of sites takes a moment, so the event loop is yielded between technologies. */
async function readyMap(sites: readonly Site[]): Promise<SiteMap> {
  const map = new SiteMap(sites)
  for (const technology of map.technologies) {
    await letOthersThrough()
    map.prepare(technology)
  }
  return map
}
