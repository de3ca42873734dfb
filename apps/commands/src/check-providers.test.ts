import { createServer } from 'node:net'
import path from 'node:path'
import type { ProviderRecord } from '@nyanja/server/adapters/call-provider'
import { testSandbox } from '@nyanja/server/adapters/sandbox.contract'
import { serve } from '@nyanja/server/adapters/serve.contract'
import { readEnvironment } from '@nyanja/server/settings/config'
import { gateways } from '@nyanja/server/settings/gateways'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { portalSettings } from '../../sandbox/src/gateway-simulators.ts'
import { checkProviders, runProvidersCheck } from './check-providers.ts'

const sandbox = testSandbox()
const home = path.join(import.meta.dirname, '../../portal')

function envOf(changed: Readonly<Record<string, string>> = {}) {
  return {
    ...{ PUBLIC_ORIGIN: 'http://localhost:3000', API_KEYS: 'app:a-long-key', CALLBACK_TOKEN: 'a-token-of-tests' },
    ...{ OTP_SECRET: 'a-secret-of-thirty-two-characters', BSS_URL: `${sandbox.url}/bss` },
    ...{ SMSC_URL: `smpp://127.0.0.1:${sandbox.smppPort}`, SMSC_SYSTEM_ID: 'nyanja' },
    ...{ SMSC_PASSWORD: 'sandbox', SMS_SENDER: 'Nyanja', SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}` },
    ...{ MAIL_FROM: 'Nyanja <receipts@nyanja.example>', CARD_FALLBACK_MSISDN: '265999000000' },
    ...portalSettings(sandbox.url),
    ...{ RATES_URL: `${sandbox.url}/rates`, RATES_API_KEY: 'nyanja-sandbox-rates' },
    ...changed,
  }
}

async function check(changed: Readonly<Record<string, string>> = {}, names?: readonly string[]) {
  const records: ProviderRecord[] = []
  const config = readEnvironment({ env: envOf(changed), home })
  const checks = await checkProviders({ config, ...(names && { names }), observe: (record) => records.push(record) })
  return { checks, records }
}

async function checkOne(name: string, changed: Readonly<Record<string, string>>) {
  const { checks } = await check(changed, [name])
  return checks[0]
}

it('works at the source of exchange rates, in a market with two currencies', async () => {
  expect(await checkOne('rates', { MARKET: 'cd' })).toMatchObject({ state: 'works' })
})

/** Everything that the check may call. None of these moves money. */
const reads = ['token', 'session', 'verify', 'verifyToken', 'query', 'enquiry', 'GET adjustBalance']

it('works at every provider with the right settings, and moves no money', async () => {
  const { checks, records } = await check()
  expect(checks.filter(({ state }) => state !== 'works')).toEqual([])
  expect(checks.map(({ provider }) => provider)).toEqual([...gateways.keys(), 'smsc', 'mail'])
  expect([...new Set(records.map(({ operation }) => operation))].filter((name) => !reads.includes(name))).toEqual([])
  expect(await sandbox.records()).toEqual({ captures: [], deliveries: [] })
  expect(await sandbox.control('/sms')).toEqual([])
  expect(await sandbox.control('/mail')).toEqual([])
})

it.each([
  ['dpo', 'DPO_COMPANY_TOKEN', 'wrong'],
  ['paystack', 'PAYSTACK_SECRET_KEY', 'sk_test_wrong'],
  ['cellulant', 'TINGG_CLIENT_SECRET', 'wrong'],
  ['cellulant', 'TINGG_API_KEY', 'wrong'],
  ['uba', 'UBA_SERVICE_KEY', 'wrong'],
  ['paychangu', 'PAYCHANGU_SECRET_KEY', 'SEC-wrong'],
  ['open-api-money', 'MONEY_CLIENT_SECRET', 'wrong'],
  ['nyanja-money-pin', 'WALLET_CLIENT_SECRET', 'wrong'],
  ['mpesa', 'MPESA_API_KEY', 'wrong'],
  ['smsc', 'SMSC_PASSWORD', 'wrong'],
  ['rates', 'RATES_API_KEY', 'wrong'],
])('says that %s refuses a wrong %s', async (name, setting, value) => {
  const one = await checkOne(name, { MARKET: 'cd', [setting]: value })
  expect(one).toMatchObject({ provider: name, state: 'refused' })
  expect(one?.lookAt).toContain(setting)
  expect(one?.seen).not.toContain(value)
})

it('names the address of each provider that cannot be reached', async () => {
  const addresses = {
    ...{ dpo: 'DPO_URL', paystack: 'PAYSTACK_URL', cellulant: 'TINGG_URL', uba: 'UBA_URL' },
    ...{ paychangu: 'PAYCHANGU_URL', 'open-api-money': 'MONEY_URL', mpesa: 'MPESA_URL', smartcash: 'WALLET_URL' },
    ...{ rates: 'RATES_URL', airtime: 'BSS_URL' },
  }
  const away = Object.fromEntries(Object.values(addresses).map((name) => [name, 'http://127.0.0.1:2']))
  const { checks } = await check({ MARKET: 'cd', ...away }, Object.keys(addresses))
  expect(checks).toHaveLength(Object.keys(addresses).length)
  for (const [name, setting] of Object.entries(addresses)) {
    const one = checks.find(({ provider }) => provider === name)
    expect(one).toMatchObject({ state: 'unreachable', seen: expect.stringContaining('ECONNREFUSED') })
    expect(one?.lookAt).toContain(setting)
  }
})

it('tells the two addresses of an SMSC apart', async () => {
  const { checks } = await check({ SMSC_URL: `smpp://127.0.0.1:${sandbox.smppPort},127.0.0.1:1` }, ['smsc'])
  expect(checks).toMatchObject([
    { state: 'works', seen: `127.0.0.1:${sandbox.smppPort}` },
    { state: 'unreachable', seen: expect.stringContaining('127.0.0.1:1, smsc: no connection, ECONNREFUSED') },
  ])
  expect(checks[1]?.lookAt).toEqual(['SMSC_URL'])
})

it('names a key that is none, and an address that is of something else', async () => {
  const malformed = await checkOne('mpesa', { MARKET: 'cd', MPESA_PUBLIC_KEY: 'bm9uZQ==' })
  expect(malformed).toMatchObject({ state: 'unexpected', lookAt: expect.arrayContaining(['MPESA_PUBLIC_KEY']) })
  const page = await serve((_request, _body, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
  }, onTestFinished)
  const other = await checkOne('paychangu', { PAYCHANGU_URL: page })
  expect(other).toMatchObject({ state: 'unexpected', lookAt: ['PAYCHANGU_URL', 'PAYCHANGU_SECRET_KEY'] })
})

/** The sandbox's mail server needs no account; this one refuses every account. */
async function strictMailServer() {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.on('data', (bytes) => {
      const line = bytes.toString().trim()
      heard.push(line.split(' ')[0] ?? '')
      if (line.startsWith('EHLO')) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n')
      else if (line.startsWith('AUTH')) socket.write('535 5.7.8 Account thoko is unknown\r\n')
      else socket.end('221 Bye\r\n')
    })
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { port: z.object({ port: z.number() }).parse(server.address()).port, heard }
}

it('says that the mail server refuses the account, or cannot be reached', async () => {
  const { port, heard } = await strictMailServer()
  const refused = await checkOne('mail', { SMTP_URL: `smtp://thoko:wrong@127.0.0.1:${port}` })
  expect(refused).toEqual({ provider: 'mail', state: 'refused', seen: 'mail: EAUTH 535', lookAt: ['SMTP_URL'] })
  expect(heard).toEqual(expect.arrayContaining(['EHLO', 'AUTH']))
  expect(heard).not.toContain('MAIL')
  expect(await checkOne('mail', { SMTP_URL: 'smtp://127.0.0.1:1' })).toMatchObject({ state: 'unreachable' })
})

it('prints a table, and reports by its exit code whether all is well', async () => {
  let printed = ''
  const print = (text: string) => {
    printed += text
  }
  const run = (typed: readonly string[], changed = {}) =>
    runProvidersCheck({ env: envOf(changed), home, typed, print, complain: print })
  expect(await run(['dpo', 'mail'])).toBe(0)
  expect(printed).toMatch(/^PROVIDER +STATE +SEEN +LOOK AT\ndpo +works +- +-\nmail +works +- +-\n$/)
  expect(await run(['dpo'], { DPO_COMPANY_TOKEN: 'wrong' })).toBe(1)
  expect(printed).toContain('dpo verifyToken: result 802  DPO_COMPANY_TOKEN')
  expect(await run(['stripe'])).toBe(2)
  expect(printed).toContain('stripe is not configured: choose from dpo, ')
  expect(await runProvidersCheck({ env: {}, home, typed: ['--help'], print, complain: print })).toBe(0)
})
