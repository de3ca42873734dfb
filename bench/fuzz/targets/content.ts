import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createContentFiles } from '@nyanja/server/adapters/content-files/content-files'
import { readArticle, readCategories } from '@nyanja/server/adapters/help-files/read-article'
import { readPackage } from '@nyanja/server/adapters/read-package'
import { readDocument } from '@nyanja/server/content/content-documents'
import { listContentFaults } from '@nyanja/server/content/content-faults'
import { contentConstants, readMarket } from '@nyanja/server/settings/market'
import { root } from '../../../scripts/run.mjs'
import { textsLike } from '../inputs.ts'
import type { Target } from '../target.ts'

const folder = path.join(root, 'apps', 'portal', 'content')
const textOf = (file: string) => readFileSync(path.join(folder, 'en', file), 'utf8')
const constants = contentConstants(readMarket(path.join(root, 'apps', 'portal', 'markets', 'mw.json')))
const found = await createContentFiles({ folder }).read()
const languages = ['en', 'sw']

const documents = ['get-contact-form-schema', 'get-form-schema', 'lead-status-config']
const packages = ['incident-banner', 'website-footer-config', 'privacy-policy-config']
const articles = ['bundle-renewal', 'calls-drop', 'check-coverage']

const dangerousTag = /^<(?:script|img|svg|iframe|style|object)|\son\w+\s*=/i
const dangerousHref = /href="\s*(?:javascript|data|vbscript):/i

/** What a page writes into its HTML must stay free of what a browser runs. The text of a value is no attribute. */
function assertHarmless(html: string): void {
  const isDangerous = (tag: string) => dangerousHref.test(tag) || dangerousTag.test(tag.replaceAll(/"[^"]*"/g, '""'))
  if (html.match(/<(?:"[^"]*"|[^>])*>?/g)?.some(isDangerous)) throw new Error('HTML that a browser may run')
}

export const content: readonly Target[] = [
  {
    name: 'package of texts (JSON, HTML)',
    thousands: 250,
    inputs: textsLike(
      ...packages.map((name) => textOf(`${name}.json`).slice(0, 4_000)),
      '{"titleHtml":"<p>Read <a href=\\"https://mail.example\\">this</a> <strong>now</strong></p>","title":"{brand}"}',
      '{"aHtml":"<svg><style><img src=x onerror=alert(1)></style></svg><a href=\\"javascript:alert(1)\\">x</a>"}',
    ),
    read(input) {
      const read = readPackage('privacy-policy-config', input.toString())
      if (!('texts' in read)) return
      for (const [key, text] of Object.entries(read.texts)) if (key.endsWith('Html')) assertHarmless(text)
    },
  },
  {
    name: 'package with a structure (JSON)',
    thousands: 150,
    inputs: textsLike(...documents.map((name) => textOf(`${name}.json`))),
    read(input) {
      for (const name of documents) {
        const read = readPackage(name, input.toString())
        if ('document' in read) readDocument(name, read.document, constants)
      }
    },
  },
  {
    name: 'all texts with one changed package',
    thousands: 1,
    inputs: textsLike(...[...documents, ...packages].map((name) => textOf(`${name}.json`))),
    read(input) {
      for (const name of ['get-form-schema', 'website-footer-config']) {
        const { texts, document, fault } = {
          texts: undefined,
          document: undefined,
          fault: undefined,
          ...readPackage(name, input.toString()),
        }
        const { sw, en } = { sw: {}, en: {}, ...found.languages }
        const { sw: swDocuments, en: enDocuments } = { sw: {}, en: {}, ...found.documents }
        const changed = {
          languages: { sw, en: { ...en, ...(texts && { [name]: texts }) } },
          documents: { sw: swDocuments, en: { ...enDocuments, ...(document !== undefined && { [name]: document }) } },
          faults: fault === undefined ? [] : [{ file: `en/${name}`, message: fault }],
        }
        listContentFaults(changed, languages, constants)
      }
    },
  },
  {
    name: 'article of the help centre (YAML, Markdown)',
    thousands: 60,
    inputs: textsLike(...articles.map((id) => textOf(`help/${id}.md`))),
    read(input) {
      const read = readArticle({
        ...{ name: 'en/help/a.md', id: 'a', constants, carriesStructure: true },
        text: input.toString(),
      })
      if ('article' in read) assertHarmless(read.article.html)
    },
  },
  {
    name: 'categories of the help centre (YAML)',
    thousands: 50,
    inputs: textsLike(
      '- id: sim\n  title: SIM cards\n  icon: sim\n  subCategories:\n    - id: lost\n      title: Lost {brand}\n    - id: shops\n      title: Shops\n      goesTo: stores\n',
    ),
    read: (input) => readCategories('en/help/categories.yaml', input.toString(), constants),
  },
]
