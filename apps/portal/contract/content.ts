import { z } from 'zod'
import type { Operation } from './operation.ts'

/** What every call for content says; all others extend it. */
export const CmsQuery = z.object({ opco: z.string() })

/** `GET /cms/webpage/activePackage` */
const ActivePackageQuery = CmsQuery.extend({
  /** `/sw/` before the page asks for the second language. Pages that are one for all languages take the `lang` header. */
  pageUrl: z.string().min(1).max(100),
})

export const ActivePackageAnswer = z.object({
  statusCode: z.literal(200),
  status: z.literal('success'),
  // A JSON object of key → text, or what the page is made of, as a string inside JSON: the spec's wire form.
  data: z.object({ packageHtml: z.string() }),
})

export type ActivePackageAnswer = z.infer<typeof ActivePackageAnswer>

export const activePackage = {
  method: 'GET',
  path: '/cms/webpage/activePackage',
  summary: 'The texts of one page, or the data that it is made of',
  input: ActivePackageQuery,
  answer: ActivePackageAnswer,
  failures: ['bad_request', 'not_found'],
  isForClients: false,
  takesKey: false,
  takesLanguage: true,
} satisfies Operation
