/**
 * The module is separate, because Leaflet needs the policy while it is loaded: imports run before the code of their
 * importer.
 */
declare const trustedTypes:
  | { createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown }
  | undefined

/** With it Leaflet detects at its start whether the browser draws SVG; nothing else here is ever written as HTML. */
const probe = '<svg/>'

if (typeof trustedTypes !== 'undefined')
  trustedTypes.createPolicy('default', { createHTML: (text) => (text === probe ? text : null) })
