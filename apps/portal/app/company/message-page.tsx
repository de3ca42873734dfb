import type { SubmissionForm as FormName } from '@nyanja/server/submissions/submission'
import type { ComponentProps } from 'react'
import { type ActionFunctionArgs, data } from 'react-router'
import type { Portal } from '../../server/portal.ts'
import { languagePrefixOf } from '../page-language.ts'
import { clientIpContext, portalContext } from '../portal-context.ts'
import {
  headersOf,
  outcomeOf,
  SubmissionForm,
  sendSubmission,
  submissionView,
} from '../submissions/submission-form.tsx'
import type { Task } from '../ui/step-timeline.tsx'
import { openTasks } from '../visitor-tasks.ts'
import { CompanyPage } from './company-page.tsx'

interface MessageParts<Texts, More> {
  readonly form: FormName
  readonly texts: Texts
  /** What a visitor can do instead of writing: without the portal, and on its other pages. */
  readonly tasks: readonly Task[]
  readonly screens: Parameters<typeof openTasks>[0]
  readonly more: More
}

/** The page with a form in which visitors write to the operator. */
export function loadMessagePage<Texts, More extends object>(
  portal: Portal,
  url: URL,
  { form, texts, tasks, screens, more }: MessageParts<Texts, More>,
) {
  const view = submissionView(portal, url, form)
  const others = openTasks(screens, languagePrefixOf(url.pathname), portal.market)
  return data({ texts, tasks: [...tasks, ...others], view, ...more }, { headers: headersOf(view) })
}

export const createMessageAction =
  (form: FormName) =>
  ({ request, url, context }: Pick<ActionFunctionArgs, 'request' | 'url' | 'context'>) =>
    sendSubmission(context.get(portalContext), form, { request, url, clientIp: context.get(clientIpContext) })

interface MessagePageProps extends Required<Pick<ComponentProps<typeof CompanyPage>, 'texts' | 'tasks'>> {
  readonly view: ComponentProps<typeof SubmissionForm>['view']
  readonly notSent: ComponentProps<typeof SubmissionForm>['notSent']
}

export function MessagePage({ texts, tasks, view, notSent }: MessagePageProps) {
  return (
    <CompanyPage texts={texts} tasks={tasks} outcome={outcomeOf(view, notSent)}>
      <SubmissionForm view={view} notSent={notSent} />
    </CompanyPage>
  )
}
