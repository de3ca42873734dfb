import type { JsonObject } from '../core/json.ts'

export interface Answer {
  readonly http: number
  readonly body: JsonObject
}

export const success = (words: string, results: JsonObject = {}): Answer => ({
  http: 200,
  body: { status: { status_code: 200, status_description: words }, results },
})

/** A refusal inside the usual wrapping. */
export const refusal = (code: number, words: string, http = 400): Answer => ({
  http,
  body: { status: { status_code: code, status_description: words } },
})

/** The gate in front of the checkout refuses in another shape. */
const unwrapped = (code: number, message: string, http: number): Answer => ({
  http,
  body: { status: code, message },
})

export const notFound = refusal(1001, 'No request found', 200)
export const notJson = refusal(1013, 'The request was not valid JSON')
export const notAllowed = unwrapped(1031, 'This client is not allowed to access this service', 403)
export const unknownPath = unwrapped(404, 'Not Found', 404)
export const unauthorised = unwrapped(401, 'Unauthorized', 401)
