import { createHmac } from 'node:crypto'
import { schemaOf } from '@nyanja/domain/forms/form'
import { openForm } from '@nyanja/domain/forms/form-rules'
import { newReference, newTimedId } from '../common/ids.ts'
import { deriveKey } from '../common/seal.ts'
import type { Content } from '../content/content.ts'
import type { createStores } from '../db/stores.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { Market } from '../settings/market.ts'
import { Submissions } from '../submissions/submissions.ts'
import type { Places } from './place-service.ts'

interface SubmissionOptions {
  readonly market: Market
  readonly content: Content
  readonly places: Pick<Places, 'towns'>
  readonly stores: Pick<ReturnType<typeof createStores>, 'submissions'>
  readonly rateLimits: RateLimits
  readonly secret: string
  readonly now: () => number
}

export function createSubmissions(options: SubmissionOptions): Submissions {
  const { market, content, places, stores, rateLimits, secret, now } = options
  const key = deriveKey(secret, 'submissions')
  return new Submissions({
    store: stores.submissions,
    rulesOf: (form, language) =>
      openForm(content.document(schemaOf[form], language), {
        ...{ towns: places.towns(), language, texts: content.page('form-translation', language) },
        numbers: market.numbers,
      }),
    limit: rateLimits('submission'),
    digestOf: (text) => createHmac('sha256', key).update(text).digest('base64url'),
    now,
    newId: () => newTimedId(now()),
    newReference: () => newReference('msg'),
  })
}
