import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Hashed files of this release and the two before it, each with its compressed twins beside it. */
export async function serveAssets(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    acceptRanges: true,
  })
  const files = path.join(folder, 'files')
  if (!existsSync(files)) return
  await app.register(fastifyStatic, {
    root: files,
    prefix: '/files/',
    preCompressed: true,
    decorateReply: false,
    maxAge: '1d',
    index: false,
  })
}
