import type { VoteKind } from '@nyanja/domain/help'
import { describe, expect, it } from 'vitest'
import { createVoteStore } from '../db/help/vote-store.ts'
import { openLimits } from '../db/rate-limits/test-limits.ts'
import { describeOnEachEngine } from '../db/test-database.ts'
import { HelpVoteMarks, HelpVotes } from './help-votes.ts'

const voter = { article: 'lost-sim', language: 'sw', clientIp: '10.0.0.1' }

describeOnEachEngine('votes on an answer', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const limits = openLimits(database, () => 0)
    const known = { lost: 'lost-sim', found: 'found-sim' }
    const votes = new HelpVotes({
      store: createVoteStore(database.db),
      help: {
        article: (id) =>
          Object.values(known).includes(id)
            ? {
                ...{ id, question: '', html: '', words: '', otherWords: '', language: 'en' },
                ...{ category: '', subCategory: '', isPopular: false, related: [] },
              }
            : undefined,
      },
      limit: limits('vote'),
      limitOnArticle: limits('vote_without_browser'),
    })
    const rows = () => database.db.selectFrom('help_votes').selectAll().orderBy('kind').execute()
    return { votes, rows }
  }

  it('are counted by article in all languages', async () => {
    const { votes } = await open()
    await votes.vote(voter, 'yes')
    await votes.vote({ ...voter, language: 'en' }, 'yes')
    await votes.vote(voter, 'no')
    await votes.vote({ ...voter, article: 'found-sim' }, 'no')
    expect(await votes.of('lost-sim')).toEqual({ yes: 2, no: 1 })
    expect(await votes.of('never-read')).toEqual({ yes: 0, no: 0 })
    expect([...(await votes.all())].sort()).toEqual([
      ['found-sim', { yes: 0, no: 1 }],
      ['lost-sim', { yes: 2, no: 1 }],
    ])
  })

  it('are all counted when many arrive at once', async () => {
    const { votes } = await open()
    await Promise.all(Array.from({ length: 20 }, () => votes.vote(voter, 'yes')))
    expect(await votes.of('lost-sim')).toEqual({ yes: 20, no: 0 })
  })

  it('have reasons, which are not votes', async () => {
    const { votes, rows } = await open()
    await votes.vote(voter, 'no')
    expect(await votes.report(voter, 'unclear')).toBe('counted')
    expect(await votes.of('lost-sim')).toEqual({ yes: 0, no: 1 })
    expect((await rows()).map(({ kind, language }): [VoteKind, string] => [kind, language])).toEqual([
      ['no', 'sw'],
      ['unclear', 'sw'],
    ])
  })

  it('are refused for unknown articles, and beyond the limit of one address', async () => {
    const { votes, rows } = await open()
    expect(await votes.vote({ ...voter, article: 'made-up' }, 'yes')).toBe('unknown_article')
    for (let many = 0; many < 60; many += 1) expect(await votes.vote(voter, 'yes')).toBe('counted')
    expect(await votes.vote(voter, 'yes')).toBe('too_many')
    expect(await rows()).toHaveLength(1)
  })

  it('count once per answer and address for clients without a browser id', async () => {
    const { votes } = await open()
    const afar = async (more: Partial<typeof voter>) => votes.voteFromAfar({ ...voter, ...more }, 'yes')
    expect(await afar({ article: 'made-up' })).toBe('unknown_article')
    expect(await afar({})).toBe('counted')
    expect(await afar({})).toBe('too_many')
    expect(await afar({ article: 'found-sim' })).toBe('counted')
    expect(await afar({ clientIp: '10.0.0.2' })).toBe('counted')
    expect(await votes.of('lost-sim')).toEqual({ yes: 2, no: 0 })
  })

  it('are stored without data about voters', async () => {
    const { votes, rows } = await open()
    await votes.vote(voter, 'yes')
    expect(await rows()).toEqual([{ article: 'lost-sim', language: 'sw', kind: 'yes', count: 1 }])
  })
})

describe('the vote cookie of a browser', () => {
  const marks = new HelpVoteMarks('a secret of tests')

  it('is returned unchanged, and readable only by the portal', () => {
    const sealed = marks.seal(new Map([['lost-sim', 'no']]))
    expect(sealed).not.toContain('lost')
    expect(marks.open(sealed)).toEqual(new Map([['lost-sim', 'no']]))
    expect(new HelpVoteMarks('another secret').open(sealed).size).toBe(0)
  })

  it('is ignored when it is forged', () => {
    for (const made of ['', 'x', 'A'.repeat(200), 'A'.repeat(50_000)]) expect(marks.open(made).size).toBe(0)
  })

  it('stays within the size of a cookie by dropping the oldest votes', () => {
    const many = new Map(Array.from({ length: 60 }, (_, at) => [`question-${at}`, 'told' as const]))
    const sealed = marks.seal(many)
    expect(sealed.length).toBeLessThan(3000)
    const kept = [...marks.open(sealed).keys()]
    expect(kept).toHaveLength(40)
    expect(kept.at(-1)).toBe('question-59')
  })
})
