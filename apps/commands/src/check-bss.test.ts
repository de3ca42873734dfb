import path from 'node:path'
import { testSandbox } from '@nyanja/server/adapters/sandbox.contract'
import { serve } from '@nyanja/server/adapters/serve.contract'
import { expect, it, onTestFinished } from 'vitest'
import { runBssCheck } from './check-bss.ts'

const sandbox = testSandbox()
const home = path.join(import.meta.dirname, '../../portal')

async function check(typed: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const texts: string[] = []
  const print = (text: string) => void texts.push(text)
  const settings = { BSS_URL: `${sandbox.url}/bss/`, MARKET: 'mw', ...env }
  const code = await runBssCheck({ env: settings, home, typed, print, complain: print })
  const text = texts.join('')
  return { code, text, states: Object.fromEntries(text.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2))) }
}

const all = ['line', 'bundles', 'balances', 'bills', 'top-up', 'airtime as payment', 'orders', 'payments', 'leads']

it('works for every capability of a BSS of the standard, and changes nothing', async () => {
  const { code, text, states } = await check(['--number', '0999 000 050'])
  expect(Object.keys(states).filter((name) => states[name] === 'works')).toEqual(
    [...all, 'feasibility'].filter(isOfPostpaid),
  )
  expect(states).toMatchObject({ 'top-up': 'not checked', balances: 'not checked' })
  expect(code, text).toBe(0)
  const prepaid = await check(['--number', '0999 000 001'])
  expect(prepaid.states).toMatchObject({ 'top-up': 'works', bills: 'not checked' })
  expect(prepaid.code, prepaid.text).toBe(0)
  expect(await sandbox.records()).toEqual({ captures: [], deliveries: [] })
})

// A postpaid line has no bucket that can be topped up.
const isOfPostpaid = (name: string) => !['top-up', 'balances'].includes(name)

it('checks what needs no number without one', async () => {
  const { code, states } = await check([])
  expect(code).toBe(0)
  expect(states).toMatchObject({ line: 'not checked', bundles: 'works', orders: 'works' })
})

it('requires that a top-up that was made is found', async () => {
  const { code, text } = await check(['--number', '0999000001', '--reference', 'TXN-NEVER-MADE'])
  expect(code).toBe(1)
  expect(text).toMatch(/top-up +missing +a top-up that was made is not found.*findByReference\.absence/)
})

it('names the line of the profile that would mend a fault', async () => {
  const rows = [{ id: 'r-1', productSerialNumber: '265999000001', productSpecification: { id: 'mobile' } }]
  const url = await serve(
    (_request, _body, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows)),
    onTestFinished,
  )
  const { code, text } = await check(['--number', '0999000001'], { BSS_URL: url })
  expect(code).toBe(1)
  expect(text).toMatch(/line +missing +1 products, none of them a line.*lineSpecs\.mobile/)
  expect(text).toMatch(/orders +missing +.*\(filter ignored\).*filters\["productOrder\.…"\]/)
})

it.each([
  [401, 'BSS_AUTH'],
  [404, 'apis.sales.path'],
])('names what to look at after HTTP %s', async (status, line) => {
  const url = await serve((_request, _body, response) => response.writeHead(status).end('<h1>no</h1>'), onTestFinished)
  const { text } = await check([], { BSS_URL: url })
  expect(text.split('\n').find((row) => row.startsWith('leads'))).toContain(line)
})

it('names the settings of the token service when that refuses them', async () => {
  const oauth = { BSS_AUTH: 'oauth2', BSS_TOKEN_URL: `${sandbox.url}/bss-guarded/oauth2/token` }
  const { text } = await check([], { ...oauth, BSS_USER: 'portal', BSS_SECRET: 'wrong' })
  expect(text).toMatch(/leads +missing +bss token: refused with HTTP 401 +BSS_TOKEN_URL, BSS_USER/)
})

it('names the path of the API that was refused, and not that of the capability', async () => {
  const url = await serve((_request, _body, response) => response.writeHead(404).end('<h1>no</h1>'), onTestFinished)
  const { text } = await check(['--number', '0999000050'], { BSS_URL: url })
  expect(text.split('\n').find((row) => row.startsWith('bills'))).toContain('apis.inventory.path')
})

it('shows what a prepaid charging system serves, and that its kind has no more', async () => {
  const charging = { BSS_URL: `${sandbox.url}/ocs`, BSS_KIND: 'prepaid-charging', BSS_AUTH: 'basic' }
  const credentials = { BSS_USER: 'portal', BSS_SECRET: 'sandbox-password' }
  const { code, text, states } = await check(['--number', '0999000010'], { ...charging, ...credentials })
  expect(states).toMatchObject({ line: 'works', bundles: 'works', balances: 'works', 'top-up': 'works' })
  expect(states).toMatchObject({ bills: 'not served', orders: 'not served', leads: 'not served' })
  expect(text).toMatch(/balances +works +airtime MWK 12000, .*BSS_CENTS/)
  expect(code, text).toBe(0)
  const wrong = await check(['--number', '0999000010'], { ...charging, ...credentials, BSS_SECRET: 'other' })
  expect(wrong.text).toMatch(/line +missing +.*HTTP 401.*BSS_AUTH/)
  expect(wrong.code).toBe(1)
})

it('prints its usage, and refuses what it does not understand', async () => {
  expect(await check(['--help'])).toMatchObject({ code: 0, text: expect.stringContaining('bss:check') })
  expect(await check(['--nunber', '1'])).toMatchObject({ code: 2, text: expect.stringContaining('--nunber') })
  expect(await check(['--number', '12'])).toMatchObject({ code: 2, text: expect.stringContaining('12 is no number') })
  await expect(check([], { BSS_AUTH: 'basic' })).rejects.toThrow('BSS_SECRET must be set for BSS_AUTH=basic')
})
