import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { money } from '@nyanja/domain/money/money'
import { Agent } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type BssCredentials, createAuthorization } from '../bss-authorization.ts'
import type { ProviderRecord } from '../call-provider.ts'
import { serve } from '../serve.contract.ts'
import { createTmfDeliveryProvider } from './tmf-delivery-provider.ts'
import { createTmfLineSource } from './tmf-line-source.ts'

const product = {
  id: 'prd-1',
  productSerialNumber: '265999000001',
  productSpecification: { id: 'ps-prepaid-line' },
}
const isLine = { found: true, lineType: 'PREPAID', isBroadband: false }

/** A BSS with a token service, which accepts the newest token only. */
async function serveBss(options: { expiresIn?: number | undefined; tokenStatus?: number } = {}) {
  const seen = { tokens: 0, forms: [] as string[], basics: [] as unknown[], granted: [] as unknown[], isRevoked: false }
  const url = await serve(async ({ url: requested = '', headers }, body, response) => {
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (requested === '/token') {
      seen.forms.push(body.toString())
      seen.basics.push(headers.authorization)
      seen.isRevoked = false
      seen.tokens += 1
      const token = { access_token: `t${seen.tokens}`, token_type: 'Bearer', expires_in: options.expiresIn }
      return send(options.tokenStatus ?? 200, token)
    }
    seen.granted.push(headers.authorization ?? headers['x-api-key'])
    const isGranted = headers.authorization === `Bearer t${seen.tokens}` && !seen.isRevoked
    // The refusal is a page, as web servers send it.
    if (!isGranted) return response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>401</h1>')
    return send(200, requested.includes('product?') && requested.includes('offset=0') ? [product] : [])
  }, onTestFinished)
  return { url, seen }
}

const clock = { now: 0 }
const credentialsOf = (url: string): BssCredentials & { kind: 'oauth2' } => ({
  kind: 'oauth2',
  tokenUrl: `${url}/token`,
  clientId: 'portal',
  clientSecret: 'secret-of-portal',
  sentIn: 'basic',
})

const lineSource = (url: string, credentials: BssCredentials) =>
  createTmfLineSource({
    ...{ baseUrl: url, countryCode: '265', timeoutMs: 5000, pause: async () => {} },
    authorization: createAuthorization(credentials, { now: () => clock.now, pause: async () => {} }),
  })

describe('a token of client credentials', () => {
  it('is requested once for simultaneous calls, and kept until shortly before its end', async () => {
    clock.now = 0
    const { url, seen } = await serveBss({ expiresIn: 3600 })
    const lines = lineSource(url, credentialsOf(url))
    const found = await Promise.all([1, 2, 3].map(() => lines.lineOf('999000001')))
    expect(found).toEqual([isLine, isLine, isLine])
    clock.now = 3_569_999
    await lines.lineOf('999000001')
    expect(seen.tokens).toBe(1)
    clock.now = 3_570_000
    await lines.lineOf('999000001')
    expect(seen.tokens).toBe(2)
    expect(seen.forms[0]).toBe('grant_type=client_credentials')
    expect(seen.basics[0]).toBe(`Basic ${Buffer.from('portal:secret-of-portal').toString('base64')}`)
  })

  it('may have a short life, or none that the service names', async () => {
    clock.now = 0
    const { url, seen } = await serveBss({ expiresIn: 2 })
    const lines = lineSource(url, credentialsOf(url))
    await lines.lineOf('999000001')
    clock.now = 1499
    await lines.lineOf('999000001')
    expect(seen.tokens).toBe(1)
    clock.now = 1500
    await lines.lineOf('999000001')
    expect(seen.tokens).toBe(2)
    const endless = await serveBss()
    expect(await lineSource(endless.url, credentialsOf(endless.url)).lineOf('999000001')).toEqual(isLine)
  })

  it('is renewed once when it is refused, for calls that move money too', async () => {
    clock.now = 0
    const { url, seen } = await serveBss({ expiresIn: 3600 })
    const lines = lineSource(url, { ...credentialsOf(url), sentIn: 'body', scope: 'bss' })
    await lines.lineOf('999000001')
    seen.isRevoked = true
    expect(await lines.lineOf('999000001')).toEqual(isLine)
    expect(seen.tokens).toBe(2)
    expect(Object.fromEntries(new URLSearchParams(seen.forms[1]))).toEqual({
      grant_type: 'client_credentials',
      scope: 'bss',
      client_id: 'portal',
      client_secret: 'secret-of-portal',
    })
  })

  it('means that nothing was sent when it cannot be obtained, and its answer is never logged', async () => {
    const { url } = await serveBss({ tokenStatus: 400 })
    const records: ProviderRecord[] = []
    const hooks = { pause: async () => {}, observe: (record: ProviderRecord) => records.push(record) }
    const provider = createTmfDeliveryProvider({
      ...{ baseUrl: url, countryCode: '265', timeoutMs: 5000, ...hooks },
      authorization: createAuthorization(credentialsOf(url), hooks),
    })
    const bill = { account: '1000000050', invoices: [] }
    const purchase = { id: 'TXN-1', kind: 'bill', msisdn: '999000001', amount: money('MWK', 100), bill } as const
    const send = await provider.prepare(purchase)
    expect(await send()).toEqual({ outcome: 'not_sent', reason: 'no token' })
    expect(JSON.stringify(records)).not.toMatch(/t1|secret-of-portal/)
    expect(records.map(({ operation }) => operation)).toEqual(['POST token'])
  })

  it('decides nothing about a payment when it stays refused', async () => {
    const { url, seen } = await serveBss({ expiresIn: 3600 })
    const stale = createAuthorization({ kind: 'header', name: 'Authorization', value: 'Bearer old' })
    const provider = createTmfDeliveryProvider({ baseUrl: url, countryCode: '265', authorization: stale })
    const bill = { account: '1000000050', invoices: [] }
    const send = await provider.prepare({
      id: 'TXN-1',
      kind: 'bill',
      msisdn: '999000001',
      amount: money('MWK', 1),
      bill,
    })
    await expect(send()).rejects.toMatchObject({ code: 'provider_broke_contract' })
    expect(seen.granted).toEqual(['Bearer old'])
  })
})

it.each([
  [{ kind: 'basic', user: 'portal', password: 'pass:ä' }, `Basic ${Buffer.from('portal:pass:ä').toString('base64')}`],
  [{ kind: 'header', name: 'X-API-Key', value: 'k-1' }, 'k-1'],
  [{ kind: 'none' }, undefined],
] as const)('sends the credentials of %o', async (credentials, header) => {
  const { url, seen } = await serveBss()
  await expect(lineSource(url, credentials).lineOf('999000001')).rejects.toMatchObject({ name: 'PortalError' })
  expect(seen.granted).toEqual([header])
})

const hasOpenssl = () => {
  try {
    execFileSync('openssl', ['version'])
    return true
  } catch {
    return false
  }
}

/** Makes a certificate of its own authority for one name. */
function makeCertificate(folder: string, name: string) {
  const [key, cert] = [path.join(folder, `${name}.key`), path.join(folder, `${name}.pem`)]
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

it.runIf(hasOpenssl())('presents a client certificate, and trusts the named authority alone', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'mtls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [server, client] = [makeCertificate(folder, 'bss'), makeCertificate(folder, 'portal')]
  const secure = createSecureServer(
    { ...server, ca: client.cert, requestCert: true, rejectUnauthorized: true },
    ({ url = '' }, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(url.includes('offset=0') ? [product] : [])),
  )
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    secure.closeAllConnections()
    secure.close()
  })
  const address = secure.address()
  const baseUrl = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const lineOf = (connect: Agent.Options['connect']) =>
    createTmfLineSource({
      ...{ baseUrl, countryCode: '265', timeoutMs: 5000, pause: async () => {} },
      dispatcher: new Agent({ ...(connect && { connect }) }),
    }).lineOf('999000001')

  expect(await lineOf({ ...client, ca: server.cert })).toEqual(isLine)
  await expect(lineOf({ ca: server.cert })).rejects.toMatchObject({ code: 'provider_unreachable' })
  await expect(lineOf({ ...client })).rejects.toMatchObject({ code: 'provider_unreachable' })
})
