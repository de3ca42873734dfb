// @ts-nocheck
import type { LineSource } from '../../subscriber/line-source.ts'
import { findLine } from './find-line.ts'
import { createTmfClient, type TmfOptions } from './tmf-client.ts'

export function createTmfLineSource(options: TmfOptions): LineSource {
  const client = createTmfClient(options)

  return {
    async lineOf(msisdn) {
      const line = await findLine(client, msisdn)
      if (line === undefined) return { found: false }
      return { found: true, lineType: line.lineType, isBroadband: line.isBroadband }
    },
  }
}
