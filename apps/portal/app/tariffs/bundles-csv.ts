import { searchHeaders } from '../format/search-headers.ts'
import { portalContext } from '../portal-context.ts'
import { languageOf } from '../visitor-language.ts'
import type { Route } from './+types/bundles-csv'
import { questionIn } from './table-query.ts'
import { tariffFile } from './tariff-file.ts'

const fileName = 'bundles.csv'

/** What the page shows, whole, for a spreadsheet. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { bundles, content, market } = context.get(portalContext)
  const list = await bundles.priceList().catch(() => undefined)
  if (list === undefined) {
    const { silent, silentText } = content.page('table-translation', languageOf(url, market))
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
    return new Response(`${silent} ${silentText}\n`, { status: 503, headers })
  }
  const question = questionIn(url.searchParams, list)
  return new Response(tariffFile(list.find(question)), {
    headers: {
      ...searchHeaders(question.words),
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  })
}
