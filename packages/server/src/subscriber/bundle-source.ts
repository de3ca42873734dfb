import type { Bundle } from '@nyanja/domain/bundles/bundle'

/** Knows every bundle that the market sells, of all line types and services. */
export interface BundleSource {
  bundles(): Promise<readonly Bundle[]>
}
