import { afterAll } from 'vitest'
import { serve } from '../serve.contract.ts'

/** A call and its answer as transferred. */
export interface Exchange {
  readonly method: string
  /** The path below the address of the API. */
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  /** The body, undefined when there is none. */
  readonly request: unknown
  readonly status: number
  readonly response: unknown
}

/** A proxy between the gateway and the simulator that records what passes. */
export async function exchangesWith(apiUrl: () => string) {
  const exchanges: Exchange[] = []
  const baseUrl = await serve(async ({ method = 'GET', url = '', headers }, body, response) => {
    const { authorization = '', 'content-type': type = '' } = headers
    const sent = body.length === 0 ? {} : { body: new Uint8Array(body) }
    const answer = await fetch(`${apiUrl()}${url}`, {
      method,
      headers: { authorization, ...(type !== '' && { 'content-type': type }) },
      ...sent,
    })
    const text = await answer.text()
    const { pathname } = new URL(url, apiUrl())
    const request = body.length === 0 ? undefined : JSON.parse(body.toString())
    exchanges.push({ method, path: pathname, headers, request, status: answer.status, response: JSON.parse(text) })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text)
  }, afterAll)
  return { baseUrl, exchanges }
}
