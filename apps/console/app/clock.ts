import type { Market } from '@nyanja/server/settings/market'
import { type Clock, clockOf } from '@nyanja/web/format/clock'
import { type Language, languages } from './texts.ts'

/** Times are those of the market in each language, because customers mention the time on their own phone. */
export const clockFor = ({ timeZone, timeZoneName }: Market, language: Language): Clock =>
  clockOf({ timeZone, timeZoneName, languages }, language)
