import { z } from 'zod'
import { CmsQuery } from './content.ts'
import type { Operation } from './operation.ts'

const Percent = z.int().min(0).max(100)

/** One question, or a way to a page that answers it. */
const FaqResponse = z.object({
  questionId: z.string(),
  question: z.string(),
  /** HTML; empty where `href` is not. */
  answer: z.string(),
  category: z.string(),
  parentCategory: z.string(),
  /** Without the slash before it; empty where there is an answer. */
  href: z.string(),
  popular: z.enum(['true', 'false']),
  /** 0 while nobody has voted. */
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

/** The slash at the end is the specification's. */
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
