import { helpScreens } from '@nyanja/domain/help'
import { type ArticleWords, emptyTexts } from '../article-page.ts'
import type { Answer } from '../content-saver.ts'
import { type Html, html } from '../html.ts'
import { answerNote, formButtons, hiddenFields, languageName, wordField } from './layout.ts'

export interface ArticleForm {
  /** Undefined for a new article. */
  readonly id?: string
  readonly languages: readonly string[]
  readonly words: Readonly<Record<string, ArticleWords>>
  readonly digests: Readonly<Record<string, string>>
  /** Sub-categories that hold articles: id → title. */
  readonly categories: Readonly<Record<string, string>>
  readonly typedId?: string
  /** Languages with fields that cannot be read. */
  readonly unreadable?: readonly string[]
  readonly answer?: Answer
  readonly portalUrl: string
}

const bodyRows = 16

export function articlePage(form: ArticleForm): Html {
  const { id, languages, digests, answer } = form
  const linkTo = (fault: string) =>
    languages
      .filter((language) => fault.startsWith(`${language}/help/${idOf(form)}.md`))
      .map((one) => `${one}:question`)[0]
  return html`
${answerNote(answer, linkTo)}
${id !== undefined && linksOf(form, id)}
<form method="post">
${hiddenFields(Object.fromEntries(Object.entries(digests).map(([language, digest]) => [`digest:${language}`, digest])))}
${id === undefined && idField(form)}
<div class="languages">${languages.map((language) => languageFields(form, language))}</div>
${languages.includes('en') && structureFields(form)}
<p class="hint">Markdown: **bold**, lists with 1. or -, ## headings, [our shops](/storeLocator), [another answer](/gethelp/a/buy-a-bundle).</p>
${formButtons}
</form>`
}

function linksOf({ portalUrl, unreadable = [] }: ArticleForm, id: string): Html {
  return html`
${unreadable.map((language) => html`<p class="note bad">The fields of ${language}/help/${id}.md cannot be read, so it is not shown here.</p>`)}
<p class="row"><a class="link" href="${portalUrl}/gethelp/a/${id}">See it in the portal</a>
<a class="link" href="/files/help/${id}">Edit the whole file</a></p>`
}

const idOf = ({ id, typedId = '' }: Pick<ArticleForm, 'id' | 'typedId'>) => id ?? typedId

function idField({ typedId = '' }: ArticleForm): Html {
  return wordField({
    name: 'id',
    label: 'Name of the file',
    value: typedId,
    hint: 'Small letters and dashes, such as my-new-answer. It is part of the address and never changes.',
    rows: 1,
  })
}

function languageFields({ words, answer, ...form }: ArticleForm, language: string): Html {
  const { question, words: others, body } = words[language] ?? emptyTexts
  const place = `${language}/help/${idOf(form)}.md`
  const faults = answer?.outcome === 'faulty' ? answer.faults.filter((fault) => fault.startsWith(place)) : []
  const field = (name: 'question' | 'words' | 'body') => ({ name: `${language}:${name}`, language })
  return html`<fieldset class="text"><legend>${languageName(language)}</legend>
${wordField({ ...field('question'), label: 'Question', value: question, rows: 2, faults })}
${wordField({ ...field('words'), label: 'Words that people search with', value: others, rows: 3, hint: 'With commas between them' })}
${wordField({ ...field('body'), label: 'Answer', value: body, rows: bodyRows })}
</fieldset>`
}

function structureFields({ words, categories }: ArticleForm): Html {
  const { category, popular, action, related } = words.en ?? emptyTexts
  const screens = Object.fromEntries(helpScreens.map((screen) => [screen, screen]))
  return html`<fieldset class="text"><legend>In all languages</legend>
<div class="languages">
${select('category', { label: 'Where it stands', value: category, options: categories })}
${select('popular', { label: 'Among the ten most asked', value: popular, options: { true: 'yes' } })}
${select('action', { label: 'Page on which it is done', value: action, options: screens })}
${wordField({ name: 'related', label: 'Other answers that help', value: related, hint: 'Their names, with commas between them', rows: 1 })}
</div>
</fieldset>`
}

interface Choice {
  readonly label: string
  readonly value: string
  readonly options: Readonly<Record<string, string>>
}

function select(name: string, { label, value, options }: Choice): Html {
  // A value that was written by hand stays, even where the portal does not know it.
  const all = value === '' || value in options ? options : { ...options, [value]: value }
  return html`<div class="field"><label for="${name}">${label}</label><div class="box"><select id="${name}" name="${name}">
<option value="">–</option>
${Object.entries(all).map(([one, words]) => html`<option value="${one}"${one === value && html` selected`}>${words}</option>`)}
</select></div></div>`
}
