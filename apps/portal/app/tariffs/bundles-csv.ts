import { type Bundle, durationMs, getPeriod, type Validity } from '@nyanja/domain/bundles/bundle'
import { getTariffCategory, hundredthsPerMb } from '@nyanja/domain/bundles/tariffs'
import { majorText } from '@nyanja/domain/money/money'
import { type CsvCell, csvText, searchHeaders } from '../format/headers.ts'
import { languageOf } from '../page-language.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/bundles-csv'
import { readTableQuery } from './table-view.ts'

const unlimited = -1
const bytesPerMb = 1e6
const dayMs = 86_400_000
/** Hundredths of minor units in a whole one. */
const perMajor = 10_000

/** The names of the columns. Machines read them, so they are the same in every language. */
const columns = {
  product_code: ({ productCode }) => productCode,
  name: ({ name }) => name,
  category: getTariffCategory,
  period: getPeriod,
  line_type: ({ lineType }) => lineType,
  price: ({ price }) => majorText(price),
  currency: ({ price }) => price.currency,
  data_mb: ({ data }) => (data === 'unlimited' ? unlimited : data && data.bytes / bytesPerMb),
  voice_minutes: ({ voice }) => (voice === 'unlimited' ? unlimited : voice && voice.seconds / 60),
  sms: ({ sms }) => (sms === 'unlimited' ? unlimited : sms),
  validity_days: ({ validity }) => daysOf(validity),
  price_per_mb: perMbText,
  renews: () => 'no',
} as const satisfies Record<string, (bundle: Bundle) => CsvCell>

export function tariffFile(bundles: readonly Bundle[]): string {
  return csvText(
    Object.keys(columns),
    bundles.map((bundle) => Object.values(columns).map((cellOf) => cellOf(bundle))),
  )
}

/** Hours are parts of a day. */
function daysOf(validity: Validity): number {
  return validity === 'unlimited' ? unlimited : Math.round((durationMs(validity) / dayMs) * 10_000) / 10_000
}

/** Writes a price with four decimals: cheap megabytes differ only there. */
function perMbText(bundle: Bundle): string | undefined {
  const hundredths = hundredthsPerMb(bundle)
  if (hundredths === undefined) return undefined
  return `${Math.floor(hundredths / perMajor)}.${String(hundredths % perMajor).padStart(4, '0')}`
}

const fileName = 'bundles.csv'

/** The whole content of the page, for a spreadsheet. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { bundles, content, market } = context.get(portalContext)
  const list = await bundles.priceList().catch(() => undefined)
  if (list === undefined) {
    const { silent, silentText } = content.page('table-translation', languageOf(url, market))
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
    return new Response(`${silent} ${silentText}\n`, { status: 503, headers })
  }
  const question = readTableQuery(url.searchParams, list)
  return new Response(tariffFile(list.find(question)), {
    headers: {
      ...searchHeaders(question.words),
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  })
}
