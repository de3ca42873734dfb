// @ts-nocheck
import { useLocation } from 'react-router'
import { type Hrefs, hrefs, languagePrefixOf } from './hrefs.ts'

/** Addresses in the language of the page that is shown. */
export function useHrefs(): Hrefs {
  return hrefs(languagePrefixOf(useLocation().pathname))
}
