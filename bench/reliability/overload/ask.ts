import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Seen {
  /** 0 means no answer. */
  readonly status: number
  readonly ms: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Asked {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** The request is a POST if there is one. */
  readonly body?: string
}

export interface Target {
  readonly origin: string
  readonly agent: Agent
}

/** The time counts from `since`, so that a generator that falls behind does not make waiting times look short. */
export function ask({ origin, agent }: Target, asked: Asked, since = performance.now()): Promise<Seen> {
  const { path, headers = {}, body } = asked
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { agent, method, headers }, (response) => {
      const { statusCode: status = 0 } = response
      text(response).then(
        (answer) => resolve({ status, ms: performance.now() - since, headers: response.headers, body: answer }),
        reject,
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** It does the same; without an answer the error is the body. */
export async function askPatiently(target: Target, asked: Asked, since = performance.now()): Promise<Seen> {
  try {
    return await ask(target, asked, since)
  } catch (error) {
    return { status: 0, ms: performance.now() - since, headers: {}, body: String(error) }
  }
}

export const browserHeaders = { accept: 'text/html', 'sec-fetch-dest': 'document' }

/** None of these pages is cached: each costs the portal its whole work. */
export const newPage = '/sw/gethelp/search?q=data+bundle'
