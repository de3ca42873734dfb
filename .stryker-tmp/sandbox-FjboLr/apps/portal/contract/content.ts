// @ts-nocheck
import { z } from 'zod'
import type { Operation } from './operation.ts'

/** `GET /cms/webpage/activePackage` */
export const ActivePackageQuery = z.object({
  opco: z.string(),
  pageUrl: z.string().min(1).max(100),
})

export const ActivePackageAnswer = z.object({
  statusCode: z.literal(200),
  status: z.literal('success'),
  // A JSON object of key → text, as a string inside JSON: the spec's wire form.
  data: z.object({ packageHtml: z.string() }),
})

export type ActivePackageAnswer = z.infer<typeof ActivePackageAnswer>

export const activePackage = {
  method: 'GET',
  path: '/cms/webpage/activePackage',
  summary: 'The texts of one page',
  input: ActivePackageQuery,
  answer: ActivePackageAnswer,
  failures: ['bad_request', 'not_found'],
  isForClients: false,
  takesKey: false,
} satisfies Operation
