import { leadStages } from '@nyanja/domain/leads/lead-states'
import { describe, expect, it } from 'vitest'
import { Content, type ContentOptions } from './content.ts'
import { documentNames } from './content-documents.ts'
import { packageNames } from './content-packages.ts'
import type { ContentSource, Documents, FoundContent, Packages } from './content-source.ts'

const english: Packages = {
  ...Object.fromEntries(packageNames.map((name) => [name, {}])),
  'loader-translation': { wait: 'Please wait ...', holdOn: 'Hold on!', loadingMessage: 'Loading {brand}' },
  'recharge-translation': { amountMin: 'Minimum amount should be {currency} {min}' },
}

const form = (label: string, changes: object = {}, send = 'Send') => ({
  fields: [{ name: 'town', label, type: 'text', required: true, maxLength: 40, rank: 1, ...changes }],
  actions: [{ type: 'submit', label: send, rank: 1 }],
})
const news = { title: 'News', text: 'All is well', tone: 'ok' }
const stages = leadStages.map((stage) => ({ stage, ...news }))
const shapes: Documents = {
  ...Object.fromEntries(documentNames.map((name) => [name, form('Your town')])),
  'lead-status-config': { stages },
}

function found(swahili: Packages, changes: Partial<FoundContent> = {}): FoundContent {
  return { languages: { en: english, sw: swahili }, documents: { en: shapes }, faults: [], ...changes }
}

function contentFrom(answer: FoundContent, options: Partial<ContentOptions> = {}) {
  const shown: string[] = []
  const source = { answer, changed: () => {}, read: async () => source.answer, watch: follow }
  function follow(changed: () => void) {
    source.changed = changed
    return () => {}
  }
  const log = { warn: (message: string) => shown.push(message), error: (message: string) => shown.push(message) }
  const content = new Content(source satisfies ContentSource, {
    languages: ['en', 'sw'],
    constants: { brand: 'Nyanja', currency: 'MWK' },
    log,
    ...options,
  })
  return { content, source, shown }
}

const final = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('a page of content', () => {
  it('has its texts in the requested language', async () => {
    const { content } = contentFrom(found({ 'loader-translation': { wait: 'Subiri' } }))
    await content.load()
    expect(content.page('loader-translation', 'sw').wait).toBe('Subiri')
    expect(content.page('loader-translation', 'en').wait).toBe('Please wait ...')
  })

  it('has the brand and the currency filled in, and keeps other placeholders', async () => {
    const { content } = contentFrom(found({}))
    await content.load()
    expect(content.page('loader-translation', 'en').loadingMessage).toBe('Loading Nyanja')
    expect(content.page('recharge-translation', 'en').amountMin).toBe('Minimum amount should be MWK {min}')
  })

  it('falls back to the first language for a missing key, and reports it once', async () => {
    const { content, source, shown } = contentFrom(
      found({ 'loader-translation': { wait: 'Subiri', holdOn: 'Subiri' } }),
    )
    await content.load()
    source.changed()
    await final()
    expect(content.page('loader-translation', 'sw').loadingMessage).toBe('Loading Nyanja')
    expect(shown.filter((line) => line.includes('loadingMessage'))).toHaveLength(1)
  })

  it("falls back to the market's first language before English", async () => {
    const languages = { en: english, fr: { 'loader-translation': { wait: 'Un instant' } }, sw: {} }
    const { content } = contentFrom(found({}, { languages }), { languages: ['fr', 'sw'] })
    await content.load()
    expect(content.page('loader-translation', 'sw')).toMatchObject({ wait: 'Un instant', holdOn: 'Hold on!' })
  })

  it('is refused in a language that is not loaded', async () => {
    const { content } = contentFrom(found({}))
    await content.load()
    expect(() => content.page('loader-translation', 'xx')).toThrow('No texts in "xx"')
  })
})

describe('loading content', () => {
  it('reports all faults at once', async () => {
    const { 'sms-translation': _, ...rest } = english
    const swahili = { 'loader-translation': { wiat: '', loadingMessage: 'Subiri {jina}' }, 'no-such-page': {} }
    const languages = { en: rest, sw: swahili }
    const { content } = contentFrom(
      found({}, { languages, faults: [{ file: 'sw/broken', message: 'not a JSON object' }] }),
    )
    await expect(content.load()).rejects.toThrow(
      [
        'Bad content',
        'sw/broken: not a JSON object',
        'en/sms-translation: missing',
        'sw/loader-translation: unknown key wiat',
        'sw/loader-translation: loadingMessage holds {jina}, which has no value',
        'sw/no-such-page: unknown package',
      ].join('\n'),
    )
  })

  it('allows the market’s placeholders in any language, and requires all others', async () => {
    const swahili = {
      'loader-translation': { loadingMessage: 'Tunafungua', wait: 'Subiri, {brand}' },
      'recharge-translation': { amountMin: 'Kiasi kidogo zaidi' },
    }
    const { content } = contentFrom(found(swahili))
    await content.load()
    expect(content.faults).toEqual(['sw/recharge-translation: amountMin must hold {min}, as in English'])
  })

  it('refuses a language without a folder', async () => {
    const { content } = contentFrom(found({}), { languages: ['en', 'ny'] })
    await expect(content.load()).rejects.toThrow('ny: there are no texts')
  })

  it("refuses a visitor's placeholder in HTML", async () => {
    const texts = { 'loader-translation': { openHtml: '<p>{name}</p>', safeHtml: '<p>{brand}</p>' } }
    const languages = { en: { ...english, ...texts } }
    const { content } = contentFrom(found({}, { languages }), { languages: ['en'] })
    await expect(content.load()).rejects.toThrow(
      /^Bad content\nen\/loader-translation: openHtml is HTML and may hold only \{brand\} \{currency\}$/,
    )
  })
})

describe('a package with a structure', () => {
  const withForms = (forms: Readonly<Record<string, unknown>>) => {
    const languages = Object.entries(forms).map(([language, made]) => {
      const others = language === 'en' ? shapes : {}
      return [language, { ...others, 'get-form-schema': made }]
    })
    return contentFrom(found({}, { documents: { en: shapes, ...Object.fromEntries(languages) } }))
  }

  it("has its texts in the requested language, with the market's texts filled in", async () => {
    const { content } = withForms({ sw: form('Mji wako, {brand}', {}, 'Tuma') })
    await content.load()
    expect(content.document('get-form-schema', 'sw').fields).toMatchObject([{ label: 'Mji wako, Nyanja' }])
    expect(content.document('get-form-schema', 'sw').actions).toMatchObject([{ label: 'Tuma' }])
    expect(content.document('get-form-schema', 'en').fields).toMatchObject([{ label: 'Your town' }])
  })

  it('uses another language as a whole when it is missing in one, and reports it', async () => {
    const { content, shown } = withForms({})
    await content.load()
    expect(content.document('get-form-schema', 'sw')).toEqual(content.document('get-form-schema', 'en'))
    expect(shown).toContain('sw lacks get-form-schema; another language is used')
  })

  it.each([
    [{ maxLength: 60 }, 'fields.0.maxLength must be as in English'],
    [{ placeholder: 'Mji' }, 'fields.0.placeholder must be as in English'],
    [{ name: 'mji' }, 'fields.0.name must be as in English'],
    [{ label: '' }, 'fields.0.label: Too small: expected string to have >=1 characters'],
  ])('has the same structure in each language: %j', async (changes, fault) => {
    const { content } = withForms({ sw: form('Mji wako', changes) })
    await content.load()
    expect(content.faults).toEqual([`sw/get-form-schema: ${fault}`])
  })

  it.each([
    [{ pattern: '[' }, 'fields.0.pattern: is no regular expression of HTML'],
    [{ pattern: '[a-z.-]' }, 'fields.0.pattern: is no regular expression of HTML'],
    [
      { pattern: '(a+)+' },
      'fields.0.pattern: could take too long: a part that repeats must not repeat again, and few may follow each other',
    ],
    [{ maxLength: 2001 }, 'fields.0.maxLength: is above 2000'],
    [{ name: 'constructor' }, 'fields.0.name: is a reserved word'],
    [{ minLength: 50 }, 'fields.0.minLength: is above maxLength'],
    [{ type: 'select', maxLength: undefined }, 'fields.0.options: are for a select, in one way'],
    [{ options: [{ value: 'A' }] }, 'fields.0.options: are for a select, in one way'],
    [{ type: 'checkbox' }, 'fields.0.type: is not typed, so it can have no pattern and no length'],
    [{ requierd: true }, 'fields.0: Unrecognized key: "requierd"'],
  ])('is refused when a form could not work: %j', async (changes, fault) => {
    const { content } = withForms({ en: form('Your town', changes) })
    await expect(content.load()).rejects.toThrow(`Bad content\nen/get-form-schema: ${fault}`)
  })

  it('is refused when two fields share a rank, or no button submits', async () => {
    const { fields, actions } = form('Your town')
    const { content } = withForms({
      en: { fields: [...fields, ...fields], actions: [...actions, ...actions] },
    })
    await expect(content.load()).rejects.toThrow(
      [
        'Bad content',
        'en/get-form-schema: fields.1.name: is there twice',
        'en/get-form-schema: fields.1.rank: is there twice',
        'en/get-form-schema: actions.1.rank: is there twice',
        'en/get-form-schema: actions: must have one submit',
      ].join('\n'),
    )
  })

  it('refuses a button without an address, and an address without a page', async () => {
    const { fields, actions } = form('Your town')
    const wrong = [
      { type: 'other', label: 'Ask', rank: 2, href: '//evil.example' },
      { type: 'cancel', label: 'Clear', rank: 3, href: '/gethelp' },
    ]
    const { content } = withForms({ en: { fields, actions: [...actions, ...wrong] } })
    await expect(content.load()).rejects.toThrow('en/get-form-schema: actions.1.href: must begin with /, https://')
    const { content: other } = withForms({ en: { fields, actions: [...actions, ...wrong.slice(1)] } })
    await expect(other.load()).rejects.toThrow('en/get-form-schema: actions.1.href: is for a button “other”')
  })

  it('leaves out a button that pages do not know, and reports its place once', async () => {
    const { fields, actions } = form('Your town')
    const asks = { type: 'other', label: 'Ask', rank: 2 }
    const { content, source, shown } = withForms({ en: { fields, actions: [...actions, asks] } })
    await content.load()
    source.changed()
    await final()
    expect(content.document('get-form-schema', 'en')).toEqual(form('Your town'))
    expect(shown.filter((line) => line.includes('left out'))).toEqual([
      'en/get-form-schema: actions.1 is left out: a button “other” needs a href',
    ])
  })

  it('is refused with a button of an unknown kind', async () => {
    const { fields, actions } = form('Your town')
    const { content } = withForms({ en: { fields, actions: [...actions, { type: 'sned', label: 'Ask', rank: 2 }] } })
    await expect(content.load()).rejects.toThrow('Bad content\nen/get-form-schema: actions.1.type: Invalid option')
  })

  it('has a message for each stage of an order', async () => {
    const some = { 'lead-status-config': { stages: stages.slice(1) } }
    const { content } = contentFrom(found({}, { documents: { en: { ...shapes, ...some } } }))
    await expect(content.load()).rejects.toThrow('en/lead-status-config: stages: must have each of received')
  })
})

describe('links in the content', () => {
  const linksIn = (links: string) => ({ 'website-footer-config': { links } })
  const meta = (preview: string) => ({ 'meta-data-config': { preview } })
  const model = {
    ...english,
    'website-footer-config': { links: 'contactUs, about' },
    'incident-banner': { href: '' },
    ...meta(''),
  }
  const load = (swahili: Packages) => contentFrom(found(swahili, { languages: { en: model, sw: swahili } }))

  it('may lead to pages of the portal and to safe external addresses', async () => {
    const { content } = load(linksIn('about, [Kazi](https://jobs.example.com), [Ofa](/table?kind=data)'))
    await content.load()
    expect(content.page('website-footer-config', 'sw').links).toContain('[Kazi]')
  })

  it.each([
    ['abuot', 'sw/website-footer-config: links: no link is called abuot; there are contactUs, '],
    [
      '[Kazi](http://jobs.example.com)',
      'sw/website-footer-config: links: http://jobs.example.com is neither a path nor',
    ],
  ])('are refused with their place when they are %s', async (links, fault) => {
    const { content } = load(linksIn(links))
    await content.load()
    expect(content.faults).toEqual([expect.stringContaining(fault)])
  })

  it('are validated in an incident banner too', async () => {
    const { content } = load({ 'incident-banner': { href: 'javascript:alert(1)' } })
    await content.load()
    expect(content.faults).toEqual([
      expect.stringContaining('sw/incident-banner: href: javascript:alert(1) is neither a path'),
    ])
  })

  it('are validated as images of the page', async () => {
    await load(meta('/files/preview.png')).content.load()
    await load(meta('https://cdn.example.com/preview.png')).content.load()
  })

  it.each(['https://', 'http://[', 'https://[', 'https://1.2.3.4.5/a.png', 'https://{brand}/a.png', 'preview.png'])(
    'are refused as images when they are %s',
    async (preview) => {
      const { content } = load(meta(preview))
      await content.load()
      expect(content.faults).toEqual([expect.stringContaining(`sw/meta-data-config: preview: ${preview} is`)])
    },
  )
})

describe('an edit while the portal runs', () => {
  it('is shown, and changes the version', async () => {
    const { content, source } = contentFrom(found({}))
    await content.load()
    const before = content.version
    source.answer = found({ 'loader-translation': { wait: 'Subiri' } })
    source.changed()
    await final()
    expect(content.page('loader-translation', 'sw').wait).toBe('Subiri')
    expect(content.version).not.toBe(before)
  })

  it('keeps the earlier version of a bad file and logs the fault once', async () => {
    const { content, source, shown } = contentFrom(found({}))
    await content.load()
    const before = content.version
    source.answer = found({}, { faults: [{ file: 'en/loader-translation', message: 'not a JSON object' }] })
    source.changed()
    source.changed()
    await final()
    expect(content.page('loader-translation', 'en').wait).toBe('Please wait ...')
    expect(content.version).toBe(before)
    expect(shown.filter((line) => line.startsWith('en/loader-translation: not a JSON object'))).toHaveLength(1)
  })

  it('shows good files, such as the incident banner, while another file is faulty', async () => {
    const files: string[][] = []
    const { content, source } = contentFrom(found({ 'loader-translation': { wait: 'Subiri' } }), {
      observeFaultyFiles: (faulty) => files.push([...faulty]),
    })
    await content.load()
    const banner = { active: 'yes', heading: 'Slow this morning' }
    source.answer = found(
      { 'loader-translation': { wiat: 'Ngoja' } },
      { languages: { en: { ...english, 'incident-banner': banner }, sw: { 'loader-translation': { wiat: 'Ngoja' } } } },
    )
    source.changed()
    await final()
    expect(content.page('incident-banner', 'en').active).toBe('yes')
    expect(content.page('loader-translation', 'sw').wait).toBe('Subiri')
    expect(content.faults).toEqual(['sw/loader-translation: unknown key wiat'])
    expect(files).toEqual([[], ['sw/loader-translation']])
  })

  it('keeps a package in all languages where its earlier file no longer fits', async () => {
    const { content, source } = contentFrom(found({ 'loader-translation': { wait: 'Subiri' } }))
    await content.load()
    const renamed = { ...english, 'loader-translation': { pause: 'One moment' } }
    source.answer = found({}, { languages: { en: renamed, sw: { 'loader-translation': { wait: 'Ngoja' } } } })
    source.changed()
    await final()
    expect(content.page('loader-translation', 'en').wait).toBe('Please wait ...')
    expect(content.page('loader-translation', 'sw').wait).toBe('Subiri')
  })

  it('starts without a faulty translation, which falls back to English', async () => {
    const { content } = contentFrom(found({ 'loader-translation': { wiat: 'Subiri' } }))
    await content.load()
    expect(content.page('loader-translation', 'sw').wait).toBe('Please wait ...')
    expect(content.faults).toEqual(['sw/loader-translation: unknown key wiat'])
  })

  it('loads the file again once it is corrected, and reports the line of each fault', async () => {
    const lineOf = (file: string, key: string) => (file === 'sw/loader-translation' && key === 'wiat' ? 7 : undefined)
    const { content, source } = contentFrom(found({ 'loader-translation': { wiat: 'Subiri' } }, { lineOf }))
    await content.load()
    expect(content.faults).toEqual(['sw/loader-translation line 7: unknown key wiat'])
    source.answer = found({ 'loader-translation': { wait: 'Subiri' } })
    source.changed()
    await final()
    expect(content.page('loader-translation', 'sw').wait).toBe('Subiri')
    expect(content.faults).toEqual([])
  })
})
