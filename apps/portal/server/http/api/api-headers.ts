import type { IncomingHttpHeaders } from 'node:http'
import { endUserHeader, type FixedHeader, fixedHeaders } from '../../../contract/fixed-headers.ts'
import type { FindClient } from './api-clients.ts'

export type Caller =
  | {
      readonly client: string
      /** A digest of whom the client asks for, where it says so. */
      readonly endUser?: string
    }
  | { readonly wrong: string }

const longest = 100

/** Reads the fixed headers; names the first that is missing or wrong. */
export function readCallersBy(
  findClient: FindClient,
  opco: string,
  digestOf: (text: string) => string,
): (headers: IncomingHttpHeaders) => Caller {
  const { 'x-api-key': _key, ...others } = fixedHeaders
  const expected = Object.entries<FixedHeader>({ ...others, 'x-opco': { ...others['x-opco'], value: opco } })

  return (headers) => {
    const client = findClient(textOf(headers['x-api-key']))
    if (client === undefined) return { wrong: 'x-api-key' }
    for (const [name, { value }] of expected) {
      const sent = textOf(headers[name])
      if (sent === '' || sent.length > longest || (value !== undefined && sent !== value)) return { wrong: name }
    }
    const endUser = textOf(headers[endUserHeader])
    if (endUser.length > longest) return { wrong: endUserHeader }
    return endUser === '' ? { client } : { client, endUser: digestOf(`${client} ${endUser}`) }
  }
}

const textOf = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')
