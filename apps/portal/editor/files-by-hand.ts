import { isDocumentName } from '../server/content/content-documents.ts'

/** Edited whole where fields alone would not do: a form gets another field, the help another category. */
const categories = 'help-categories'

export const isWrittenByHand = (name: string) => name === categories || isDocumentName(name)

export const fileByHand = (language: string, name: string) =>
  name === categories ? `${language}/help/categories.yaml` : `${language}/${name}.json`
