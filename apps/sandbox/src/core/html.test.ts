import { expect, it } from 'vitest'
import { html, trusted } from './html.ts'

it('escapes values in text and in attributes', () => {
  const name = `<b onclick='x'>"&`
  expect(html`<p title="${name}">${name}</p>`.markup).toBe(
    '<p title="&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;">&lt;b onclick=&#39;x&#39;&gt;&quot;&amp;</p>',
  )
})

it('keeps markup and lists unchanged, and omits undefined values', () => {
  const rows = ['<1>', html`<i>2</i>`, 3]
  expect(html`${rows}${undefined}${false}${trusted('<hr>')}`.markup).toBe('&lt;1&gt;<i>2</i>3<hr>')
})
