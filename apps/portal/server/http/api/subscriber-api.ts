import { lineTypeCheck } from '../../../contract/subscriber.ts'
import type { Portal } from '../../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'

export function serveSubscribers(api: Api, { lines }: Pick<Portal, 'lines'>): void {
  serve(api, lineTypeCheck, async ({ input: { msisdn, checkIfBroadband }, succeed }) => {
    const line = await lines.check(msisdn)
    const isAskedKind = line.outcome === 'line' && (line.isBroadband || !checkIfBroadband)
    return isAskedKind ? succeed(line.lineType) : failed('invalid_number')
  })
}
