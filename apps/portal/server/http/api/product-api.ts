import { broadbandCategory } from '@nyanja/domain/bundles/bundle'
import { isLineType } from '@nyanja/domain/numbers/line'
import type { BuyingLine } from '@nyanja/server/subscriber/bundles'
import { bundles as bundlesOperation } from '../../../contract/product.ts'
import type { Portal } from '../../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { serializeBundle } from './serialize-bundle.ts'

/** What channels call the services of our catalogue. */
const categoryByService: Readonly<Record<string, string>> = {
  hbb: broadbandCategory,
  hbb_odu_aw: broadbandCategory,
}

interface Asked {
  readonly msisdn?: string
  readonly lineType?: string
  readonly category?: string
}

export function serveProducts(api: Api, { lines, bundles }: Pick<Portal, 'lines' | 'bundles'>): void {
  /** A number knows better than the caller what line it is. */
  async function lineOf({ msisdn, lineType = 'PREPAID', category }: Asked): Promise<BuyingLine | undefined> {
    if (msisdn === undefined)
      return isLineType(lineType) ? { lineType, isBroadband: category === broadbandCategory } : undefined
    const line = await lines.check(msisdn)
    return line.outcome === 'line' ? line : undefined
  }

  serve(api, bundlesOperation, async ({ input, succeed }) => {
    const { msisdn, lineType, serviceType } = input.data
    const service = serviceType?.toLowerCase()
    const asked = service && (categoryByService[service] ?? service)
    const line = await lineOf({ msisdn, lineType: lineType?.toUpperCase(), category: asked })
    if (line === undefined) return failed('invalid_number')
    const offered = await bundles.forLine(line)
    return succeed(offered.filter(({ category }) => asked === undefined || category === asked).map(serializeBundle))
  })
}
