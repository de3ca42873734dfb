import type { Draft } from '@nyanja/server/leads/draft'
import type { Portal } from '../../server/portal.ts'

interface Proving {
  readonly draft: Draft
  /** What a right code has shown. */
  readonly proven: { readonly uniqueCode: string; readonly msisdn: string }
  readonly language: string
}

/** What is not handed in now is handed in by a button on the next page: the proof stands with the draft. */
export async function sendProved(
  { codes, drafts, draftSender }: Pick<Portal, 'codes' | 'drafts' | 'draftSender'>,
  { draft, proven: { uniqueCode, msisdn }, language }: Proving,
): Promise<void> {
  await codes.consume({ uniqueCode }, { purpose: 'lead', msisdn, subject: draft.id })
  const proved = await drafts.prove(draft, { msisdn, language })
  if (proved.answers.provedAt !== undefined) await draftSender.send(proved)
}
