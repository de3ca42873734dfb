import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { isPlaceholder } from './placeholders.ts'
import { faultsOfDataKeys, faultsOfOwnSecret } from './secret-faults.ts'

const home = path.join(import.meta.dirname, '../../../../apps/portal')
const fieldKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ format: 'der', type: 'pkcs8' })
  .toString('base64')

const secret = (name: string) => `Zu8#kLmWq2vT9xYb-5rNcJd7 of ${name}`

const secrets = [
  ...['CALLBACK_TOKEN', 'OTP_SECRET', 'SMSC_PASSWORD', 'DPO_COMPANY_TOKEN', 'PAYSTACK_SECRET_KEY', 'MPESA_API_KEY'],
  ...['MONEY_CLIENT_SECRET', 'MONEY_CALLBACK_KEY', 'WALLET_CLIENT_SECRET', 'WALLET_CALLBACK_SECRET'],
]
const addresses = ['BSS_URL', 'DPO_URL', 'PAYSTACK_URL', 'MONEY_URL', 'MPESA_URL', 'WALLET_URL']

const production: Record<string, string> = {
  ...Object.fromEntries(secrets.map((name) => [name, secret(name)])),
  ...Object.fromEntries(addresses.map((name) => [name, 'https://provider.internal'])),
  PORTAL_MODE: 'production',
  // The gateways that have settings here, whichever others the market offers.
  PAYMENT_METHODS: 'dpo,paystack,airtime,open-api-money,nyanja-money-pin,smartcash,mpesa',
  API_KEYS: 'app:Zu8#kLmWq2vT9xYb',
  FIELD_KEY: fieldKey,
  PUBLIC_ORIGIN: 'https://portal.internal',
  DATABASE_URL: 'postgres://portal@db.internal/portal?sslmode=verify-full',
  MARKETS_DIR: path.join(home, 'markets'),
  CONTENT_DIR: path.join(home, 'content'),
  DPO_SERVICE_TYPE: '3854',
  MPESA_PUBLIC_KEY: 'of the platform',
  MPESA_SERVICE_PROVIDER_CODE: '000000',
  MONEY_CLIENT_ID: 'portal',
  WALLET_CLIENT_ID: 'portal',
  SMSC_URL: 'smpp://smsc.internal',
  SMSC_SYSTEM_ID: 'portal',
  SMS_SENDER: 'Nyanja',
  SMTP_URL: 'smtps://user:secret@mail.internal',
  MAIL_FROM: 'Nyanja <receipts@portal.internal>',
  CARE_MAIL_TO: 'care@portal.internal',
}

function faultsWith(changes: Record<string, string | undefined>): string[] {
  try {
    readConfig({ ...production, ...changes })
    return []
  } catch (error) {
    return error instanceof Error ? error.message.split('\n').slice(1) : [String(error)]
  }
}

it('accepts the settings of an operator', () => {
  expect(faultsWith({})).toEqual([])
})

it.each([
  ['API_KEYS', 'x:1'],
  ['API_KEYS', 'app:12345678'],
  ['API_KEYS', 'app:aaaaaaaaaaaaaaaaaaaaaaaa'],
  ['CALLBACK_TOKEN', 'abcabcabcabcabcabc'],
  ['CALLBACK_TOKEN', `${secret('callbacks')}\nabcabcabcabcabcabc`],
  ['OTP_SECRET', '0'.repeat(40)],
  ['WALLET_CALLBACK_SECRET', 'secret'],
  ['DPO_COMPANY_TOKEN', '11111111-1111-1111'],
  ['SMSC_PASSWORD', 'pass'],
  ['BSS_URL', 'http://bss.internal'],
  ['DPO_URL', 'http://dpo.internal'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['TRUSTED_PROXIES', '10.0.0.1, ::/0'],
  ['TRUSTED_PROXIES', '::ffff:0:0/96'],
  ['TRUSTED_PROXIES', 'the balancer'],
  ['ASSETS_ORIGIN', 'http://assets.internal'],
  ['ADMIN_HOST', '0.0.0.0'],
  ['ADMIN_HOST', '::'],
  ['ADMIN_HOST', '10.0.0.5'],
  ['ADMIN_HOST', 'portal.internal'],
  ['TRUSTED_PROXIES', '203.0.113.7'],
  ['TRUSTED_PROXIES', '10.0.0.1,2001:db8::/32'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ['CALLBACK_TOKEN', 'changemechangeme'],
  ['CALLBACK_TOKEN', 'change-me-1234567890'],
  ['OTP_SECRET', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['OTP_SECRET', 'k7Qp2mXvk7Qp2mXvk7Qp2mXvk7Qp2mXv'],
  ['DPO_COMPANY_TOKEN', 'changeme'],
  ['SMSC_PASSWORD', '12345678'],
  ['DATA_KEYS', `a:${Buffer.alloc(32).toString('base64')}`],
  ['DATA_KEYS', `a:${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`],
  ['DATA_KEYS', `a:${Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64')}`],
  ['DATABASE_URL', 'postgres://portal@db.internal/portal'],
  ['DATABASE_URL', 'postgres://portal@10.0.0.2,localhost/portal?sslmode=prefer'],
  ['DATABASE_URL', 'postgres:///portal?host=10.0.0.2'],
  ['PUBLIC_ORIGIN', 'https://portal.internal/shop'],
  ['ASSETS_ORIGIN', 'https://assets.internal/?v=1'],
  ['SMTP_URL', 'smtp://user:secret@mail.internal'],
  ['ALLOW_UNSAFE', 'everything'],
  ['ALLOW_SQLITE', 'on'],
  ['ALLOW_PLAIN_HTTP', 'BSS_URL'],
  ['MONEY_CALLBACK_KEY', undefined],
  ['DATABASE_URL', undefined],
  ['FIELD_KEY', undefined],
])('refuses %s=%s', (name, value) => {
  expect(faultsWith({ [name]: value }).join('\n')).toContain(name)
})

it.each([
  '0.0.0.0',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '169.254.169.254',
  'localhost',
  'LOCALHOST.',
  'bss.localhost',
  '[::]',
  '[::1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[fe80::1]',
])('refuses a BSS at %s', (host) => {
  expect(faultsWith({ BSS_URL: `https://${host}/bss` })).toEqual([expect.stringContaining('BSS_URL points at')])
})

it.each(['10.1.2.3', '[fd00::1]', 'localhost.bss.internal', '128.0.0.1'])('accepts a BSS at %s', (host) => {
  expect(faultsWith({ BSS_URL: `https://${host}/bss` })).toEqual([])
})

it('accepts known names of proxies', () => {
  expect(faultsWith({ BSS_URL: 'http://10.1.2.3/bss', ALLOW_UNSAFE: 'BSS_URL, RATES_URL' })).toEqual([])
  expect(faultsWith({ DATABASE_URL: undefined, ALLOW_UNSAFE: 'sqlite' })).toEqual([])
  expect(faultsWith({ ADMIN_HOST: '0.0.0.0', ADMIN_TOKEN: secret('the admin port') })).toEqual([])
  expect(faultsWith({ TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8,192.168.1.1,loopback' })).toEqual([])
})

it.each([
  { DATABASE_URL: 'postgres://portal@localhost/portal' },
  { DATABASE_URL: 'postgres:///portal?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://portal@db.internal/portal?sslmode=require' },
  { DATABASE_URL: 'postgres://portal@db.internal/portal', ALLOW_UNSAFE: 'DATABASE_URL' },
  { SMTP_URL: 'smtp://localhost:25' },
  { SMTP_URL: 'smtp://user:secret@mail.internal?requireTLS=true' },
  { SMTP_URL: 'smtp://user:secret@mail.internal', ALLOW_UNSAFE: 'SMTP_URL' },
  { TRUSTED_PROXIES: '203.0.113.0/24', ALLOW_UNSAFE: 'TRUSTED_PROXIES' },
  { PUBLIC_ORIGIN: 'https://portal.internal/' },
  { DATA_KEYS: `a:${randomBytes(32).toString('base64')}` },
])('accepts %o', (changes) => expect(faultsWith(changes)).toEqual([]))

it('refuses one secret in two places, unless both are named', () => {
  const value = secret('two doors')
  const [fault, ...others] = faultsWith({ CALLBACK_TOKEN: value, MPESA_API_KEY: value })
  expect(others).toEqual([])
  expect(fault).toContain('CALLBACK_TOKEN and MPESA_API_KEY have one secret')
  expect(faultsWith({ API_KEYS: `app:${value},web:${value}` })).toHaveLength(1)
  const shared = { MONEY_CLIENT_SECRET: value, WALLET_CLIENT_SECRET: value }
  expect(faultsWith({ ...shared, ALLOW_UNSAFE: 'MONEY_CLIENT_SECRET' })).toHaveLength(1)
  expect(faultsWith({ ...shared, ALLOW_UNSAFE: 'MONEY_CLIENT_SECRET,WALLET_CLIENT_SECRET' })).toEqual([])
})

it('accepts every secret that is made at random', () => {
  for (let times = 0; times < 500; times += 1) {
    const bytes = randomBytes(16)
    for (const CALLBACK_TOKEN of [bytes.toString('hex'), bytes.toString('base64url'), randomUUID()])
      expect(faultsOfOwnSecret('CALLBACK_TOKEN', CALLBACK_TOKEN)).toEqual([])
    expect(faultsOfDataKeys(`a:${randomBytes(32).toString('base64')}`)).toEqual([])
  }
})

const repository = path.join(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(path.join(repository, file), 'utf8')

/** Lists the samples of a file of settings, those that a # switches off included. */
const samplesIn = (file: string) =>
  [...read(file).matchAll(/^#? ?([A-Z_]+)=(.+)$/gm)].map(([, name = '', value = '']) => ({ name, value }))

/** The marks of samples in the documents, by which production refuses them. */
const isOfDocuments = /example|TODO|random-key|password|secret@|a-token|…/

it.each(['.env.example', 'deploy/portal.env.example'])('refuses each placeholder of %s by its name', (file) => {
  const known = new Set(Object.keys(production))
  const samples = samplesIn(file).filter(({ name, value }) => known.has(name) && isOfDocuments.test(value))
  expect(samples.length).toBeGreaterThan(6)
  for (const { name, value } of samples)
    expect(faultsWith({ [name]: value })).toContain(`✖ ${name} is a placeholder: set your own value`)
})

it('refuses each secret that the guide to going live shows as an example', () => {
  const written = [...read('docs/go-live.md').matchAll(/^echo '(.+)' > (.+)$/gm)]
  expect(written.length).toBeGreaterThan(4)
  for (const [, value = '', file = ''] of written) {
    const name = file.toUpperCase().replaceAll('-', '_')
    expect(faultsWith({ [name]: value })).toContain(`✖ ${name} is a placeholder: set your own value`)
  }
})

it.each([
  'https://portal.example',
  'https://www.example.com:443/a',
  'x@bss.invalid',
  'Care <a@example.org>',
  'a.example,b',
])('takes %s for a placeholder', (value) => expect(isPlaceholder(value)).toBe(true))

it.each([
  'https://example.mw',
  'https://examples.net',
  'https://test.example-bank.com',
  'smtps://u:Zu8example9@mail.mw',
])('takes %s for a value of an operator', (value) => expect(isPlaceholder(value)).toBe(false))

it('refuses a market that is not filled in, with each place', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'market-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const market = JSON.parse(read('apps/portal/markets/mw.json'))
  const write = (changes: object) =>
    writeFileSync(path.join(folder, 'market.json'), JSON.stringify({ todo: [], ...market, ...changes }, null, 2))
  mkdirSync(path.join(folder, 'places'))
  write({ brand: 'TODO brand', contact: { ...market.contact, address: 'TODO address' } })
  writeFileSync(path.join(folder, 'places/districts.csv'), 'id,name\nd01,TODO district\n')
  const faults = faultsWith({ MARKET_DIR: folder, CARE_MAIL_TO: undefined })
  expect(faults).toContain('✖ The market is not filled in: districts.csv line 2: TODO district')
  expect(faults.join('\n')).toMatch(/✖ The market is not filled in: market[.]json line \d+: TODO brand/)
  expect(faults.at(-1)).toContain('✖ CARE_MAIL_TO must be set')
  rmSync(path.join(folder, 'places/districts.csv'))
  write({})
  expect(faultsWith({ MARKET_DIR: folder })).toEqual([])
})

it('reports all faults at once, a line for each', () => {
  const faults = faultsWith({ BSS_URL: 'http://0.0.0.0', ADMIN_HOST: '::', OTP_SECRET: '0'.repeat(32) })
  expect(faults).toHaveLength(4)
  for (const fault of faults) expect(fault).toMatch(/^✖ [A-Z_]+/)
})

it('reports a secret file that cannot be read', () => {
  const faults = faultsWith({ OTP_SECRET_FILE: '/nowhere/otp', BSS_URL_FILE: home })
  expect(faults.join('\n')).toContain('✖ OTP_SECRET_FILE: /nowhere/otp cannot be read (ENOENT)')
  expect(faults.join('\n')).toContain(`✖ BSS_URL_FILE: ${home} cannot be read (EISDIR)`)
  expect(faultsWith({ SSL_CERT_FILE: '/nowhere' })).toEqual([])
})

it('prints no part of an API key without a name', () => {
  expect(faultsWith({ API_KEYS: 'Qw1:short' })).toEqual([
    '✖ API_KEYS: the key of a channel without a name must have 16 characters or more',
  ])
})
