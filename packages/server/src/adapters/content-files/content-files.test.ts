import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fill, listPlaceholders } from '@nyanja/domain/texts/fill'
import { afterEach, describe, expect, it } from 'vitest'
import { Content } from '../../content/content.ts'
import { describeFault } from '../../content/content-faults.ts'
import { describeContentSource } from '../../content/content-source.contract.ts'
import { contentConstants, readMarket } from '../../settings/market.ts'
import { cleanHtml } from '../read-package.ts'
import { createContentFiles } from './content-files.ts'

const own = path.join(import.meta.dirname, '../../../../../apps/portal/content')
const folders: string[] = []

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'content-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true })
    await writeFile(path.join(folder, name), text)
  }
  return folder
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

describeContentSource('a folder of files', async () => {
  const folder = await folderWith({})
  const source = createContentFiles({ folder, watch: true })
  return {
    source,
    put: async (language, name, json) => {
      await mkdir(path.join(folder, language), { recursive: true })
      await writeFile(path.join(folder, language, `${name}.json`), json)
    },
    faults: async () => {
      const found = await source.read()
      return found.faults.map((fault) => describeFault(fault, found))
    },
  }
})

describe('content files', () => {
  it('contain each package in each language', async () => {
    const folder = await folderWith({
      'en/a.json': '{"wait":"Wait"}',
      'sw/a.json': '{"wait":"Subiri"}',
      'notes.md': '',
    })
    expect(await createContentFiles({ folder }).read()).toMatchObject({
      languages: { en: { a: { wait: 'Wait' } }, sw: { a: { wait: 'Subiri' } } },
      documents: { en: {}, sw: {} },
      faults: [],
    })
  })

  it('report files that are not a flat object of texts', async () => {
    const folder = await folderWith({
      'en/a.json': '{',
      'en/b.json': '["text"]',
      'en/c.json': '{"one":1,"deep":{"x":"y"},"ok":"ok"}',
    })
    const { faults } = await createContentFiles({ folder }).read()
    expect(faults.toSorted((one, other) => (one.file < other.file ? -1 : 1))).toEqual([
      { file: 'en/a', message: 'not JSON, look at line 1' },
      { file: 'en/b', message: 'not a JSON object' },
      { file: 'en/c', message: 'not a text: one, deep' },
    ])
  })

  it('report the line of a faulty key', async () => {
    const form = '{\n  "fields": [\n    {\n      "name": "town",\n      "maxLength": 3\n    }\n  ]\n}'
    const folder = await folderWith({
      'en/a.json': '{\n  "wait": "Wait",\n  "holdOn": "Hold on"\n}',
      'en/get-form-schema.json': form,
    })
    const { lineOf } = await createContentFiles({ folder }).read()
    expect(lineOf?.('en/a', 'holdOn')).toBe(3)
    expect(lineOf?.('en/get-form-schema', 'fields.0.maxLength')).toBe(5)
    expect(lineOf?.('en/get-form-schema', 'fields.0.missing')).toBe(3)
    expect(lineOf?.('en/no-such', 'wait')).toBeUndefined()
  })

  it('are watched only on request', async () => {
    expect(createContentFiles({ folder: own }).watch).toBeUndefined()
  })
})

describe('sanitised HTML', () => {
  it.each([
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    ['<a href="/storeLocator">x</a>', '<a href="/storeLocator">x</a>'],
    ['<a href="tel:300" style="color:red">x</a>', '<a href="tel:300">x</a>'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>', ''],
  ])('is safe for %s', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
  })
})

describe('the shipped texts', () => {
  const logged: string[] = []
  const log = { warn: (message: string) => logged.push(message), error: (message: string) => logged.push(message) }
  function contentOf(market: 'mw' | 'cd', languages: readonly string[]): Content {
    const constants = contentConstants(readMarket(path.join(own, `../markets/${market}.json`)))
    return new Content(createContentFiles({ folder: own }), { languages: [...languages], constants, log })
  }
  const markets = { mw: contentOf('mw', ['en', 'sw', 'ny']), cd: contentOf('cd', ['fr', 'sw']) } as const

  it('have no faults and are complete in every language', async () => {
    for (const content of Object.values(markets)) await content.load()
    expect(logged).toEqual([])
  })

  // 160 characters of the GSM alphabet are one SMS (3GPP TS 23.038); a single other letter would halve that.
  it.each([
    ['mw', 'en'],
    ['mw', 'sw'],
    ['mw', 'ny'],
    ['cd', 'fr'],
    ['cd', 'sw'],
  ] as const)('fit one SMS each (%s, %s)', async (market, language) => {
    const content = markets[market]
    await content.load()
    const longest = {
      amount: 'MWK 100,000',
      paid: 'MWK 100,000',
      numbers: '10',
      number: '99 *** **67',
      receiver: '+265 99 *** **67',
      bundle: 'Weekly Combo 1GB+60min',
      product: 'Weekly Combo 1GB+60min',
      end: 'Fri 27 Nov, 14:05',
      time: 'Fri 27 Nov, 14:05',
      day: 'Fri 27 Nov',
      reference: 'NYA-7K4P-29XD',
    }
    const links = {
      payment: 'https://nyanja.example/sw/payment/status/nya7k4p29xdm3q8w5tz',
      order: 'https://nyanja.example/sw/hbb-lead-status?lead=NYA7K4P29XDM3Q8W5TZNYA7K4P',
    }
    // A message to the line of another customer contains nothing that opens the payment.
    const { giftAirtime, giftBundle, giftAnyBundle, giftWords, ...others } = content.page('sms-translation', language)
    const { bundleEnds, timeToBuy, timeToBuyAirtime, billOpen, billDue, ...more } = others
    const { oneTimeCode, paymentCode, leadDraft, takenFromLine, ...receipts } = more
    for (const text of Object.values(receipts))
      expect(listPlaceholders(text)).toEqual(expect.arrayContaining(['reference', 'link']))
    for (const text of [bundleEnds, timeToBuy, timeToBuyAirtime, billOpen, billDue])
      expect(listPlaceholders(text)).toContain('link')
    // Below the text of a code comes a line for the phone: `@host #123456`.
    const lineForPhone = 40
    expect(fill(oneTimeCode, { code: '123456' }).length + lineForPhone).toBeLessThanOrEqual(160)
    expect(fill(paymentCode, { ...longest, code: '123456' }).length + lineForPhone).toBeLessThanOrEqual(160)
    for (const [key, text] of Object.entries({ ...others, giftAirtime, giftBundle, giftAnyBundle, giftWords })) {
      const link = key.startsWith('lead') ? links.order : links.payment
      const sms = fill(text, { ...longest, link, code: '123456' })
      expect(sms.length).toBeLessThanOrEqual(160)
      expect(sms).toMatch(/^[A-Za-z0-9 .,:;!?'()*+/=_àäåèéìñòöùüÄÅÇÉÑÖÜ-]+$/)
    }
  })
})
