import type { CardPopup } from '@nyanja/server/adapters/gateway-definition'
import type { Attempt } from '@nyanja/server/payments/attempt'
import type { Portal } from '../../server/portal.ts'
import { popupPolicy } from '../document.ts'

/** A gateway's checkout over our own page. */
export interface OpenPopup extends Pick<CardPopup, 'scriptUrl' | 'frameOrigin'> {
  readonly accessCode: string
  /** For whoever cannot open it. */
  readonly pageUrl: string
  readonly doneUrl: string
  readonly cancelUrl: string
}

/** Undefined where visitors are sent to the gateway's own page. */
export function popupOf({ popups, returnUrls }: Portal, attempt: Attempt): OpenPopup | undefined {
  const { id, gateway, gatewayUrl, providerReference } = attempt
  const popup = popups[gateway]
  if (popup === undefined || gatewayUrl === undefined || providerReference === undefined) return undefined
  const { scriptUrl, frameOrigin } = popup
  const { returnUrl, cancelUrl } = returnUrls(attempt)
  return {
    scriptUrl,
    frameOrigin,
    accessCode: providerReference,
    pageUrl: gatewayUrl,
    doneUrl: withNames(returnUrl, { txref: id, PnrID: id, status: 'SUCCESS' }),
    cancelUrl: withNames(cancelUrl, { txref: id, PnrID: id }),
  }
}

function withNames(url: string, names: Readonly<Record<string, string>>): string {
  const address = new URL(url)
  for (const [name, value] of Object.entries(names)) address.searchParams.set(name, value)
  return address.href
}

/** What this page may load, and no other. */
export function popupHeaders(popup: Pick<OpenPopup, 'scriptUrl' | 'frameOrigin'>) {
  return {
    'content-security-policy': popupPolicy(popup),
    'permissions-policy': `camera=(), microphone=(), payment=(self "${popup.frameOrigin}"), usb=(), geolocation=()`,
  }
}
