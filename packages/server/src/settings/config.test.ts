import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, it } from 'vitest'
import { readConfig } from './config.ts'

const home = path.join(import.meta.dirname, '../../../../apps/portal')
const shippedMarkets = path.join(home, 'markets')
const markets = mkdtempSync(path.join(tmpdir(), 'markets-'))
afterAll(() => rmSync(markets, { recursive: true }))

/** A separate market, so that a gateway added to the shipped file needs no settings here. */
function writeMarket(code: string, paymentOptions: readonly object[], facts?: object): void {
  const file = path.join(shippedMarkets, `${facts === undefined ? code : 'mw'}.json`)
  const shipped = JSON.parse(readFileSync(file, 'utf8'))
  const own = facts === undefined ? {} : { map: { ...shipped.map, ...facts }, enableAmPin: false }
  writeFileSync(path.join(markets, `${code}.json`), JSON.stringify({ ...shipped, paymentOptions, ...own }))
}

writeMarket('mw', [
  { method: 'card', gateway: 'dpo' },
  { method: 'card', gateway: 'paystack' },
  { method: 'airtime', gateway: 'airtime' },
  { method: 'nyanja_money', gateway: 'open-api-money' },
  { method: 'nyanja_money_pin', gateway: 'nyanja-money-pin' },
  { method: 'smartcash', gateway: 'smartcash' },
  { method: 'mpesa', gateway: 'mpesa' },
])
writeMarket('cd', [
  { method: 'card', gateway: 'dpo', currencies: ['USD', 'CDF'] },
  { method: 'airtime', gateway: 'airtime' },
  { method: 'nyanja_money', gateway: 'open-api-money', currencies: ['USD', 'CDF'] },
  { method: 'nyanja_money_pin', gateway: 'nyanja-money-pin', currencies: ['USD', 'CDF'] },
  { method: 'mpesa', gateway: 'mpesa', currencies: ['USD', 'CDF'] },
])

/** Makes a secret like that of a provider. */
const madeUp = (name: string) => `q7Zv-${name}-R2wX`

const env = {
  PUBLIC_ORIGIN: 'https://portal.internal/',
  MARKETS_DIR: markets,
  CONTENT_DIR: path.join(home, 'content'),
  API_KEYS: `app:${madeUp('channels')}`,
  CALLBACK_TOKEN: 'a-token-that-nobody-guesses',
  BSS_URL: 'https://bss.internal',
  DPO_URL: 'https://dpo.internal',
  DPO_COMPANY_TOKEN: madeUp('DPO_COMPANY_TOKEN'),
  DPO_SERVICE_TYPE: '3854',
  PAYSTACK_URL: 'https://paystack.internal',
  PAYSTACK_SECRET_KEY: madeUp('PAYSTACK_SECRET_KEY'),
  MONEY_URL: 'https://money.internal',
  MONEY_CLIENT_ID: 'id',
  MONEY_CLIENT_SECRET: madeUp('MONEY_CLIENT_SECRET'),
  MPESA_URL: 'https://mpesa.internal',
  MPESA_API_KEY: madeUp('MPESA_API_KEY'),
  MPESA_PUBLIC_KEY: 'public',
  MPESA_SERVICE_PROVIDER_CODE: '000000',
  WALLET_URL: 'https://wallet.internal',
  WALLET_CLIENT_ID: 'id',
  WALLET_CLIENT_SECRET: madeUp('WALLET_CLIENT_SECRET'),
  WALLET_CALLBACK_SECRET: madeUp('WALLET_CALLBACK_SECRET'),
  OTP_SECRET: madeUp('of one-time codes, in 32 characters'),
  SMSC_URL: 'smpp://smsc.internal',
  SMSC_SYSTEM_ID: 'portal',
  SMSC_PASSWORD: madeUp('SMSC_PASSWORD'),
  SMS_SENDER: 'Nyanja',
  SMTP_URL: 'smtps://user:secret@mail.internal',
  MAIL_FROM: 'Nyanja <receipts@portal.internal>',
}

const fieldKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const production = {
  PORTAL_MODE: 'production',
  FIELD_KEY: lineOf(fieldKey()),
  DATABASE_URL: 'postgres://portal@db.internal/portal?sslmode=verify-full',
  MONEY_CALLBACK_KEY: madeUp('MONEY_CALLBACK_KEY'),
  CARE_MAIL_TO: 'care@portal.internal',
}

function lineOf(key: KeyObject): string {
  return key.export({ format: 'der', type: 'pkcs8' }).toString('base64')
}

describe('the geocoder setting', () => {
  const GEOCODER_URL = 'https://maps.internal/photon/'

  it("selects the portal's own tables by default", () => {
    assert.equal(readConfig({ ...env, GEOCODER_URL }).geocoder, undefined)
  })

  it('selects the named service with its attribution', () => {
    const photon = { name: 'photon', baseUrl: 'https://maps.internal/photon' }
    assert.deepEqual(readConfig({ ...env, GEOCODER: 'photon', GEOCODER_URL }).geocoder, {
      ...photon,
      credit: '© OpenStreetMap contributors',
      languages: ['en'],
    })
    const ofMarket = { credit: '© the survey office', languages: ['en', 'fr'] }
    writeMarket('mapped', [{ method: 'card', gateway: 'dpo' }], { geocoder: ofMarket })
    const mapped = { ...env, MARKET: 'mapped', GEOCODER: 'photon', GEOCODER_URL }
    assert.deepEqual(readConfig(mapped).geocoder, { ...photon, ...ofMarket })
    assert.deepEqual(readConfig({ ...env, GEOCODER: 'nominatim', GEOCODER_URL }).geocoder, {
      name: 'nominatim',
      baseUrl: 'https://maps.internal/photon',
      credit: '© OpenStreetMap contributors',
      everyMs: 1000,
    })
  })

  it('requires an address', () => {
    assert.throws(() => readConfig({ ...env, GEOCODER: 'photon' }), /GEOCODER_URL must be set for photon/)
  })
})

describe('the setting for callbacks about home internet orders', () => {
  it('is off unless the operator enables them', () => {
    assert.equal(readConfig(env).leadEvents.origin, undefined)
    assert.equal(readConfig({ ...env, LEAD_EVENTS_ORIGIN: 'http://10.0.0.4' }).leadEvents.origin, undefined)
    assert.throws(() => readConfig({ ...env, LEAD_EVENTS: 'pigeon' }), /LEAD_EVENTS/)
  })

  it("has the portal's public address by default, or a separate one", () => {
    const hub = { ...env, LEAD_EVENTS: 'hub' }
    assert.equal(readConfig(hub).leadEvents.origin, 'https://portal.internal')
    assert.equal(
      readConfig({ ...hub, LEAD_EVENTS_ORIGIN: 'http://10.0.0.4:3000/' }).leadEvents.origin,
      'http://10.0.0.4:3000',
    )
  })
})

it('requires HTTPS in production, because the callback address is a secret', () => {
  const events = (LEAD_EVENTS_ORIGIN: string) =>
    readConfig({ ...env, ...production, LEAD_EVENTS: 'hub', LEAD_EVENTS_ORIGIN }).leadEvents.origin
  assert.throws(() => events('http://10.0.0.4:3000'), /LEAD_EVENTS_ORIGIN must be https in production mode/)
  assert.equal(events('https://portal.internal:8443/'), 'https://portal.internal:8443')
})

describe('the configuration', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  const configured = (set: Readonly<Record<string, string | undefined>>, name: string) =>
    readConfig(set).gateways.find((gateway) => gateway.name === name)

  function file(text: string, ofName = 'value'): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'config-'))
    folders.push(folder)
    const name = path.join(folder, ofName)
    writeFileSync(name, text)
    return name
  }

  it('contains the market and the public origin', () => {
    const config = readConfig(env)
    assert.equal(config.market.brand, 'Nyanja')
    assert.equal(config.http.publicOrigin, 'https://portal.internal')
  })

  it("sends visitors' messages to customer care, or to the address that the operator sets", () => {
    assert.equal(readConfig(env).mail.careAddress, 'care@nyanja.example')
    assert.equal(readConfig({ ...env, CARE_MAIL_TO: 'desk@example.com' }).mail.careAddress, 'desk@example.com')
    assert.throws(() => readConfig({ ...env, CARE_MAIL_TO: 'nobody' }), /CARE_MAIL_TO/)
  })

  it('reports every fault at once', () => {
    const broken = { ...env, BSS_URL: 'nowhere', PORT: '-1', DPO_COMPANY_TOKEN: undefined }
    assert.throws(() => readConfig(broken), /BSS_URL[\s\S]*|PORT[\s\S]*/)
    for (const name of ['BSS_URL', 'PORT', 'DPO_COMPANY_TOKEN'])
      assert.throws(() => readConfig(broken), new RegExp(name))
  })

  it('reads a secret from a file', () => {
    const { MONEY_CLIENT_SECRET: _, ...rest } = env
    assert.equal(
      configured({ ...rest, MONEY_CLIENT_SECRET_FILE: file('from a file\n') }, 'open-api-money')?.settings.clientSecret,
      'from a file',
    )
  })

  it('refuses the simulated operator in production', () => {
    const onThisMachine = { ...env, ...production, MONEY_URL: 'http://127.0.0.1:3100/money' }
    assert.throws(() => readConfig(onThisMachine), /MONEY_URL points at this machine/)
    assert.throws(() => readConfig({ ...env, ...production, PUBLIC_ORIGIN: 'http://portal.internal' }), /https/)
    assert.ok(readConfig({ ...env, ...production }).isProduction)
  })

  it('requires a separate key for sealed fields in production, and may generate one for trials', () => {
    const { FIELD_KEY: _, ...withoutKey } = production
    assert.throws(() => readConfig({ ...env, ...withoutKey }), /FIELD_KEY must be set/)
    assert.equal(readConfig(env).fieldKeys.current, undefined)
  })

  it('accepts the previous key, from a file too, and reports when either is invalid', () => {
    const old = fieldKey()
    const pem = old.export({ format: 'pem', type: 'pkcs8' }).toString()
    const { fieldKeys } = readConfig({ ...env, ...production, FIELD_KEY_FILE: file(`${production.FIELD_KEY}\n${pem}`) })
    assert.equal(fieldKeys.current && lineOf(fieldKeys.current), production.FIELD_KEY)
    assert.ok(fieldKeys.previous?.equals(old))
    for (const FIELD_KEY of ['guess', `${pem}guess`, `${pem}${pem}${pem}`])
      assert.throws(() => readConfig({ ...env, FIELD_KEY }), /RSA private key[\s\S]*FIELD_KEY/)
  })

  it('accepts the previous secrets of providers that sign callbacks', () => {
    const changing = { ...env, MONEY_CALLBACK_KEY_FILE: file('new, with signs\nold\n') }
    assert.deepEqual(configured(changing, 'open-api-money')?.settings.keys, ['new, with signs', 'old'])
    assert.throws(
      () => readConfig({ ...env, MONEY_CALLBACK_KEY: 'a\nb\nc' }),
      /must be one line[\s\S]*MONEY_CALLBACK_KEY/,
    )
    const paychangu = {
      PAYCHANGU_URL: 'https://paychangu.internal',
      PAYCHANGU_SECRET_KEY: 'secret',
      PAYCHANGU_WEBHOOK_SECRET: 'new\nold',
    }
    assert.deepEqual(configured({ ...env, ...paychangu }, 'paychangu')?.settings.webhookSecrets, ['new', 'old'])
  })

  it('accepts the previous token of callback addresses, and counts the current one first', () => {
    const { callbackTokens } = readConfig({ ...env, CALLBACK_TOKEN: `${env.CALLBACK_TOKEN}\na-token-of-last-year` })
    assert.deepEqual(callbackTokens, [env.CALLBACK_TOKEN, 'a-token-of-last-year'])
    assert.throws(() => readConfig({ ...env, CALLBACK_TOKEN: `${env.CALLBACK_TOKEN}\nshort` }), /CALLBACK_TOKEN/)
  })

  it('reads a second address of the SMSC, its TLS and its limit', () => {
    const { addresses, tls, messagesPerSecond } = readConfig(env).smsc
    assert.deepEqual(
      [addresses, tls, messagesPerSecond],
      [[{ host: 'smsc.internal', port: 2775 }], undefined, undefined],
    )
    const secure = {
      SMSC_URL: 'smpps://a.internal,[fd00::1]:2776/',
      SMSC_TLS_CA_FILE: file('-----BEGIN CERTIFICATE-----\n…'),
    }
    const { smsc } = readConfig({ ...env, ...secure, SMSC_MESSAGES_PER_SECOND: '20' })
    assert.deepEqual(smsc.addresses, [
      { host: 'a.internal', port: 3550 },
      { host: 'fd00::1', port: 2776 },
    ])
    assert.match(smsc.tls?.ca ?? '', /BEGIN CERTIFICATE/)
    assert.equal(smsc.messagesPerSecond, 20)
    assert.throws(() => readConfig({ ...env, SMSC_TLS_CA: '/etc/ca.pem' }), /SMSC_TLS_CA/)
    for (const SMSC_URL of ['smsc.internal:2775', 'smpp://id:secret@a.internal', 'smpp://a.internal,', 'smpp://a:b'])
      assert.throws(() => readConfig({ ...env, SMSC_URL }), /SMSC_URL/)
  })

  it('selects the map: its own archive, tiles or an archive at another address, or the embedded one', () => {
    const tilesWith = (settings: Record<string, string>) => readConfig({ ...env, ...settings }).tiles
    const common = { credit: '© OpenStreetMap', maxZoom: 18 }
    assert.equal(tilesWith({}), undefined)
    assert.deepEqual(tilesWith({ MAP_TILES: '/srv/mw.pmtiles' }), { ...common, file: '/srv/mw.pmtiles' })
    for (const url of ['https://tiles.internal/{z}/{x}/{y}.mvt', 'https://tiles.internal/mw.pmtiles'])
      assert.deepEqual(tilesWith({ MAP_TILES: url }), { ...common, url })
    for (const wrong of ['https://tiles.internal/', 'ftp://tiles.internal/mw.pmtiles', ''])
      assert.throws(() => tilesWith({ MAP_TILES: wrong }), /MAP_TILES/)
    writeMarket('mapped', [{ method: 'card', gateway: 'dpo' }], {
      tiles: { credit: '© the survey office', maxZoom: 14 },
    })
    assert.deepEqual(tilesWith({ MARKET: 'mapped', MAP_TILES: '/srv/mw.pmtiles' }), {
      ...{ credit: '© the survey office', maxZoom: 14, file: '/srv/mw.pmtiles' },
    })
  })

  it("takes places from beside the operator's texts, or else those of the release", () => {
    const text = file('{}')
    const CONTENT_DIR = path.join(path.dirname(text), 'content')
    assert.equal(
      readConfig({ ...env, MARKETS_DIR: shippedMarkets, CONTENT_DIR }).placesFolder,
      path.join(home, 'places/mw'),
    )
    mkdirSync(path.join(path.dirname(text), 'places'))
    assert.equal(readConfig({ ...env, CONTENT_DIR }).placesFolder, path.join(path.dirname(text), 'places/mw'))
  })

  it('reports the faults of a market file', () => {
    const MARKET_DIR = path.dirname(file('{ "code": "zz" }', 'market.json'))
    assert.throws(() => readConfig({ ...env, MARKET_DIR }), /Bad market file[\s\S]*currency/)
  })

  it('requires the settings of every provider that the market offers, and of no other', () => {
    const { MPESA_URL: _, MPESA_API_KEY: __, ...rest } = env
    assert.throws(() => readConfig(rest), /MPESA_URL[\s\S]*MPESA_API_KEY/)
    assert.equal(configured(env, 'uba'), undefined)
    assert.throws(() => readConfig({ ...env, UBA_URL: 'https://uba.internal' }), /UBA_SERVICE_KEY/)
  })

  it('offers only the selected payment methods, and requires the settings of no other', () => {
    const without = (gone: string) => Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith(gone)))
    const offered = (PAYMENT_METHODS: string, given = env) =>
      readConfig({ ...given, PAYMENT_METHODS }).market.paymentOptions.map(({ gateway }) => gateway)
    assert.deepEqual(offered('card, airtime'), ['dpo', 'paystack', 'airtime'])
    assert.deepEqual(offered('paystack,mpesa'), ['paystack', 'mpesa'])
    const pilot = { ...env, ...without('WALLET_'), PAYMENT_METHODS: 'dpo,open-api-money' }
    assert.equal(readConfig({ ...pilot, WALLET_URL: undefined }).market.enableAmPin, false)
    assert.throws(() => readConfig({ ...env, PAYMENT_METHODS: 'dpo', DPO_COMPANY_TOKEN: '' }), /DPO_COMPANY_TOKEN/)
  })

  it('reports a payment method that the market does not have, and explains how to leave one out', () => {
    assert.throws(
      () => readConfig({ ...env, PAYMENT_METHODS: 'card,cowries' }),
      /cowries is not a payment method.*dpo \(card\)/,
    )
    assert.throws(() => readConfig({ ...env, PAYMENT_METHODS: ' , ' }), /leaves no payment method/)
    const { MPESA_URL: _, ...rest } = env
    assert.throws(() => readConfig(rest), /MPESA_URL[\s\S]*mpesa \(mpesa\)[\s\S]*PAYMENT_METHODS/)
  })

  it('enables the popup of Paystack only with all its settings', () => {
    assert.equal(configured(env, 'paystack')?.popup, undefined)
    const script = { PAYSTACK_SCRIPT_URL: 'https://js.paystack.internal/v2/inline.js' }
    assert.throws(() => readConfig({ ...env, ...script }), /PAYSTACK_PUBLIC_KEY/)
    const popup = { ...script, PAYSTACK_PUBLIC_KEY: 'pk' }
    assert.deepEqual(configured({ ...env, ...popup }, 'paystack')?.popup, {
      scriptUrl: 'https://js.paystack.internal/v2/inline.js',
      frameOrigin: 'https://js.paystack.internal',
      publicKey: 'pk',
    })
    const PAYSTACK_SCRIPT_URL = 'https://js.paystack.co/v2/inline.js'
    const { popup: usual } = configured({ ...env, ...popup, PAYSTACK_SCRIPT_URL }, 'paystack') ?? {}
    assert.equal(usual?.frameOrigin, 'https://checkout.paystack.com')
  })

  it("reads the paths of the merchant's account with DPO", () => {
    const withPaths = (DPO_PATHS: string) => configured({ ...env, DPO_PATHS }, 'dpo')?.settings.paths
    assert.deepEqual(withPaths('api=/API/v7/, page=/payv3.php'), { api: '/API/v7/', page: '/payv3.php' })
    for (const wrong of ['api=API/v7/', '/API/v7/', 'pages=/payv3.php', ''])
      assert.throws(() => withPaths(wrong), /DPO_PATHS/)
  })

  it('requires an exchange-rate source in a market with two currencies, and nowhere else', () => {
    const congo = { ...env, MARKET: 'cd' }
    assert.throws(() => readConfig(congo), /RATES_URL[\s\S]*RATES_API_KEY/)
    const rates = { RATES_URL: 'https://rates.internal', RATES_API_KEY: 'key' }
    const { market, providers } = readConfig({ ...congo, ...rates })
    assert.deepEqual([market.currency, market.secondCurrency, market.languages[0].code], ['USD', 'CDF', 'fr'])
    assert.deepEqual(providers.rates, { baseUrl: 'https://rates.internal', apiKey: 'key' })
    const onThisMachine = { ...congo, ...production, ...rates, RATES_URL: 'http://127.0.0.1:3100/rates' }
    assert.throws(() => readConfig(onThisMachine), /RATES_URL points at this machine/)
    assert.equal(readConfig(env).providers.rates, undefined)
  })

  it('requires the address of the CMS where texts come from it', () => {
    const remote = { ...env, CONTENT_SOURCE: 'remote' }
    assert.throws(() => readConfig(remote), /CMS_URL[\s\S]*CMS_API_KEY/)
    const cms = { CMS_URL: 'https://cms.internal', CMS_API_KEY: 'key' }
    assert.deepEqual(readConfig({ ...remote, ...cms }).providers.cms, {
      baseUrl: 'https://cms.internal',
      apiKey: 'key',
    })
    assert.equal(readConfig({ ...env, ...cms }).content.source, 'files')
    const onThisMachine = { ...remote, ...production, ...cms, CMS_URL: 'http://localhost:3100/content' }
    assert.throws(() => readConfig(onThisMachine), /CMS_URL points at this machine/)
  })

  it.each([
    [{ secondCurrency: 'USD' }, /only beside USD/],
    [{ currency: 'CDF', secondCurrency: 'USD' }, /only beside USD/],
    [{ secondCurrency: 'XXX' }, /XXX is not a supported currency/],
    [{ mpesa: undefined }, /M-Pesa is among the paymentOptions/],
    [{ paymentOptions: [{ method: 'card', gateway: 'dpo', currencies: ['MWK'] }] }, /not in use in this market/],
    [
      { paymentOptions: [{ method: 'airtime', gateway: 'airtime', currencies: ['USD', 'CDF'] }] },
      /airtime.* can be charged in the market's own currency only/,
    ],
  ])('reports the fault of a market of %j', (changes, fault) => {
    const congo = JSON.parse(readFileSync(path.join(env.MARKETS_DIR, 'cd.json'), 'utf8'))
    const bent = file(JSON.stringify({ ...congo, ...changes }), 'market.json')
    assert.throws(() => readConfig({ ...env, MARKET_DIR: path.dirname(bent) }), fault)
  })
})
