import { inject } from 'vitest'
import type {} from './few-sites.ts'

/** A folder with the shipped places of each market, and few of its sites. */
export const placesWithFewSites = (): string => inject('placesWithFewSites')
