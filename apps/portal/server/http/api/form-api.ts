import { saveForm, thanks } from '../../../contract/content.ts'
import type { Portal } from '../../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'

/** What customers of other channels write to the operator. */
export function serveForms(api: Api, { submissions, market }: Pick<Portal, 'submissions' | 'market'>): void {
  serve(api, saveForm, async ({ input: { data }, client, succeed }) => {
    const { formName, fields, solution } = data
    const result = await submissions.submit({
      form: formName,
      channel: client,
      language: market.languages.unprefixed,
      typed: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined),
      solution,
    })
    switch (result.outcome) {
      case 'kept':
        return succeed({ reference: result.reference }, thanks)
      case 'wrong':
        return failed('bad_input', { message: result.faults[0]?.text ?? '' })
      case 'challenge':
        return failed('work_needed', { result: { challenge: result.challenge.proofOfWork } })
      case 'full':
        return failed('too_many_requests')
    }
  })
}
