import { withoutNumbers } from '@nyanja/domain/help'
import { privateHeaders, publicHeaders } from './headers.ts'

/** Of a page that says again what somebody typed: what holds a number of his is kept by no cache. */
export const searchHeaders = (typed: string, otherwise: Readonly<Record<string, string>> = publicHeaders) =>
  withoutNumbers(typed) === typed.normalize('NFKC') ? otherwise : privateHeaders
