import { HelpVoteMarks } from '@nyanja/server/help/help-votes'
import { describe, expect, it } from 'vitest'
import { votesCookie, votesOn } from './vote-step.ts'

const sealing = { helpVoteMarks: new HelpVoteMarks('a secret of tests') }
const mostBytes = 4096

describe('the cookie that stores the votes of a browser', () => {
  it.each([12, 25, 80])(
    'stays within the size that browsers accept by keeping only the latest votes, for article ids of %i letters',
    async (length) => {
      const ids = Array.from({ length: 60 }, (_, at) => `q-${at}-`.padEnd(length, 'a'))
      const cookie = await votesCookie(sealing, new Map(ids.map((id) => [id, 'told' as const])))
      expect(Buffer.byteLength(cookie)).toBeLessThan(mostBytes)
      const [given = ''] = cookie.split(';')
      const marks = await votesOn(sealing, new Request('https://portal.test', { headers: { cookie: given } }))
      expect(marks.size).toBeGreaterThan(20)
      expect([...marks.keys()]).toEqual(ids.slice(-marks.size))
    },
  )
})
