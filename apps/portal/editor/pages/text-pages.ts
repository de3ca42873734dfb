import { listPlaceholders } from '@nyanja/domain/texts/fill'
import { isDocumentName } from '@nyanja/server/content/content-documents'
import type { Answer } from '../content-saver.ts'
import { type Html, html } from '../html.ts'
import { fileOf, type PackageTexts, shown, type Text, type Typed, typedName } from '../package-texts.ts'
import { hintFor, labelOf } from '../text-hints.ts'
import { answerNote, formButtons, hiddenFields, languageName, wordField } from './layout.ts'

/** Shows all texts of a page, each in all languages. */
export function packagePage({ name, languages, texts, unreadable }: PackageTexts): Html {
  return html`
${unreadable.map((language) => html`<p class="note bad">${fileOf(language, name)} is not JSON, so its texts cannot be shown.</p>`)}
<p class="row">
${texts.length > 0 && html`<a class="link" href="/texts/${name}/edit">Edit them together</a>`}
<a class="link" href="/files/${name}">Edit the whole file</a>
</p>
<div class="side-by-side" role="region" aria-label="Texts in all languages" tabindex="0">
<table>
<thead><tr><th scope="col">Text</th>${languages.map((language) => html`<th scope="col">${languageName(language)}</th>`)}</tr></thead>
<tbody>${texts.map((text) => textRow(name, text, languages))}</tbody>
</table>
</div>`
}

function textRow(name: string, { key, values, isRule }: Text, languages: readonly string[]): Html {
  const cells = languages.map((language) =>
    values[language] === undefined
      ? html`<td class="wait">missing</td>`
      : html`<td${!isRule && html` lang="${language}"`}>${shown(values[language])}</td>`,
  )
  return html`<tr id="${key}"><th scope="row"><a href="/texts/${name}/edit?key=${encodeURIComponent(key)}">${labelOf(key)}</a>
<small class="quiet">${key}</small></th>${cells}</tr>`
}

export interface TextForm {
  readonly texts: PackageTexts
  readonly keys: readonly string[]
  readonly typed: Typed
  readonly digests: Readonly<Record<string, string>>
  readonly constants: readonly string[]
  readonly answer?: Answer
}

/** Shows some texts in all languages side by side. */
export function textForm(form: TextForm): Html {
  const { texts, keys, digests, answer } = form
  const shown = texts.texts.filter(({ key }) => keys.includes(key))
  const faultsAt = (key: string, language: string) => faultsOfText(answer, { name: texts.name, key, language })
  const linkTo = (fault: string) =>
    shown.flatMap(({ key, isRule }) =>
      texts.languages
        .filter((language) => faultsAt(key, language).includes(fault))
        .map((language) => typedName(isRule ? 'all' : language, key)),
    )[0]
  return html`
${answerNote(answer, linkTo)}
<p class="hint">Words in braces are filled in by the portal. Everywhere you may use ${form.constants.map((one) => `{${one}}`).join(', ')}.</p>
<form method="post">
${hiddenFields(Object.fromEntries(Object.entries(digests).map(([language, digest]) => [`digest:${language}`, digest])))}
${shown.map((text) => textFields(form, text))}
${formButtons}
</form>
${nextLink(texts, keys)}`
}

function textFields({ texts, typed, answer }: TextForm, { key, isRule, values }: Text): Html {
  const languages = isRule ? ['all'] : texts.languages.filter((one) => one in values || !isDocumentName(texts.name))
  const hint = hintFor(texts.name, key)
  const places = [...new Set(listPlaceholders(shown(values.en)))]
  const typedIn = (language: string) => typed.get(typedName(language, key)) ?? shown(values[isRule ? 'en' : language])
  return html`<fieldset class="text"><legend>${labelOf(key)} <small class="quiet">${key}</small></legend>
${hint !== undefined && html`<p class="hint">${hint}</p>`}
${!isRule && places.length > 0 && html`<p class="hint">Keep ${places.map((one) => `{${one}}`).join(', ')}.</p>`}
<div class="languages">${languages.map((language) =>
    wordField({
      name: typedName(language, key),
      label: isRule ? 'In all languages' : languageName(language),
      value: typedIn(language),
      ...(!isRule && { language }),
      faults: isRule
        ? texts.languages.flatMap((one) => faultsOfText(answer, { name: texts.name, key, language: one }))
        : faultsOfText(answer, { name: texts.name, key, language }),
    }),
  )}</div>
</fieldset>`
}

interface Place {
  readonly name: string
  readonly key: string
  readonly language: string
}

function faultsOfText(answer: Answer | undefined, { name, key, language }: Place): string[] {
  if (answer?.outcome !== 'faulty') return []
  return answer.faults.filter((fault) => {
    const [, file, message = ''] = /^(\S+?)(?: line \d+)?: (.*)$/s.exec(fault) ?? []
    return file === `${language}/${name}` && message.split(/[\s:]/).includes(key)
  })
}

function nextLink({ name, texts }: PackageTexts, keys: readonly string[]): Html {
  const at = texts.findIndex(({ key }) => key === keys[0])
  const next = keys.length === 1 ? texts[at + 1] : undefined
  return html`<p class="row"><a class="link" href="/texts/${name}">All texts of this page</a>
${next && html`<a class="link" href="/texts/${name}/edit?key=${encodeURIComponent(next.key)}">Next: ${labelOf(next.key)}</a>`}</p>`
}
