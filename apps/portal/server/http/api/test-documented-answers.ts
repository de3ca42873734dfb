import path from 'node:path'
import { gatewayCatalog } from '@nyanja/server/settings/gateways'
import { readMarket } from '@nyanja/server/settings/market'
import { z } from 'zod'
import { operations } from '../../../contract/operations.ts'
import { openapiOf } from './openapi.ts'

const Paths = z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) })))
const Answered = z.object({ method: z.string(), path: z.string(), status: z.number() })

const market = readMarket(path.join(import.meta.dirname, '../../../markets/mw.json'))
const { paths } = openapiOf({ operations, market, publicOrigin: 'http://localhost', ...gatewayCatalog })
const documented = Paths.parse(paths)

// A 304 has no body, and no document lists it.
const notModified = 304

/** Reads from the log what the JSON API answered, and records what its document does not list. */
export class DocumentedAnswers {
  readonly #log: { write(line: string): void }
  readonly #others = new Set<string>()

  constructor(log: { write(line: string): void }) {
    this.#log = log
  }

  write(line: string): void {
    this.#log.write(line)
    const answered = Answered.safeParse(JSON.parse(line))
    if (!answered.success) return
    const { method, path: route, status } = answered.data
    const listed = documented[route.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')]?.[method.toLowerCase()]
    if (listed !== undefined && status !== notModified && !(status in listed.responses))
      this.#others.add(`${method} ${route}: ${status}`)
  }

  assertAll(): void {
    if (this.#others.size > 0) throw new Error(`Not in the OpenAPI document: ${[...this.#others].join(', ')}`)
  }
}
