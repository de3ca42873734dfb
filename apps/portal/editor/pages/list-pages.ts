import { isNote } from '../content-saver.ts'
import { type Html, html } from '../html.ts'
import type { PackageTexts } from '../package-texts.ts'
import type { Found } from '../search.ts'
import { labelOf } from '../text-hints.ts'
import { languageName } from './layout.ts'

const searchForm = (words: string) => html`<form method="get" action="/find" role="search" class="field finding">
<label for="q">Find words that you see on a page</label>
<div class="row"><div class="box"><input id="q" name="q" type="search" value="${words}"></div><button class="button second">Find</button></div>
</form>`

export interface Overview {
  readonly packages: readonly PackageTexts[]
  readonly faults: readonly string[]
}

export function overviewPage({ packages, faults }: Overview): Html {
  return html`
${searchForm('')}
${faultsNote(faults)}
<section class="section" aria-labelledby="packages"><h2 id="packages">Texts by page</h2>
<ul class="list">${packages.map((one) => packageItem(one))}</ul>
</section>
<section class="section" aria-labelledby="else"><h2 id="else">What else there is</h2>
<ul class="list">
<li><a href="/texts/incident-banner/edit">Tell all visitors about a fault</a></li>
<li><a href="/articles">Answers of the help centre</a></li>
<li><a href="/files/help/categories">Categories of the help centre</a></li>
</ul>
<p>Shops, towns and sites are tables in the folder <code>places</code>: open them with a spreadsheet.</p>
</section>`
}

function packageItem({ name, texts, languages }: PackageTexts): Html {
  const lacking = languages.flatMap((language) => {
    const missing = texts.filter(({ values }) => values[language] === undefined).length
    return missing === 0 ? [] : [`${languageName(language)} lacks ${missing}`]
  })
  const title = texts.find(({ key }) => ['pageTitle', 'heading', 'title'].includes(key))?.values.en
  return html`<li><a href="/texts/${name}">${name}</a>
<span class="quiet">${title !== undefined && `“${title}”, `}${texts.length} texts</span>
${lacking.length > 0 && html`<span class="wait">${lacking.join(', ')}</span>`}</li>`
}

export function faultsNote(all: readonly string[]): Html {
  const [faults, notes] = [all.filter((fault) => !isNote(fault)), all.filter(isNote)]
  return html`${faults.length === 0 && html`<p class="note ok" role="status">All content is good.</p>`}
${faultList('bad', { words: 'What is not right now:', faults })}
${faultList('wait', { words: 'What has no translation yet:', faults: notes })}`
}

interface Faults {
  readonly words: string
  readonly faults: readonly string[]
}

function faultList(kind: 'bad' | 'wait', { words, faults }: Faults): Html | false {
  if (faults.length === 0) return false
  return html`<div class="note ${kind}"><div><p><strong>${words}</strong></p>
<ul class="faults">${faults.map((fault) => html`<li>${fault}</li>`)}</ul></div></div>`
}

export function foundPage(words: string, found: readonly Found[]): Html {
  return html`${searchForm(words)}
${found.length === 0 && html`<p class="note wait" role="status">These words stand nowhere. Try fewer of them: a part may be filled in by the portal.</p>`}
<ul class="list section">${found.map(
    ({ where, language, excerpt }) =>
      html`<li><a href="${hrefOf(where)}">${titleOf(where)}</a> <span class="quiet">${languageName(language)}</span>
<p lang="${language}">${excerpt}</p></li>`,
  )}</ul>`
}

function hrefOf(where: Found['where']): string {
  if ('article' in where) return `/articles/${where.article}`
  return `/texts/${where.name}/edit?key=${encodeURIComponent(where.key)}`
}

const titleOf = (where: Found['where']) =>
  'article' in where ? `Answer: ${where.article}` : `${where.name}: ${labelOf(where.key)}`

export interface ListedArticle {
  readonly id: string
  readonly question: string
  readonly category: string
}

export function articlesPage(articles: readonly ListedArticle[]): Html {
  const groups = Map.groupBy(articles, ({ category }) => category)
  return html`<p><a class="button" href="/new-article">Add an answer</a></p>
${[...groups].map(
  ([category, own]) => html`<section class="section"><h2>${category}</h2>
<ul class="list">${own.map(({ id, question }) => html`<li><a href="/articles/${id}">${question}</a></li>`)}</ul></section>`,
)}`
}
