import { constantLimit } from '@nyanja/server/db/rate-limits/test-limits'
import { HelpVotes, type VoteMarks, type VoteOutcome } from '@nyanja/server/help/help-votes'
import { describe, expect, it } from 'vitest'
import { voteStep } from './vote-step.ts'

function open(isBusy = false) {
  const counted: string[] = []
  const helpVotes = new HelpVotes({
    store: {
      add: async ({ kind }) => void counted.push(kind),
      of: async () => ({ yes: 0, no: 0 }),
      all: async () => new Map(),
    },
    help: {
      article: (id) =>
        id === 'lost'
          ? {
              ...{ id, question: '', html: '', words: '', otherWords: '', language: 'en' },
              ...{ category: '', subCategory: '', isPopular: false, related: [] },
            }
          : undefined,
    },
    limit: constantLimit(!isBusy),
    limitOnArticle: constantLimit(),
  })
  const press = (marks: VoteMarks, vote: unknown, article = 'lost') =>
    voteStep({ helpVotes }, marks, { article, language: 'en', clientIp: '10.0.0.1', vote })
  return { press, counted }
}

const outcomes = (outcome: VoteOutcome | 'nothing', marks: readonly (readonly [string, string])[]) => ({
  outcome,
  marks: new Map(marks),
})

describe('a press under an answer', () => {
  it('is one vote for each browser and answer', async () => {
    const { press, counted } = open()
    const first = await press(new Map([['other', 'yes']]), 'yes')
    expect(first).toEqual(
      outcomes('counted', [
        ['other', 'yes'],
        ['lost', 'yes'],
      ]),
    )
    expect(await press(first.marks, 'yes')).toEqual(
      outcomes('nothing', [
        ['other', 'yes'],
        ['lost', 'yes'],
      ]),
    )
    expect(await press(first.marks, 'no')).toMatchObject({ outcome: 'nothing' })
    expect(counted).toEqual(['yes'])
  })

  it('asks for one reason after a no, and never without', async () => {
    const { press, counted } = open()
    expect(await press(new Map(), 'unclear')).toMatchObject({ outcome: 'nothing' })
    const { marks } = await press(new Map(), 'no')
    const reported = await press(marks, 'unclear')
    expect(reported).toEqual(outcomes('counted', [['lost', 'told']]))
    expect(await press(reported.marks, 'too_long')).toMatchObject({ outcome: 'nothing' })
    expect(counted).toEqual(['no', 'unclear'])
  })

  it.each([null, '', 'maybe', 'constructor'])('changes nothing when it is invalid: %j', async (vote) => {
    const { press, counted } = open()
    expect(await press(new Map([['lost', 'no']]), vote)).toEqual(outcomes('nothing', [['lost', 'no']]))
    expect(counted).toEqual([])
  })

  it('leaves no mark when it was not counted', async () => {
    expect(await open(true).press(new Map(), 'yes')).toEqual(outcomes('too_many', []))
    expect(await open().press(new Map(), 'yes', 'made-up')).toEqual(outcomes('unknown_article', []))
  })
})
