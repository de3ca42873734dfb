import { leadStages } from '@nyanja/domain/leads/lead-states'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Content } from '../../content/content.ts'
import { documentNames } from '../../content/content-documents.ts'
import { packageNames } from '../../content/content-packages.ts'
import { describeContentSource } from '../../content/content-source.contract.ts'
import type { ContentSource, FoundContent } from '../../content/content-source.ts'
import { unprefixedPages } from '../../content/site-links.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { serve } from '../serve.contract.ts'
import { createRemoteContent, type RemoteContentOptions } from './remote-content.ts'

const sandbox = testSandbox()

const loader = { wait: 'Please wait ...', holdOn: 'Hold on!', adviceHtml: '', loadingMessage: 'Loading {page}' }
const form = (label: string, type = 'text') => ({
  fields: [{ name: 'town', label, type, required: true, rank: 1 }],
  actions: [{ type: 'submit', label: 'Send', rank: 1 }],
})
const stagesWith = (title: string) => ({
  stages: leadStages.map((stage) => ({ stage, title, text: 'All is well', tone: 'ok' })),
})

const inFiles: FoundContent = {
  languages: {
    en: {
      ...Object.fromEntries(packageNames.map((name) => [name, {}])),
      'loader-translation': loader,
      'incident-banner': { href: '' },
      'meta-data-config': { preview: '' },
    },
    sw: { 'loader-translation': { wait: 'Tafadhali subiri ...' } },
  },
  documents: {
    en: {
      ...Object.fromEntries(documentNames.map((name) => [name, form('Town')])),
      'lead-status-config': stagesWith('News'),
    },
    sw: { 'get-form-schema': form('Mji') },
  },
  faults: [],
}
const files: ContentSource = { read: async () => inFiles }
const constants = { brand: 'Nyanja' }

function open(options: Partial<RemoteContentOptions> = {}) {
  const logged: string[] = []
  const clock = { ms: 0 }
  const source = createRemoteContent({
    baseUrl: `${sandbox.url}/content`,
    apiKey: 'nyanja-sandbox-cms',
    opco: 'MW',
    languages: [{ code: 'en' }, { code: 'sw', prefix: 'sw' }] as const,
    files,
    constants,
    log: { warn: (message) => logged.push(message), error: (message) => logged.push(message) },
    now: () => clock.ms,
    lookEveryMs: 20,
    ...options,
  })
  return { source, logged, clock }
}

function put(language: string, name: string, json: string) {
  const isOneForAll = unprefixedPages.has(name)
  const pageUrl = language === 'en' || isOneForAll ? `/${name}` : `/sw/${name}`
  return sandbox.control('/cms/packages', { pageUrl, packageHtml: json, ...(isOneForAll && { lang: language }) })
}
const injectFault = (kind: string, times = 1) =>
  sandbox.injectFault({ provider: 'cms', operation: 'activePackage', kind, times })

describeContentSource('the operator’s CMS', async () => {
  // Everything expires at once, so that an edit becomes visible during the test.
  let ms = 0
  const { source, logged } = open({ now: () => (ms += 3_600_000) })
  return { source, put, faults: async () => logged }
})

const loaderOf = async (source: ContentSource, language = 'en') =>
  (await source.read()).languages[language]?.['loader-translation']

describe('the operator’s CMS', () => {
  it('overrides the files, which supply the rest', async () => {
    await put('en', 'loader-translation', '{"wait":"One moment"}')
    const { source } = open()
    expect(await loaderOf(source)).toEqual({ ...loader, wait: 'One moment' })
    expect(await loaderOf(source, 'sw')).toEqual({ wait: 'Tafadhali subiri ...' })
  })

  it('is requested for page texts once an hour, and for news every ten seconds', async () => {
    const { source, clock } = open()
    await source.read()
    await put('en', 'loader-translation', '{"wait":"One moment"}')
    await put('sw', 'get-form-schema', JSON.stringify(form('Mji wako')))

    clock.ms = 9_999
    expect((await source.read()).documents.sw).toEqual({ 'get-form-schema': form('Mji') })
    clock.ms = 10_000
    expect((await source.read()).documents.sw).toEqual({ 'get-form-schema': form('Mji wako') })
    clock.ms = 3_599_999
    expect(await loaderOf(source)).toEqual(loader)
    clock.ms = 3_600_000
    expect(await loaderOf(source)).toEqual({ ...loader, wait: 'One moment' })
  })

  it('receives the language where the address does not contain it', async () => {
    await put('sw', 'lead-status-config', JSON.stringify(stagesWith('Habari')))
    const { documents } = await open().source.read()
    expect(documents.sw?.['lead-status-config']).toEqual(stagesWith('Habari'))
    expect(documents.en?.['lead-status-config']).toEqual(stagesWith('News'))
  })

  it('removes a package by no longer having it', async () => {
    await put('en', 'loader-translation', '{"wait":"One moment"}')
    const { source, clock } = open()
    await source.read()
    await sandbox.control('/cms/packages?pageUrl=/loader-translation', undefined, 'DELETE')
    clock.ms = 3_600_000
    expect(await loaderOf(source)).toEqual(loader)
  })
})

describe('an invalid package of the CMS', () => {
  it.each([
    ['{"loadingMessage":"Loading"}', 'loadingMessage must hold {page}, as in English'],
    ['{"loadingMessage":"Loading {pgae}"}', 'loadingMessage holds {pgae}, which has no value; loadingMessage must'],
    ['{"adviceHtml":"<p>{name}</p>"}', 'adviceHtml holds {name}, which has no value'],
    ['{"wait":', 'not JSON, look at line 1'],
  ])('is refused with its place, and the earlier one stays: %s', async (json, fault) => {
    await put('en', 'loader-translation', '{"wait":"One moment"}')
    const { source, logged, clock } = open()
    await source.read()
    await put('en', 'loader-translation', json)
    for (const hours of [1, 2]) {
      clock.ms = hours * 3_600_000
      expect(await loaderOf(source)).toEqual({ ...loader, wait: 'One moment' })
    }
    expect(logged).toEqual([expect.stringContaining(`From the CMS: en/loader-translation: ${fault}`)])
  })

  it('may contain keys for other sites', async () => {
    await put('en', 'loader-translation', '{"wait":"One moment","appOnly":"Update the app"}')
    const { source, logged } = open()
    expect(await loaderOf(source)).toEqual({ ...loader, wait: 'One moment' })
    expect(logged).toEqual(['From the CMS: en/loader-translation: no page shows appOnly'])
  })

  it('is refused when a form could not work', async () => {
    await put('en', 'get-form-schema', JSON.stringify(form('Town', 'selcet')))
    const { source, logged } = open()
    expect((await source.read()).documents.en?.['get-form-schema']).toEqual(form('Town'))
    expect(logged).toEqual([expect.stringContaining('en/get-form-schema: fields.0.type: Invalid option')])
  })

  it('keeps its form without a button that pages do not know', async () => {
    const { fields, actions } = form('Your town')
    const made = { fields, actions: [...actions, { type: 'other', label: 'Ask', rank: 2 }] }
    await put('en', 'get-form-schema', JSON.stringify(made))
    const { source, logged } = open()
    const log = { warn: (message: string) => logged.push(message), error: (message: string) => logged.push(message) }
    const content = new Content(source, { languages: ['en', 'sw'], constants, log })
    await content.load()
    expect(content.document('get-form-schema', 'en')).toEqual(form('Your town'))
    expect(logged.filter((line) => line.includes('get-form-schema: actions.1 is left out'))).toHaveLength(1)
  })

  it("is left out in a language whose form differs in structure from the first language's", async () => {
    await put('en', 'get-form-schema', JSON.stringify(form('Town', 'textarea')))
    const { source, logged } = open()
    const { documents } = await source.read()
    expect(documents.en?.['get-form-schema']).toEqual(form('Town', 'textarea'))
    expect(documents.sw).toEqual({})
    expect(logged).toEqual([])

    await put('sw', 'get-form-schema', JSON.stringify(form('Mji wako')))
    const later = open()
    expect((await later.source.read()).documents.sw).toEqual({})
    expect(later.logged).toEqual([
      'From the CMS: sw/get-form-schema: fields.0.type must be as in English. It is not used',
    ])
  })

  it('defines the structure of a form in a market whose first language is not English', async () => {
    const languages = [{ code: 'fr' }, { code: 'sw', prefix: 'sw' }] as const
    await put('en', 'get-form-schema', JSON.stringify(form('Ville', 'textarea')))
    const content = new Content(open({ languages }).source, { languages: ['fr', 'sw'], constants })
    await content.load()
    expect(content.document('get-form-schema', 'fr').fields).toMatchObject([{ label: 'Ville', type: 'textarea' }])
    expect(content.document('get-form-schema', 'sw').fields).toMatchObject([{ label: 'Ville', type: 'textarea' }])
  })

  it.each([
    ['incident-banner', '{"href":"nyanja"}', 'href: nyanja is neither a path'],
    ['meta-data-config', '{"preview":"https://["}', 'preview: https://[ is neither a path'],
  ])('is refused when an address in it is invalid: %s', async (name, json, fault) => {
    await put('en', name, json)
    await put('en', 'loader-translation', '{"wait":"One moment"}')
    const { source, logged } = open()
    const content = new Content(source, { languages: ['en', 'sw'], constants })
    await content.load()
    expect(content.page('loader-translation', 'en').wait).toBe('One moment')
    expect(logged).toEqual([expect.stringContaining(`From the CMS: en/${name}: ${fault}`)])
  })

  it('never breaks a page', async () => {
    for (const language of ['en', 'sw'])
      for (const name of ['loader-translation', 'get-form-schema', 'lead-status-config'])
        await put(language, name, '{"fields":[],"wait":{}}')
    const content = new Content(open().source, { languages: ['en', 'sw'], constants })
    await content.load()
    expect(content.page('loader-translation', 'en')).toMatchObject({ wait: 'Please wait ...' })
    expect(content.document('get-form-schema', 'sw').fields).toMatchObject([{ label: 'Mji' }])
  })
})

describe('the files next to the CMS', () => {
  /** Files that an editor changes and that are occasionally unreadable. */
  function editable() {
    const edited = { loader, times: 0, isBeingMoved: false }
    const read = async () => {
      edited.times += 1
      if (edited.isBeingMoved) throw new Error('ENOENT')
      return { ...inFiles, languages: { en: { ...inFiles.languages.en, 'loader-translation': edited.loader } } }
    }
    return { edited, ...open({ files: { read } }) }
  }

  it('are read once, however many packages there are', async () => {
    for (const name of ['loader-translation', 'incident-banner', 'meta-data-config']) await put('en', name, '{}')
    const { edited, source } = editable()
    await source.read()
    expect(edited.times).toBe(1)
  })

  it('do not undo an edit in the CMS', async () => {
    await put('en', 'loader-translation', '{"wait":"One moment"}')
    const { edited, source } = editable()
    edited.isBeingMoved = true
    await expect(source.read()).rejects.toThrow('ENOENT')
    edited.isBeingMoved = false
    expect(await loaderOf(source)).toEqual({ ...loader, wait: 'One moment' })
  })

  it("validate the CMS's texts, in any order of edits", async () => {
    await put('en', 'loader-translation', '{"loadingMessage":"{page} comes"}')
    const { edited, source, logged } = editable()
    expect(await loaderOf(source)).toEqual({ ...loader, loadingMessage: '{page} comes' })
    edited.loader = { ...loader, loadingMessage: 'Loading' }
    expect(await loaderOf(source)).toEqual(edited.loader)
    expect(await loaderOf(source)).toEqual(edited.loader)
    expect(logged).toEqual([expect.stringContaining('loadingMessage holds {page}, which has no value')])
    edited.loader = loader
    expect(await loaderOf(source)).toEqual({ ...loader, loadingMessage: '{page} comes' })
  })
})

describe('a CMS that fails', () => {
  it.each(['error_before', 'hang_before', 'reset_before', 'html_before'])(
    'leaves its earlier texts in use, which is reported once: %s',
    async (kind) => {
      await put('en', 'loader-translation', '{"wait":"One moment"}')
      const { source, logged, clock } = open(kind === 'hang_before' ? { timeoutMs: 2_000 } : {})
      await source.read()
      await injectFault(kind, 1_000)
      for (const hours of [1, 2]) {
        clock.ms = hours * 3_600_000
        expect(await loaderOf(source)).toEqual({ ...loader, wait: 'One moment' })
      }
      expect(logged).toEqual([expect.stringContaining('The CMS does not answer (cms activePackage: ')])

      await sandbox.control('/faults', undefined, 'DELETE')
      await put('en', 'loader-translation', '{"wait":"Here again"}')
      clock.ms = 3 * 3_600_000
      expect(await loaderOf(source)).toEqual({ ...loader, wait: 'Here again' })
      expect(logged.at(-1)).toBe('The CMS answers again')
    },
  )

  it('is called again within ten seconds, not within an hour', async () => {
    await put('en', 'loader-translation', '{"wait":"One moment"}')
    await injectFault('error_before', 4)
    const { source, clock } = open()
    expect(await loaderOf(source)).toEqual(loader)
    clock.ms = 10_000
    expect(await loaderOf(source)).toEqual({ ...loader, wait: 'One moment' })
  })

  it('does not prevent the portal from starting', async () => {
    await injectFault('hang_before', 1_000)
    const { source, logged } = open({ timeoutMs: 1000 })
    expect(await loaderOf(source)).toEqual(loader)
    expect(logged).toHaveLength(1)
  })

  it('is not waited for when it is slow, and its later answer is used', async () => {
    await put('en', 'loader-translation', '{"wait":"One moment"}')
    await sandbox.injectFault({ provider: 'cms', kind: 'delay', delayMs: 300, times: 1_000 })
    const { source } = open({ timeoutsMs: 20 })
    expect(await loaderOf(source)).toEqual(loader)
    await sandbox.control('/faults', undefined, 'DELETE')
    const heard = new Promise<void>((resolve) => {
      const stop = source.watch?.(() => {
        stop?.()
        resolve()
      })
    })
    await heard
    expect(await loaderOf(source)).toEqual({ ...loader, wait: 'One moment' })
  })

  it('may report a missing package in another format than JSON', async () => {
    const baseUrl = await serve((_request, _body, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>')
    }, onTestFinished)
    const { source, logged } = open({ baseUrl })
    expect(await loaderOf(source)).toEqual(loader)
    expect(logged).toEqual(['The CMS has none of our packages'])
  })

  it('may send one unreadable package without affecting the others', async () => {
    for (const language of ['en', 'sw']) await put(language, 'loader-translation', '{"wait":"One moment"}')
    const only = packageNames.length + documentNames.length
    await injectFault('garbage_after', only)
    const { source, logged } = open()
    await source.read()
    expect(logged.every((line) => line.includes('cms activePackage: HTTP'))).toBe(true)
    expect(await loaderOf(source, 'sw')).toEqual({ wait: 'One moment' })
  })
})

describe('the portal with a CMS', () => {
  it('shows an edit in the CMS without a restart', async () => {
    const { source, clock } = open()
    const content = new Content(source, { languages: ['en', 'sw'], constants })
    await content.load()
    const before = content.version
    await put('en', 'get-form-schema', JSON.stringify(form('Your town')))
    await put('sw', 'get-form-schema', JSON.stringify(form('Mji wako')))
    clock.ms = 10_000
    await expect.poll(() => content.document('get-form-schema', 'sw').fields[0]?.label).toBe('Mji wako')
    expect(content.version).not.toBe(before)
  })
})
