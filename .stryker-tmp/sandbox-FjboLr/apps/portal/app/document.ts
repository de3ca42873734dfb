// @ts-nocheck
import { createHash } from 'node:crypto'
import boot from './boot.js?raw'
import base from './styles/base.css?inline'
import code from './styles/code.css?inline'
import content from './styles/content.css?inline'
import journey from './styles/journey.css?inline'
import receipt from './styles/receipt.css?inline'

/**
 * A content security policy belongs to the document, not to the route, so routes are in groups, and going from one
 * group to another loads a document.
 */
export type DocumentGroup = 'content' | 'journey' | 'receipt' | 'code'

/** What a route's `handle` says of its document. Without one it is hydrated as part of a journey. */
export interface DocumentHandle {
  readonly group?: DocumentGroup
  /** Of at most 3 KB, for pages that are not hydrated and work without it. */
  readonly module?: string
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const styles = {
  content: base + content,
  journey: base + journey,
  receipt: base + receipt,
  code: base + code,
} as const satisfies Record<DocumentGroup, string>

/** Without what only its readers need. */
export const bootScript = boot.replaceAll(/^ *(\/\/.*\n)?/gm, '').trim()

const scriptSources = {
  content: `'none'`,
  journey: `'self' ${hashOf(bootScript)}`,
  receipt: `'self'`,
  code: `'self'`,
} as const satisfies Record<DocumentGroup, string>

function policyOf(group: DocumentGroup): string {
  return [
    `default-src 'none'`,
    `script-src ${scriptSources[group]}`,
    `style-src ${hashOf(styles[group])}`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
    'report-uri /csp-reports',
    'report-to csp',
  ].join('; ')
}

interface DocumentFrame {
  readonly style: string
  readonly policy: string
}

const frameOf = (group: DocumentGroup): DocumentFrame => ({ style: styles[group], policy: policyOf(group) })

/** The inlined style of each group and the policy that allows it and nothing else. */
export const frames: Readonly<Record<DocumentGroup, DocumentFrame>> = {
  content: frameOf('content'),
  journey: frameOf('journey'),
  receipt: frameOf('receipt'),
  code: frameOf('code'),
}
