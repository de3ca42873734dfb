import { createLog } from '@nyanja/server/common/log'
import { createVoteStore } from '@nyanja/server/db/help/vote-store'
import { openLimits, useUp } from '@nyanja/server/db/rate-limits/test-limits'
import { openMigrated } from '@nyanja/server/db/test-database'
import { HelpCentre } from '@nyanja/server/help/help-centre'
import { HelpVotes } from '@nyanja/server/help/help-votes'
import { testArticle, testLanguage, testSource } from '@nyanja/server/help/test-help'
import Fastify from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { faqs, likeCount } from '../../../contract/content.ts'
import { createNotices } from '../pages/notices.ts'
import { reportErrors } from '../report-errors.ts'
import { registerHelpApi } from './help-api.ts'

const english = testLanguage([
  testArticle({ id: 'buy', question: 'How do I buy a bundle?' }, 'bundles-buy'),
  {
    ...testArticle({ id: 'late', question: 'Where is it?', html: '<p>On its way.</p>' }),
    structure: { category: 'bundles-missing', isPopular: true, related: [] },
  },
])
const swahili = testLanguage(
  [testArticle({ id: 'buy', question: 'Ninunue vipi?' })],
  [{ id: 'bundles', title: 'Vifurushi', subCategories: [] }],
)

async function open() {
  const database = await openMigrated()
  const source = testSource({ en: english, sw: swahili })
  const help = new HelpCentre(source, {
    languages: ['en', 'sw'],
    ignoredWords: () => '',
  })
  await help.load()
  const limits = openLimits(database, () => 0)
  const limit = limits('vote')
  const store = createVoteStore(database.db)
  const helpVotes = new HelpVotes({
    store,
    help,
    limit,
    limitOnArticle: limits('vote_without_browser'),
  })
  const clock = { now: 0 }
  const app = Fastify()
  const notices = createNotices({
    render: async () => new Response(),
    versionOf: () => '1',
    languages: [{ code: 'en' }],
  })
  app.setErrorHandler(reportErrors({ log: createLog('silent'), notices, headers: {} }))
  const market = { opco: 'MW', languages: [{ code: 'en' }, { code: 'sw', prefix: 'sw' }] as const }
  registerHelpApi(app, { help, helpVotes, market, now: () => clock.now })
  const vote = (query: Record<string, string>, headers: Record<string, string> = {}, remoteAddress = '10.0.0.1') =>
    app.inject({ url: likeCount.path, query: { opco: 'MW', ...query }, headers, remoteAddress })
  const list = async (headers = {}) => {
    const answer = await app.inject({ url: faqs.path, query: { opco: 'MW' }, headers })
    return { answer, ...faqs.answer.parse(answer.json()) }
  }
  return { app, limit, vote, list, store, source, clock }
}

let fixture: Awaited<ReturnType<typeof open>>
beforeEach(async () => {
  fixture = await open()
})

describe('GET /cms/webpage/getFaqs_pCategory', () => {
  it('returns every question with its category, and every link to a page', async () => {
    const { answer, data } = await fixture.list()
    expect(answer.headers['cache-control']).toContain('max-age=10')
    expect(data).toEqual([
      {
        ...{ questionId: 'buy', question: 'How do I buy a bundle?', answer: '<p>An answer.</p>' },
        ...{ category: 'Buying', parentCategory: 'Bundles', href: '', popular: 'false', countLikePercentage: 0 },
      },
      {
        ...{ questionId: 'late', question: 'Where is it?', answer: '<p>On its way.</p>' },
        ...{ category: 'Missing', parentCategory: 'Bundles', href: '', popular: 'true', countLikePercentage: 0 },
      },
      {
        ...{ questionId: 'contact-details-shops', question: 'Shops', answer: '' },
        ...{ category: 'Shops', parentCategory: 'Contact', href: 'storeLocator' },
        ...{ popular: 'false', countLikePercentage: 0 },
      },
    ])
  })

  it('answers in the language of the header, in any spelling', async () => {
    const { data, answer } = await fixture.list({ lang: 'SW' })
    expect(data[0]).toMatchObject({ question: 'Ninunue vipi?', parentCategory: 'Vifurushi' })
    expect(answer.headers.vary).toBe('accept-encoding, lang')
  })

  it('shows a new vote within ten seconds, and a changed answer at once', async () => {
    const first = await fixture.list()
    await fixture.vote({ questionId: 'buy', isLike: 'true' })
    const repeated = await fixture.list()
    expect(repeated.data).toEqual(first.data)
    expect(repeated.answer.headers.etag).toBe(first.answer.headers.etag)
    fixture.clock.now += 10_000
    expect((await fixture.list()).data[0]?.countLikePercentage).toBe(100)
    fixture.source.found = { languages: { en: testLanguage([]) }, faults: [] }
    fixture.source.changed()
    await expect.poll(async () => (await fixture.list()).data).toHaveLength(1)
  })

  it('refuses other operators', async () => {
    expect((await fixture.app.inject({ url: faqs.path, query: { opco: 'NG' } })).statusCode).toBe(400)
  })
})

describe('GET /cms/webpage/likeCount/', () => {
  it('counts a vote, and the list shows how many liked the answer', async () => {
    expect((await fixture.vote({ questionId: 'buy', isLike: 'true' })).json().data).toEqual({
      questionId: 'buy',
      countLikePercentage: 100,
    })
    const answer = await fixture.vote({ questionId: 'buy', isLike: 'false' }, { lang: 'sw' }, '10.0.0.2')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json().data.countLikePercentage).toBe(50)
    expect((await fixture.list()).data[0]?.countLikePercentage).toBe(50)
  })

  it('works without the slash at the end', async () => {
    const url = likeCount.path.slice(0, -1)
    const answer = await fixture.app.inject({ url, query: { opco: 'MW', questionId: 'buy', isLike: 'true' } })
    expect(answer.statusCode).toBe(200)
  })

  it('answers 404 for an unknown question', async () => {
    expect((await fixture.vote({ questionId: 'sell', isLike: 'true' })).statusCode).toBe(404)
  })

  it.each<Record<string, string>>([
    { questionId: 'buy' },
    { isLike: 'true' },
    { questionId: 'buy', isLike: 'yes' },
    { questionId: '', isLike: 'true' },
  ])('refuses %j', async (query) => {
    expect((await fixture.vote(query)).statusCode).toBe(400)
  })

  it('counts no vote when the client only checks the address', async () => {
    const query = { opco: 'MW', questionId: 'buy', isLike: 'true' }
    for (const url of [likeCount.path, likeCount.path.slice(0, -1)])
      expect((await fixture.app.inject({ method: 'HEAD', url, query })).statusCode).toBe(404)
    expect(await fixture.store.of('buy')).toEqual({ yes: 0, no: 0 })
  })

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-purpose': 'prefetch;prerender' },
  ])('counts no vote that a visitor did not press: %j', async (headers) => {
    expect((await fixture.vote({ questionId: 'buy', isLike: 'true' }, headers)).statusCode).toBe(400)
    expect(await fixture.store.of('buy')).toEqual({ yes: 0, no: 0 })
  })

  it('counts one vote on an answer from an address', async () => {
    for (const [status, clientIp] of [
      [200, '10.0.0.1'],
      [429, '10.0.0.1'],
      [200, '10.0.0.2'],
    ] as const)
      expect((await fixture.vote({ questionId: 'buy', isLike: 'true' }, {}, clientIp)).statusCode).toBe(status)
    expect(await fixture.store.of('buy')).toEqual({ yes: 2, no: 0 })
  })

  it('counts a limited number of votes from one address', async () => {
    expect((await fixture.vote({ questionId: 'buy', isLike: 'true' })).statusCode).toBe(200)
    await useUp(fixture.limit, '10.0.0.1')
    const refused = await fixture.vote({ questionId: 'late', isLike: 'true' })
    expect(refused.json()).toMatchObject({ statusCode: 502, status: 'failure' })
    expect(refused.headers['retry-after']).toBe('60')
    expect((await fixture.vote({ questionId: 'buy', isLike: 'true' }, {}, '10.0.0.2')).statusCode).toBe(200)
  })
})
