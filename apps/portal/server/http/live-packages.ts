import type { GeneratedContent } from '../content/generated-content.ts'
import type { Sites } from '../places/sites.ts'
import { type HelpPackagesOptions, helpPackages } from './help-packages.ts'
import { sitesPackage } from './sites-package.ts'

export interface LivePackagesOptions extends HelpPackagesOptions {
  readonly sites: Pick<Sites, 'map' | 'version'>
}

/** All packages that are made of data or of other packages, by page name. */
export function livePackagesOf({ sites, ...ofHelp }: LivePackagesOptions): Readonly<Record<string, GeneratedContent>> {
  return { 'fetch-sites-data-5g': sitesPackage(sites), ...helpPackages(ofHelp) }
}
