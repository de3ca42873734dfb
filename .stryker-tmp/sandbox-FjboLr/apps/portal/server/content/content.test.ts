// @ts-nocheck
import { describe, expect, it } from 'vitest'
import { Content, type ContentOptions } from './content.ts'
import { packageNames } from './content-packages.ts'
import type { ContentSource, FoundContent, Packages } from './content-source.ts'

const english: Packages = {
  ...Object.fromEntries(packageNames.map((name) => [name, {}])),
  'loader-translation': { wait: 'Please wait ...', holdOn: 'Hold on!', loadingMessage: 'Loading {brand}' },
  'recharge-translation': { amountMin: 'Minimum amount should be {currency} {min}' },
}

function found(swahili: Packages, changes: Partial<FoundContent> = {}): FoundContent {
  return { languages: { en: english, sw: swahili }, faults: [], ...changes }
}

function contentFrom(answer: FoundContent, options: Partial<ContentOptions> = {}) {
  const said: string[] = []
  const source = { answer, changed: () => {}, read: async () => source.answer, watch: follow }
  function follow(changed: () => void) {
    source.changed = changed
    return () => {}
  }
  const log = { warn: (message: string) => said.push(message), error: (message: string) => said.push(message) }
  const content = new Content(source satisfies ContentSource, {
    languages: ['en', 'sw'],
    constants: { brand: 'Nyanja', currency: 'MWK' },
    log,
    ...options,
  })
  return { content, source, said }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('a page of content', () => {
  it('has its texts in the language asked for', async () => {
    const { content } = contentFrom(found({ 'loader-translation': { wait: 'Subiri' } }))
    await content.load()
    expect(content.page('loader-translation', 'sw').wait).toBe('Subiri')
    expect(content.page('loader-translation', 'en').wait).toBe('Please wait ...')
  })

  it('has the brand and the currency filled in, and leaves the rest to the page', async () => {
    const { content } = contentFrom(found({}))
    await content.load()
    expect(content.page('loader-translation', 'en').loadingMessage).toBe('Loading Nyanja')
    expect(content.page('recharge-translation', 'en').amountMin).toBe('Minimum amount should be MWK {min}')
  })

  it('falls back to the first language where the second lacks a key, and says so once', async () => {
    const { content, source, said } = contentFrom(found({ 'loader-translation': { wait: 'Subiri', holdOn: 'Subiri' } }))
    await content.load()
    source.changed()
    await settled()
    expect(content.page('loader-translation', 'sw').loadingMessage).toBe('Loading Nyanja')
    expect(said.filter((line) => line.includes('loadingMessage'))).toHaveLength(1)
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
  it('names all faults at once', async () => {
    const { 'sms-translation': _, ...rest } = english
    const swahili = { 'loader-translation': { wiat: '', loadingMessage: 'Subiri {jina}' }, 'no-such-page': {} }
    const { content } = contentFrom({ languages: { en: rest, sw: swahili }, faults: ['sw/broken: not a JSON object'] })
    await expect(content.load()).rejects.toThrow(
      [
        'Bad content',
        'sw/broken: not a JSON object',
        'en/sms-translation: missing',
        'sw/loader-translation: unknown key wiat',
        'sw/loader-translation: loadingMessage must hold {brand}',
        'sw/no-such-page: unknown package',
      ].join('\n'),
    )
  })

  it('refuses a language without a folder', async () => {
    const { content } = contentFrom(found({}), { languages: ['en', 'ny'] })
    await expect(content.load()).rejects.toThrow('ny: there are no texts')
  })

  it('refuses a place for a visitor’s value in HTML', async () => {
    const texts = { 'loader-translation': { openHtml: '<p>{name}</p>', safeHtml: '<p>{brand}</p>' } }
    const { content } = contentFrom({ languages: { en: { ...english, ...texts } }, faults: [] }, { languages: ['en'] })
    await expect(content.load()).rejects.toThrow(
      /^Bad content\nen\/loader-translation: openHtml is HTML and may hold only \{brand\} \{currency\}$/,
    )
  })
})

describe('an edit while the portal runs', () => {
  it('shows, and changes the version', async () => {
    const { content, source } = contentFrom(found({}))
    await content.load()
    const before = content.version
    source.answer = found({ 'loader-translation': { wait: 'Subiri' } })
    source.changed()
    await settled()
    expect(content.page('loader-translation', 'sw').wait).toBe('Subiri')
    expect(content.version).not.toBe(before)
  })

  it('keeps the earlier texts and logs the fault when it is bad', async () => {
    const { content, source, said } = contentFrom(found({}))
    await content.load()
    const before = content.version
    source.answer = found({}, { faults: ['en/loader-translation: not a JSON object'] })
    source.changed()
    await settled()
    expect(content.page('loader-translation', 'en').wait).toBe('Please wait ...')
    expect(content.version).toBe(before)
    expect(said.at(-1)).toContain('en/loader-translation: not a JSON object')
  })
})
