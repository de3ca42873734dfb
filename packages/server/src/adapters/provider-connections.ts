import dns, { type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { Agent, type Dispatcher, interceptors } from 'undici'

/**
 * The limit, shorter than the usual timeout of a call, so that a lost connection is known to have carried nothing. A
 * lost first packet is repeated after one, three and seven seconds (RFC 6298).
 */
const connectMs = 8_000

/** A name server that takes longer is not waited for where an earlier answer is known. */
const nameAnswerMs = 1_000
const mostNames = 100

type Resolve = (name: string) => Promise<readonly LookupAddress[]>

const resolveName: Resolve = (name) => dns.promises.lookup(name, { all: true })

/**
 * Creates a book of the addresses of names, with the last ones while the name server is silent or fails. It sends one
 * query at a time for each name: the process has four threads for names, files and compression, and each unanswered
 * query holds one.
 */
export function createAddressBook(resolve: Resolve = resolveName, pause: (ms: number) => Promise<unknown> = sleep) {
  const last = new LRUCache<string, readonly LookupAddress[]>({ max: mostNames })
  const asked = new Map<string, Promise<readonly LookupAddress[]>>()

  function ask(name: string): Promise<readonly LookupAddress[]> {
    const question = asked.get(name) ?? resolve(name).finally(() => asked.delete(name))
    asked.set(name, question)
    return question.then((addresses) => {
      last.set(name, addresses)
      return addresses
    })
  }

  return async (name: string): Promise<readonly LookupAddress[]> => {
    const known = last.get(name)
    if (known === undefined) return ask(name)
    const orKnown = () => known
    return Promise.race([ask(name).catch(orKnown), pause(nameAnswerMs).then(orKnown)])
  }
}

const addressesOf = createAddressBook()

const lookup: LookupFunction = (name, { all = false }, callback) => {
  addressesOf(name).then(
    (addresses) => {
      const [first] = addresses
      if (all) callback(null, [...addresses])
      else callback(null, first?.address ?? '', first?.family)
    },
    (error: NodeJS.ErrnoException) => callback(error, ''),
  )
}

/** Refusals explain themselves in a body too. */
const unpack = interceptors.decompress({ skipErrorResponses: false })

/** Opens connections to providers, with a client certificate where one is set. Answers arrive unpacked. */
export function openConnections(tls: { readonly [option: string]: string | undefined } = {}): Dispatcher {
  return new Agent({ connect: { ...tls, timeout: connectMs, lookup } }).compose(unpack)
}
