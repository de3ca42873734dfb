import { readField } from '@nyanja/web/format/read-field'
import { redirect } from 'react-router'
import { localPath } from '../local-path.ts'
import { isLanguage, languageCookie } from '../texts.ts'
import type { Route } from './+types/choose-language'

export const loader = () => redirect('/')

export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const language = readField(form, 'language')
  const headers: Record<string, string> = isLanguage(language) ? { 'set-cookie': await languageCookie(language) } : {}
  return redirect(localPath(readField(form, 'to')), { status: 303, headers })
}

/** React Router shows a refusal as a page with text only if the route has a component. */
export default () => null
