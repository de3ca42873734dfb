import type { Market } from '@nyanja/server/settings/market'
import { type Clock, clockOf } from '@nyanja/web/format/clock'
import { type Language, languages } from './texts.ts'

/** In the market's time in each language: customers say their own time on the phone. */
export const clockFor = ({ timeZone, timeZoneName }: Market, language: Language): Clock =>
  clockOf({ timeZone, timeZoneName, languages }, language)
