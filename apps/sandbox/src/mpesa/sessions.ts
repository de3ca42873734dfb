import { constants, createPrivateKey, createPublicKey, type KeyObject, privateDecrypt, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { unpad } from '../core/bodies.ts'
import { type CodeName, findMarket, type Reply, replyOf, type Settings, type Wallets } from './codes.ts'
import type { ProviderAccount } from './ledger.ts'

interface Session {
  readonly usableAtMs: number
  readonly expiresAtMs: number
}

/** Calls need session keys. A new one is refused for a while. */
export class Sessions {
  readonly #now: () => Date
  readonly #settings: Settings
  readonly #byId = new Map<string, Session>()

  constructor(now: () => Date, settings: Settings) {
    this.#now = now
    this.#settings = settings
  }

  open(): string {
    this.#forgetExpired()
    const id = randomBytes(16).toString('hex')
    const nowMs = this.#now().getTime()
    const { sessionDelayMs, sessionMs } = this.#settings
    this.#byId.set(id, { usableAtMs: nowMs + sessionDelayMs, expiresAtMs: nowMs + sessionMs })
    return id
  }

  isUsable(id: string): boolean {
    const session = this.#byId.get(id)
    const nowMs = this.#now().getTime()
    return session !== undefined && session.usableAtMs <= nowMs && nowMs < session.expiresAtMs
  }

  clear(): void {
    this.#byId.clear()
  }

  #forgetExpired(): void {
    const nowMs = this.#now().getTime()
    for (const [id, { expiresAtMs }] of this.#byId) if (expiresAtMs <= nowMs) this.#byId.delete(id)
  }
}

/** The context of the API's routes. */
export interface Simulation {
  readonly apiKey: string
  readonly serviceProviderCode: string
  readonly limitMinor: number
  readonly merchant: string
  readonly settings: Settings
  readonly sessions: Sessions
  readonly account: ProviderAccount
  readonly wallets: Wallets
}

/** The key is public, so that the portal's setting works without configuration: it protects no money. */
const privateDer = [
  'MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDJ6HRPqAyt+9W0iHa5nvlTBBt3wKY1rGoq/PVSZgW4p4B/1fMN',
  'bsXzLcaaLq8eC2yVaBzFrbN+YK+XoRBfwZOPcfob0hHLlKdvC/okjCkLpNOBA438Wf3cPqdwAF7no/lueZxI8ETarqgJZINbxLo+',
  'IfKkbSmkD+dwKgtTcpdlt0/QWvt4mXocxQGCl71AGU6/tcDBCDakLAG7MQDI5BE6bj4R1TVqD3s+wSdh/0VexX6ZabXZdTMJHF4b',
  'RjmM75ZL9V6TGNZvPdsnbBjGTjkbmNx3QQ3lCztJ/FHahgDXPpngeWbbc1FF2lCSg50Xg00y0Rx5lu3iSANWVF4zFQtXAgMBAAEC',
  'ggEATf4cm76C81wRv3RtRCOMFMzD3XzN13Lb6fIfw24EbMFLSlY3VmuBTH/UtS8uVvE7xvTaFGQWL02i1nQRcqPAX8s7vS5m0FiC',
  'WstqG18G5egMCUx5ts5+WOrc289Q2bLGAa45OBWTy1NnNoWclkDGXoTXiTtft++qy3F6QYhEwjWeXC0d1IHgZO48SJpv9OPzY73S',
  'G8duWWEaPm7NsPJefDwrNtOGg/j+ENcvHZOB7QYsmRrh7+ibYvjL1unS4GWPE0QS3BL5Fgtgalsz9pdnl/47JpPhTK01L8ZamxKw',
  'O9lE6SD6oe395n7+cKmtArUhUIC+X+Kk6dJ40G/IBQMDvQKBgQD5RAaCE4snERvA8YUioXWcpi3PmDLdgTTriuZ6f6XcqwZXMwmJ',
  'XKzXSlmDpPvXFiyEn2G+5ZVvxP9T/8DXjnlnSwGe1aQPW+4vjaBK+FrsdrdPe+jVSbuWGvDEZSZwY+Ge6OrIGsA47ik27/xAM4br',
  'TZAovm2EQkEwzD5w+3bh9QKBgQDPXOSds7aI5VvzdNOZIolCVKfvHvAidK8PW3xU80g2UuBr9ZtQ9wwHCuW2C06pbjrS63rGcMq4',
  'kP2wHYQ+AcD+y3IuzYgPccvvzSaQeuN8n5BPul4AaBOf5SnlXwg13RFh8o7CUaOcFOu6MVB9xveLHLwWM/GhMrKirazat//MmwKB',
  'gCKUsWJyW6e70+Hcn9/CDpMA6vIV51ibiD/1MSxlcRlAEM0gI36PANuNUQXWaanZRavQgLr/FtA+wD1jCdndxjHyUfM7KFuJIW4v',
  'c8Fy2wpbHetFAXQ1mnSkoCpe7gpBkRd+sLO6IljDkawxdwlhHKKgTBOa946Vsn2WmEMMX93RAoGAMWz93Q0J9CVfPm9ZREX0G4hc',
  'IuXn7P6M/4cZ4pG+Y5xre7AmHi1Ug5U4XaTiUgZBJScVs5kM6OM+ZK0UaUc3vkO16qv4w12nc3gduhBgisLpvec5IrWr/8+6pb56',
  'EYSo8QTEvFKDQd/GtDGu8tvrAxCNUGl/LaIM7DOjYNq8sQMCgYBLT74/y/leLXfLDtodd8Q5sJ2GC/aOXf/VAPi/MoYHNWOSOuS5',
  '+p3y2WFZRgi/jLfuICuenDoPkdY8562+xKhmoJPvGZEIhuYhSiTmH36HnTAKXBsDoFjZYnEEj0bJ8vz0+AnmuOhvYDI4wQzH4VhR',
  'mnulIxcEX33V/kF4jUghug==',
].join('')

const privateKey: KeyObject = createPrivateKey({
  key: Buffer.from(privateDer, 'base64'),
  format: 'der',
  type: 'pkcs8',
})

/** Merchants get the key as base64 of the DER form, without armour. */
export const publicKey: string = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')

export const send = (reply: FastifyReply, { httpStatus, body }: Reply): FastifyReply =>
  reply.code(httpStatus).send(body)

/** Authorises a call, and answers itself when it is refused. */
export function guard(app: FastifyInstance, isKey: (plain: string) => boolean): void {
  app.addHook<{ Params: { market: string } }>('preValidation', async ({ headers, params }, reply) => {
    const refuse = (name: CodeName) => send(reply, replyOf(name))
    if (findMarket(params.market) === undefined) return refuse('market')
    if (headers.origin === undefined) return refuse('not_authorised')
    const [, token = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
    const plain = plainOf(token, privateKey)
    if (plain === undefined || !isKey(plain)) return refuse('invalid_key')
  })
  app.setErrorHandler<{ statusCode?: number }>(async ({ statusCode = 500 }, _request, reply) =>
    send(reply, replyOf(statusCode < 500 ? 'parameters' : 'internal_error')),
  )
}

/** Decrypts a bearer token that is encrypted with the platform's public key. It is undefined for any other. */
function plainOf(token: string, key: KeyObject): string | undefined {
  try {
    const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.from(token, 'base64'))
    return unpad(block)?.toString('utf8')
  } catch {
    return undefined
  }
}
