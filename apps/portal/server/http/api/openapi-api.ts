import type { FastifyInstance } from 'fastify'
import { portalService } from '../../../contract/operation.ts'
import { operations } from '../../../contract/operations.ts'
import type { Portal } from '../../portal.ts'
import { openapiOf } from './openapi.ts'

export const openapiPath = `${portalService}/openapi.json`

export function serveOpenapi(
  app: FastifyInstance,
  { market, publicOrigin, cardGateways, returnParameters }: Portal,
): void {
  const document = JSON.stringify(openapiOf({ operations, market, publicOrigin, cardGateways, returnParameters }))
  app.get(openapiPath, async (_, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(document),
  )
}
