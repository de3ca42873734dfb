import { PortalError } from '@nyanja/domain/errors'
import { toLanguagePrefix } from '@nyanja/domain/texts/language'
import type { MailFile } from '@nyanja/server/messages/mails'
import type { DueReceipt } from '@nyanja/server/wiring/mail-work'
import { RouterContextProvider } from 'react-router'
import { bugContext, portalContext } from '../app/portal-context.ts'
import type { RequestHandler } from './http/pages/serve-pages.ts'
import type { Portal } from './portal.ts'

interface ReceiptFileOptions {
  readonly handlePage: RequestHandler
  readonly log: { error(fields: object, message: string): void }
}

/**
 * Draws the receipt that the page of a payment offers, for a mail. It is undefined where the page offers none, or where
 * drawing it is a bug: then the mail goes without it. Throws while too many wait.
 */
export async function readReceiptFile(
  { handlePage, log }: ReceiptFileOptions,
  portal: Portal,
  { attemptId, language }: DueReceipt,
): Promise<MailFile | undefined> {
  const { publicOrigin, market } = portal
  let named: PortalError | undefined
  const context = new RouterContextProvider()
  context.set(portalContext, portal)
  context.set(bugContext, (error) => {
    if (error instanceof PortalError) named = error
    else log.error({ err: error }, 'a receipt could not be drawn')
  })
  const prefix = toLanguagePrefix(language, market.languages)
  const address = `${publicOrigin}${prefix}/payment/status/${attemptId}/receipt.pdf`
  const { status, headers, ...answer } = await handlePage(new Request(address), context).then(readAnswer)
  if (named !== undefined) throw named
  const type = headers.get('content-type') ?? ''
  if (status !== 200 || type !== 'application/pdf') return undefined
  const [, name = 'receipt.pdf'] = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? []
  return { name, type, content: answer.content }
}

async function readAnswer(response: Response) {
  const { status, headers } = response
  return { status, headers, content: new Uint8Array(await response.arrayBuffer()) }
}
