import type { FormAction } from '@nyanja/domain/forms/form'
import {
  type Answers,
  type FormFault,
  type FormRules,
  listFormFaults,
  openForm,
  readAnswers,
} from '@nyanja/domain/forms/form-rules'
import type { MsisdnRules } from '@nyanja/domain/numbers/msisdn'
import { type LanguagePrefix, type SiteLanguages, toLanguagePrefix } from '@nyanja/domain/texts/language'
import type { ContentDocuments } from '@nyanja/server/content/content-documents'
import type { ContentPackages } from '@nyanja/server/content/content-packages'
import type { FormSchema } from '@nyanja/server/content/form-schema'
import { inLanguage } from '../page-language.ts'

/** The documents that are forms. */
type FormName = {
  [Name in keyof ContentDocuments]: ContentDocuments[Name] extends FormSchema ? Name : never
}[keyof ContentDocuments]

/** A form as it is shown, and as it is validated. */
export interface FormView extends FormRules {
  readonly actions: readonly FormAction[]
  readonly texts: ContentPackages['form-translation']
}

export interface FormReading {
  readonly answers: Answers
  /** The faults; a form without any may be accepted. */
  readonly faults: readonly FormFault[]
}

/** The source of its texts, and of its lists. */
interface FormSource {
  readonly content: {
    document(name: FormName, language: string): FormSchema
    page(name: 'form-translation', language: string): ContentPackages['form-translation']
  }
  readonly market: { readonly numbers: MsisdnRules; readonly languages: SiteLanguages }
  readonly places: { towns(): readonly { readonly name: string }[] }
}

export function formView({ content, market, places }: FormSource, name: FormName, language: string): FormView {
  const texts = content.page('form-translation', language)
  const { actions, ...form } = openForm(content.document(name, language), {
    ...{ towns: places.towns(), language, texts },
    numbers: market.numbers,
  })
  const prefix = toLanguagePrefix(language, market.languages)
  return { ...form, actions: actions.map((action) => ({ ...action, href: addressIn(action.href, prefix) })) }
}

const addressIn = (href: string | undefined, prefix: LanguagePrefix) =>
  href?.startsWith('/') ? inLanguage(href, prefix) : href

/** Reads a sent form, validated by the same rules as in the browser. */
export function readForm(rules: FormRules, form: FormData): FormReading {
  const answers = readAnswers(rules, (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : undefined
  })
  return { answers, faults: listFormFaults(rules, answers) }
}
