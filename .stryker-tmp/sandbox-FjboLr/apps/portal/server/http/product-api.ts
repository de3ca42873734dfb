// @ts-nocheck
import { isLineType, type LineType } from '@nyanja/domain/line'
import { bundles as bundlesOperation } from '../../contract/product.ts'
import type { Portal } from '../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { bundleOnWire } from './bundle-on-wire.ts'

export function serveProducts(api: Api, { lines, bundles }: Pick<Portal, 'lines' | 'bundles'>): void {
  /** A number knows its line type better than the caller. */
  async function lineTypeOf(msisdn: string | undefined, said = 'PREPAID'): Promise<LineType | undefined> {
    if (msisdn === undefined) return isLineType(said) ? said : undefined
    const line = await lines.check(msisdn)
    return line.outcome === 'line' ? line.lineType : undefined
  }

  serve(api, bundlesOperation, async ({ input, succeed }) => {
    const { msisdn, lineType: said, serviceType } = input.data
    const lineType = await lineTypeOf(msisdn, said?.toUpperCase())
    if (lineType === undefined) return failed('invalid_number')
    const offered = await bundles.forLine(lineType)
    const asked = serviceType?.toLowerCase()
    return succeed(offered.filter(({ category }) => asked === undefined || category === asked).map(bundleOnWire))
  })
}
