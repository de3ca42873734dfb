import { fileByHand } from '../content-folder.ts'
import type { Answer } from '../content-saver.ts'
import { type Html, html } from '../html.ts'
import { answerNote, formButtons, hiddenFields, languageName, wordField } from './layout.ts'

export interface FileForm {
  readonly name: string
  /** The text in the box by language, and the version that it came from. */
  readonly files: Readonly<Record<string, { readonly text: string; readonly digest: string }>>
  readonly answer?: Answer
}

const rows = 30

/** Shows the whole file in all languages. */
export function filePage({ name, files, answer }: FileForm): Html {
  const languages = Object.keys(files)
  const faultsIn = (language: string) =>
    answer?.outcome === 'faulty' ? answer.faults.filter((fault) => isAbout(fault, fileByHand(language, name))) : []
  return html`
${answerNote(answer, (fault) => languages.find((language) => faultsIn(language).includes(fault)))}
<p class="hint">All languages have the same, except for their words: change it in each.</p>
<form method="post">
${languages.map((language) => hiddenFields({ [`digest:${language}`]: files[language]?.digest ?? '' }))}
<div class="languages by-hand">${languages.map((language) =>
    wordField({
      name: language,
      label: `${languageName(language)}: ${fileByHand(language, name)}`,
      value: files[language]?.text.trimEnd() ?? '',
      rows,
      faults: faultsIn(language),
    }),
  )}</div>
${formButtons}
</form>`
}

function isAbout(fault: string, file: string): boolean {
  return [file, file.replace(/\.json$/, '')].some(
    (name) => fault.startsWith(`${name} `) || fault.startsWith(`${name}:`),
  )
}
