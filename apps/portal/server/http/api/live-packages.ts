import type { GeneratedContent } from '@nyanja/server/content/generated-content'
import type { Site } from '@nyanja/server/places/site'
import type { Sites } from '@nyanja/server/places/sites'
import type { SiteResponse } from '../../../contract/sites.ts'
import { type HelpPackagesOptions, helpPackages } from './help-packages.ts'

export interface LivePackagesOptions extends HelpPackagesOptions {
  readonly sites: Pick<Sites, 'map' | 'version'>
}

/** All packages that are made of data or of other packages, by page name. */
export function livePackagesOf({ sites, ...ofHelp }: LivePackagesOptions): Readonly<Record<string, GeneratedContent>> {
  return { 'fetch-sites-data-5g': sitesPackage(sites), ...helpPackages(ofHelp) }
}

/** The whole network for other channels, which draw maps of their own. */
export function sitesPackage(sites: Pick<Sites, 'map' | 'version'>): GeneratedContent {
  return {
    version: async () => sites.version,
    read: async () => sites.map.sites.map(serialize),
  }
}

function serialize({ title, latitude, longitude, technologies }: Site): SiteResponse {
  return {
    title,
    latitude,
    longitude,
    technology: {
      _2Gservice: technologies.includes('2g'),
      _3Gservice: technologies.includes('3g'),
      _4Gservice: technologies.includes('4g'),
      _5Gservice: technologies.includes('5g'),
    },
  }
}
