import { describe, expect, it } from 'vitest'
import { fieldsIn, openEditor } from './test-editor.ts'

const wait = '/texts/recharge-translation/edit?key=phoneHint'
const swahili = 'sw/recharge-translation.json'

describe('saving without a change', () => {
  it('leaves every file as it was, letter by letter', async () => {
    const editor = openEditor({ articles: 'all' })
    const before = editor.all()
    const names = Object.keys(before).flatMap((file) => /^en\/([\w-]+)\.json$/.exec(file)?.[1] ?? [])
    const articles = Object.keys(before).flatMap((file) => /^en\/help\/([\w-]+)\.md$/.exec(file)?.[1] ?? [])
    expect(names.length + articles.length).toBeGreaterThan(100)
    for (const url of [
      ...names.map((name) => `/texts/${name}/edit`),
      ...articles.map((id) => `/articles/${id}`),
      ...[...names, 'help/categories', ...articles.map((id) => `help/${id}`)].map((name) => `/files/${name}`),
    ]) {
      const fields = fieldsIn(await editor.open(url))
      expect(Object.keys(fields).length, url).toBeGreaterThan(3)
      expect((await editor.send(url, fields)).body, url).toContain('Nothing is changed yet')
    }
    expect(editor.all()).toEqual(before)
  })
})

describe('a writer who changes a text', () => {
  it('changes that line and nothing else', async () => {
    const editor = openEditor()
    const before = editor.all()
    const answer = await editor.send(wait, {
      ...fieldsIn(await editor.open(wait)),
      'sw:phoneHint': 'Tarakimu 9, "kama" {example}',
    })
    expect(answer.statusCode).toBe(303)
    const line = /^ {2}"phoneHint": .*$/m
    expect(editor.all()).toEqual({
      ...before,
      [swahili]: before[swahili]?.replace(line, '  "phoneHint": "Tarakimu 9, \\"kama\\" {example}",'),
    })
    expect(await editor.open(String(answer.headers.location))).toContain('Saved.')
  })

  it('sees what is wrong with it and where, keeps the typed text, and no file is touched', async () => {
    const editor = openEditor()
    const before = editor.all()
    const typed = { ...fieldsIn(await editor.open(wait)), 'sw:phoneHint': 'Tarakimu <9>' }
    const answer = await editor.send(wait, typed)
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toMatch(
      /<a href="#sw:phoneHint">sw\/recharge-translation line \d+: phoneHint must hold \{example\}, as in English<\/a>/,
    )
    expect(answer.body).toMatch(/<input id="sw:phoneHint"[^>]* value="Tarakimu &lt;9&gt;"[^>]* aria-invalid="true"/)
    expect(editor.all()).toEqual(before)
  })

  it('cannot use a placeholder that no page fills, even in all languages', async () => {
    const editor = openEditor()
    const typed = Object.fromEntries(
      ['en', 'fr', 'sw'].map((language) => [`${language}:phoneHint`, '{example} {brnad}']),
    )
    const answer = await editor.send(wait, { ...fieldsIn(await editor.open(wait)), ...typed })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('en/recharge-translation: phoneHint holds {brnad}, which has no value')
  })

  it('can check before saving', async () => {
    const editor = openEditor()
    const before = editor.all()
    const answer = await editor.send(
      wait,
      { ...fieldsIn(await editor.open(wait)), 'sw:phoneHint': 'Kama {example}' },
      'check',
    )
    expect(answer.body).toContain('All is good. It is not saved yet.')
    expect(editor.all()).toEqual(before)
  })

  it('does not overwrite what another writer has saved meanwhile', async () => {
    const editor = openEditor()
    const typed = { ...fieldsIn(await editor.open(wait)), 'sw:phoneHint': 'Kama {example}' }
    const others = editor.read(swahili).replace('{example}', '{example}!')
    editor.write(swahili, others)
    const answer = await editor.send(wait, typed)
    expect(answer.statusCode).toBe(409)
    expect(answer.body).toContain(`another writer has changed ${swahili} meanwhile`)
    expect(answer.body).toContain('Kama {example}')
    expect(editor.read(swahili)).toBe(others)
  })

  it('may save while other texts are broken, and is not blamed for them', async () => {
    const editor = openEditor()
    editor.write('sw/loader-translation.json', '{')
    expect(await editor.open('/mistakes')).toContain('sw/loader-translation: not JSON')
    const answer = await editor.send(wait, { ...fieldsIn(await editor.open(wait)), 'sw:phoneHint': 'Kama {example}' })
    expect(answer.statusCode).toBe(303)
  })

  it('gives a language a missing text, where English has it', async () => {
    const editor = openEditor()
    const whole = editor.read(swahili)
    editor.write(swahili, whole.replace(/ {2}"phoneHint".*\n/, ''))
    expect(await editor.open('/')).toContain('Swahili lacks 1')
    const hint = /"phoneHint": "(.*)"/.exec(whole)?.[1] ?? ''
    await editor.send(wait, { ...fieldsIn(await editor.open(wait)), 'sw:phoneHint': hint })
    expect(editor.read(swahili)).toBe(whole)
  })

  it('changes a rule of a form in all languages at once', async () => {
    const editor = openEditor()
    const url = '/texts/get-contact-form-schema/edit?key=fields.0.maxLength'
    const answer = await editor.send(url, { ...fieldsIn(await editor.open(url)), 'all:fields.0.maxLength': '70' })
    expect(answer.statusCode).toBe(303)
    for (const language of ['en', 'sw', 'fr'])
      expect(editor.read(`${language}/get-contact-form-schema.json`)).toContain('"maxLength": 70,')
  })

  it('finds it by the text on the page', async () => {
    const editor = openEditor()
    expect(await editor.open('/find?q=top+up+any+line')).toContain(
      '/texts/website-homepage-config/edit?key=heading">website-homepage-config: Heading</a>',
    )
    expect(await editor.open('/find?q=about+nyanja')).toContain('/texts/about-translation/edit?key=')
    expect(await editor.open('/find?q=settings+for+mobile+networks')).toContain('/articles/get-4g')
  })
})

describe('a writer who adds an article', () => {
  const answer = {
    id: 'two-phones',
    'en:question': 'Can I use one number in two phones?',
    'en:words': 'second phone, same number',
    'en:body': '**No.** One number works in one phone.\r\n\r\nCall {careNumber}.',
    category: 'sim-register',
    popular: '',
    action: 'contact',
    related: 'sim-swap',
  }

  it('creates a file in each language that has texts', async () => {
    const editor = openEditor()
    const before = editor.all()
    const saved = await editor.send('/new-article', { ...fieldsIn(await editor.open('/new-article')), ...answer })
    expect(saved.headers.location).toBe('/articles/two-phones?saved=1')
    expect(editor.all()).toEqual({
      ...before,
      'en/help/two-phones.md': `---
question: Can I use one number in two phones?
category: sim-register
words: [second phone, same number]
action: contact
related: [sim-swap]
---

**No.** One number works in one phone.

Call {careNumber}.
`,
    })
  })

  it('sees where it is not valid yet', async () => {
    const editor = openEditor()
    const wrong = { ...answer, 'en:body': '[More](/gethelp/a/no-such)', related: 'nobody' }
    const shown = await editor.send('/new-article', wrong)
    expect(shown.statusCode).toBe(422)
    expect(shown.body).toMatch(/en\/help\/two-phones\.md line \d+: nobody is no other article/)
    expect(shown.body).toContain('links to the article no-such, which does not exist')
    expect((await editor.send('/new-article', { ...answer, id: '../x' })).body).toContain('small letters')
    expect(Object.keys(editor.all())).not.toContain('en/help/two-phones.md')
  })

  it('cannot use the name of another article', async () => {
    const editor = openEditor()
    const before = editor.read('en/help/sim-swap.md')
    expect((await editor.send('/new-article', { ...answer, id: 'sim-swap', related: '' })).statusCode).toBe(409)
    expect(editor.read('en/help/sim-swap.md')).toBe(before)
  })

  it('changes one of its fields, and the others keep their spelling', async () => {
    const editor = openEditor()
    const [file, url] = ['en/help/get-4g.md', '/articles/get-4g']
    const before = editor.read(file)
    await editor.send(url, { ...fieldsIn(await editor.open(url)), 'en:question': 'How: 4G?', popular: '' })
    expect(editor.read(file)).toBe(before.replace(/^question: .*$/m, 'question: "How: 4G?"'))
  })
})

describe('the editing page', () => {
  it('answers only a browser on this machine that has it open', async () => {
    const { app, open, read, send } = openEditor()
    const fields = { ...fieldsIn(await open(wait)), 'sw:phoneHint': 'Kama {example}' }
    const payload = new URLSearchParams({ ...fields, do: 'save' }).toString()
    const own = '127.0.0.1:3300'
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const before = read(swahili)
    for (const headers of [
      { host: own, origin: 'http://evil.example' },
      { host: own, origin: 'null' },
      { host: own },
      { host: 'evil.example:3300', origin: 'http://evil.example:3300' },
    ])
      expect(
        (await app.inject({ url: wait, method: 'POST', headers: { ...headers, ...type }, payload })).statusCode,
      ).toBe(403)
    expect((await app.inject({ url: '/', headers: { host: 'evil.example:3300' } })).statusCode).toBe(403)
    expect(read(swahili)).toBe(before)
    expect((await send(wait, fields)).statusCode).toBe(303)
  })

  it('has no file but those of texts', async () => {
    const { app, send } = openEditor()
    const headers = { host: '127.0.0.1:3300' }
    for (const url of ['/texts/..%2Fhelp/edit', '/articles/..%2Fx', '/files/help/..%2Fx'])
      expect((await app.inject({ url, headers })).statusCode, url).toBe(404)
    expect((await send('/files/help/..%2Fx', {})).statusCode).toBe(404)
  })

  it('can repair a file that cannot be read', async () => {
    const editor = openEditor()
    const whole = editor.read(swahili)
    editor.write(swahili, whole.replace('",', '"'))
    const url = '/files/recharge-translation'
    const fields = fieldsIn(await editor.open(url))
    expect((await editor.send(url, { ...fields, sw: whole })).statusCode).toBe(303)
    expect(editor.read(swahili)).toBe(whole)
  })

  it('shows where something does not work', async () => {
    const editor = openEditor()
    editor.write('en/website-homepage-config.json', '{')
    expect(await editor.open('/texts/website-homepage-config')).toContain('is not JSON, so its texts cannot be shown')
    expect(await editor.open('/texts/nothing')).toContain('There is no such text')
    editor.write('sw/help/get-4g.md', '---\nquestion: "open\n---\n')
    expect(await editor.open('/articles/get-4g')).toContain('The fields of sw/help/get-4g.md cannot be read')
    const twice = await editor.open('/find?q=one&q=two')
    expect(twice).toContain('Nothing was saved')
  })

  it('runs no script, and refuses to be framed', async () => {
    const { app } = openEditor()
    const { headers } = await app.inject({ url: '/articles', headers: { host: '127.0.0.1:3300' } })
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
  })
})
