import { z } from 'zod'
import { type Operation, success } from './fields.ts'
import { workFields } from './otp.ts'

/** The query of every call for content; all others extend it. */
export const CmsQuery = z.object({ opco: z.string() })

/** The call is `GET /cms/webpage/activePackage`. */
const ActivePackageQuery = CmsQuery.extend({
  /**
   * `/sw/` precedes the page for the second language. Pages with one address for all languages read the `lang` header.
   */
  pageUrl: z.string().min(1).max(100),
})

export const ActivePackageAnswer = z.object({
  statusCode: z.literal(200),
  status: z.literal('success'),
  // The text is a JSON object of key → text, or the page's data, as a string inside JSON: the spec's wire form.
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

const Percent = z.int().min(0).max(100)

/** One question, or a link to a page that answers it. */
const FaqResponse = z.object({
  questionId: z.string(),
  question: z.string(),
  /** The answer is HTML; it is empty where `href` is not. */
  answer: z.string(),
  category: z.string(),
  parentCategory: z.string(),
  /** The path has no slash before it; it is empty where there is an answer. */
  href: z.string(),
  popular: z.enum(['true', 'false']),
  /** The share is 0 without votes. */
  countLikePercentage: Percent,
})

export type FaqResponse = z.infer<typeof FaqResponse>

const FaqsAnswer = z.object({
  statusCode: z.literal(200),
  status: z.literal('success'),
  data: z.array(FaqResponse),
})

export type FaqsAnswer = z.infer<typeof FaqsAnswer>

export const faqs = {
  method: 'GET',
  path: '/cms/webpage/getFaqs_pCategory',
  summary: 'All questions of the help centre with their answers, by category',
  input: CmsQuery,
  answer: FaqsAnswer,
  failures: ['bad_request'],
  isForClients: false,
  takesKey: false,
  takesLanguage: true,
} satisfies Operation

const LikeQuery = CmsQuery.extend({
  questionId: z.string().min(1).max(80),
  isLike: z.enum(['true', 'false']),
})

const LikeAnswer = z.object({
  statusCode: z.literal(200),
  status: z.literal('success'),
  data: z.object({ questionId: z.string(), countLikePercentage: Percent }),
})

export type LikeAnswer = z.infer<typeof LikeAnswer>

/** The trailing slash is the specification's. */
export const likeCount = {
  method: 'GET',
  path: '/cms/webpage/likeCount/',
  summary: 'Counts whether an answer helped, and says how many it has helped',
  input: LikeQuery,
  answer: LikeAnswer,
  failures: ['bad_request', 'not_found', 'too_many_requests'],
  isCounted: true,
  isForClients: false,
  takesKey: false,
  takesLanguage: true,
} satisfies Operation

/** The specification's message of thanks. */
export const thanks = 'Thank you for reaching out'

export const saveForm = {
  method: 'POST',
  // The path is at the root, as in the specification.
  path: '/api/portal-service/form/v2/save',
  summary: 'Hands a filled-in form to the operator: what a customer asks, or what he thinks of the service',
  input: z.object({
    data: z.object({
      formName: z.enum(['contact', 'feedback']).default('contact'),
      /** The fields are keyed by the names of the form's own schema, which is a package of the CMS. */
      fields: z.record(z.string().max(60), z.string().max(4000)),
      ...workFields,
    }),
  }),
  answer: success(z.object({ reference: z.string() })),
  failures: ['too_many_requests', 'work_needed'],
  isForClients: true,
  takesKey: true,
} satisfies Operation
