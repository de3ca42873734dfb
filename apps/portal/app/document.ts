import { createHash } from 'node:crypto'
import type { Look, Palette } from '@nyanja/server/settings/look'
import type { ModuleName } from './browser-files.ts'
import base from './styles/base.css?inline'
import bill from './styles/bill.css?inline'
import broadband from './styles/broadband.css?inline'
import code from './styles/code.css?inline'
import content from './styles/content.css?inline'
import fixedLine from './styles/fixed-line.css?inline'
import forgetPhone from './styles/forget-phone.css?inline'
import form from './styles/form.css?inline'
import help from './styles/help.css?inline'
import journey from './styles/journey.css?inline'
import large from './styles/large.css?inline'
import lead from './styles/lead.css?inline'
import map from './styles/map.css?inline'
import offer from './styles/offer.css?inline'
import overlays from './styles/overlays.css?inline'
import prose from './styles/prose.css?inline'
import receipt from './styles/receipt.css?inline'
import recharge from './styles/recharge.css?inline'
import stores from './styles/stores.css?inline'
import tariffs from './styles/tariffs.css?inline'
import tracking from './styles/tracking.css?inline'

/**
 * A content security policy belongs to the document, not to the route, so routes are in groups, and a link from one
 * group to another loads a document.
 */
export type DocumentGroup =
  | 'content'
  | 'journey'
  | 'recharge'
  | 'receipt'
  | 'code'
  | 'bill'
  | 'broadband'
  | 'fixedLine'
  | 'lead'
  | 'offer'
  | 'tariffs'
  | 'forgetPhone'
  | 'prose'
  | 'map'
  | 'help'
  | 'answer'
  | 'stores'
  | 'form'
  | 'tracking'

/** Groups of pages that may load a map. */
export type MapGroup = 'map' | 'stores'

/** The document settings in a route's `handle`. Without one it is part of a journey. */
export interface DocumentHandle {
  readonly group?: DocumentGroup
  /** The scripts, of at most 2 KB each, of pages that work without them. */
  readonly module?: ModuleName | readonly ModuleName[]
}

/** The groups whose pages name the manifest for start screens. */
const withManifest: ReadonlySet<DocumentGroup> = new Set(['content'])

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The style of pages with dialogs and toasts of script. */
const scripted = overlays + large

const styles = {
  content: base + content + large,
  journey: base + journey + scripted,
  recharge: base + recharge + scripted,
  receipt: base + receipt + scripted,
  code: base + code + scripted,
  bill: base + bill + scripted,
  tariffs: base + tariffs + large,
  broadband: base + broadband + scripted,
  fixedLine: base + fixedLine + scripted,
  lead: base + lead + scripted,
  offer: base + offer + large,
  forgetPhone: base + forgetPhone + large,
  prose: base + prose + large,
  map: base + map + scripted,
  help: base + help + scripted,
  answer: base + help + large,
  stores: base + stores + scripted,
  form: base + form + scripted,
  tracking: base + tracking + scripted,
} as const satisfies Record<DocumentGroup, string>

const ownScripts = {
  content: `'none'`,
  journey: `'self'`,
  recharge: `'self'`,
  receipt: `'self'`,
  code: `'self'`,
  bill: `'self'`,
  tariffs: `'none'`,
  broadband: `'self'`,
  fixedLine: `'self'`,
  lead: `'self'`,
  offer: `'none'`,
  forgetPhone: `'none'`,
  prose: `'none'`,
  map: `'self'`,
  help: `'self'`,
  answer: `'none'`,
  stores: `'self'`,
  form: `'self'`,
  tracking: `'self'`,
} as const satisfies Record<DocumentGroup, string>

/** Tells whether a page of the group may have dialogs and toasts. */
export const runsScript = (group: DocumentGroup): boolean => ownScripts[group] !== `'none'`

/** The style sheets' names for the colours of the brand. */
const colourTokens = {
  main: 'lake',
  onMain: 'on-lake',
  tint: 'sky',
  glow: 'dawn',
  band: 'deep',
  bandRaised: 'deep-2',
  onBand: 'on-deep-2',
  accent: 'sun',
  accentPressed: 'sun-down',
  onAccent: 'on-sun',
  accentEdge: 'sun-rim',
} as const satisfies Record<keyof Palette, string>

function tokensOf(palette: Palette): string {
  const names: Readonly<Record<string, string>> = colourTokens
  return `:root{${Object.entries(palette)
    .map(([name, colour]) => `--${names[name]}:${colour}`)
    .join(';')}}`
}

/** Follows the style of the product and overrides its colours. The ground of maps is light in both schemes. */
function styleOf(look: Look | undefined): string {
  if (look === undefined) return ''
  const { light, dark } = look
  const onBand = `.water .button{--sun-rim:${dark.accentEdge}}`
  return `${tokensOf(light)}.map{--mark:${light.main}}${onBand}@media(prefers-color-scheme:dark){${tokensOf(dark)}}`
}

/** `hosts` are further sources of pictures and data. */
function policyOf(style: string, scripts: readonly string[], hosts = ''): string {
  return [
    `default-src 'none'`,
    ...scripts,
    `style-src ${hashOf(style)}`,
    `img-src 'self' data:${hosts}`,
    `connect-src 'self'${hosts}`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    'report-uri /csp-reports',
    'report-to csp',
  ].join('; ')
}

/** The inlined style of a document and the policy that allows it and nothing else. */
interface DocumentFrame {
  readonly style: string
  readonly policy: string
}

/** Builds the documents of a market, whose look is part of each style. */
export interface DocumentFrames {
  frameOf(group: DocumentGroup): DocumentFrame
  /**
   * Replaces the content group's policy on a page that opens a gateway's checkout: its script writes a document itself.
   */
  popupPolicy(popup: { readonly scriptUrl: string; readonly frameOrigin: string }): string
  /** Replaces the group's own policy, where pictures of a map come from another host. */
  mapPolicy(group: MapGroup, tilesOrigin: string): string
}

function createFrames(look: Look | undefined): DocumentFrames {
  const ownStyle = styleOf(look)
  const styleIn = (group: DocumentGroup) => styles[group] + ownStyle
  const scriptsOf = (group: DocumentGroup) => [
    `script-src ${ownScripts[group]}`,
    `require-trusted-types-for 'script'`,
    // The map's library writes one fixed string as HTML, which the module's own policy allows, and nothing else.
    `trusted-types ${group === 'map' || group === 'stores' ? 'default' : `'none'`}`,
    ...(withManifest.has(group) ? [`manifest-src 'self'`] : []),
  ]
  const made = new Map<DocumentGroup, DocumentFrame>()
  return {
    frameOf(group) {
      const style = styleIn(group)
      const frame = made.get(group) ?? { style, policy: policyOf(style, scriptsOf(group)) }
      made.set(group, frame)
      return frame
    },
    popupPolicy({ scriptUrl, frameOrigin }) {
      const { origin, pathname } = new URL(scriptUrl)
      const scripts = [`script-src 'self' ${origin}${pathname}`, `frame-src ${frameOrigin}`]
      return policyOf(styleIn('content'), scripts)
    },
    mapPolicy: (group, tilesOrigin) => policyOf(styleIn(group), scriptsOf(group), ` ${tilesOrigin}`),
  }
}

const framesByLook = new Map<Look | undefined, DocumentFrames>()

/** The styles are computed once for each look. */
export function documentFrames({ look }: { readonly look?: Look | undefined }): DocumentFrames {
  const frames = framesByLook.get(look) ?? createFrames(look)
  framesByLook.set(look, frames)
  return frames
}
