import { describe, expect, it, vi } from 'vitest'
import type { ContentSource } from './content-source.ts'

export interface ContentFixture {
  readonly source: ContentSource
  /** Publishes a package as an editor does, valid or not. */
  put(language: string, name: string, json: string): Promise<unknown>
  /** Lists all faults that the source has reported. */
  faults(): Promise<readonly string[]>
}

const form = (label: string) => ({
  fields: [{ name: 'town', label, type: 'text', required: true, rank: 1 }],
  actions: [{ type: 'submit', label: 'Send', rank: 1 }],
})

/**
 * Describes the contract of every content source. Its tests use the keys `wait` and `adviceHtml` of
 * `loader-translation`.
 */
export function describeContentSource(name: string, open: () => Promise<ContentFixture>): void {
  describe(`${name} as a content source`, () => {
    it('returns each package in each language', async () => {
      const { source, put } = await open()
      await put('en', 'loader-translation', '{"wait":"One moment"}')
      await put('sw', 'loader-translation', '{"wait":"Subiri"}')
      const { languages, faults } = await source.read()
      expect(languages).toMatchObject({
        en: { 'loader-translation': { wait: 'One moment' } },
        sw: { 'loader-translation': { wait: 'Subiri' } },
      })
      expect(faults).toEqual([])
    })

    it('returns a package with a structure unchanged', async () => {
      const { source, put } = await open()
      await put('en', 'get-form-schema', JSON.stringify(form('Your town')))
      await put('sw', 'get-form-schema', JSON.stringify(form('Mji wako')))
      expect((await source.read()).documents).toMatchObject({
        en: { 'get-form-schema': form('Your town') },
        sw: { 'get-form-schema': form('Mji wako') },
      })
    })

    it('returns HTML that cannot harm readers', async () => {
      const { source, put } = await open()
      const adviceHtml = '<p>Call <b onclick="x">300</b><script>1</script><a href="javascript:x()">now</a></p>'
      await put('en', 'loader-translation', JSON.stringify({ adviceHtml, wait: '1 < 2' }))
      expect((await source.read()).languages.en?.['loader-translation']).toMatchObject({
        adviceHtml: '<p>Call 300<a>now</a></p>',
        wait: '1 < 2',
      })
    })

    it.each([
      ['{\n  "wait": "One moment"\n  "adviceHtml": ""\n}', 'en/loader-translation: not JSON, look at line 2'],
      ['["One moment"]', 'en/loader-translation: not a JSON object'],
      ['{"wait":["One moment"]}', 'en/loader-translation: not a text: wait'],
    ])('reports the place of a mistake: %s', async (json, fault) => {
      const { source, put, faults } = await open()
      await put('en', 'loader-translation', json)
      await put('sw', 'loader-translation', '{"wait":"Subiri"}')
      expect((await source.read()).languages.sw?.['loader-translation']).toMatchObject({ wait: 'Subiri' })
      expect(await faults()).toEqual([expect.stringContaining(fault)])
    })

    it('reports an edit', async () => {
      const { source, put } = await open()
      await source.read()
      const changed = vi.fn()
      const stop = source.watch?.(changed)
      await put('en', 'loader-translation', '{"wait":"A moment more"}')
      await expect.poll(() => changed).toHaveBeenCalled()
      stop?.()
      expect((await source.read()).languages.en?.['loader-translation']).toMatchObject({ wait: 'A moment more' })
    })
  })
}
