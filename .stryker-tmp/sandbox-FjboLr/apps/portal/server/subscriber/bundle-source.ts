// @ts-nocheck
import type { Bundle } from '@nyanja/domain/bundle'

/** Knows every bundle that the market sells, of all line types and services. */
export interface BundleSource {
  bundles(): Promise<readonly Bundle[]>
}
