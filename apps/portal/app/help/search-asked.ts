import { withoutNumbers } from '@nyanja/domain/help-words'
import { privateHeaders, publicHeaders } from '../format/headers.ts'

const longestQuestion = 120

export const questionAsked = (url: URL) => (url.searchParams.get('q') ?? '').trim().slice(0, longestQuestion)

/** What holds somebody's number is kept by no cache. */
export const searchHeaders = (question: string) =>
  withoutNumbers(question) === question.normalize('NFKC') ? publicHeaders : privateHeaders
