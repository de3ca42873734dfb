import type { Votes } from '@nyanja/domain/help'
import type { VoteMark } from '@nyanja/server/help/help-votes'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import texts from '../../content/en/getHelp-translation.json' with { type: 'json' }
import { Vote } from './vote.tsx'
import { voteView } from './vote-step.ts'

function shown(votes: Votes, mark?: VoteMark, isTooMany = false) {
  const html = renderToStaticMarkup(<Vote texts={texts} vote={voteView(votes, mark, texts)} isTooMany={isTooMany} />)
  return { html, buttons: [...html.matchAll(/value="(\w+)"/g)].map(([, value]) => value) }
}

describe('the part under an answer', () => {
  it('asks before the first vote, without a figure', () => {
    const { html, buttons } = shown({ yes: 0, no: 0 })
    expect(buttons).toEqual(['yes', 'no'])
    expect(html).not.toContain('%')
  })

  it('shows how many it has helped, of how many', () => {
    expect(shown({ yes: 87, no: 13 }).html).toContain('87 % of 100 people found this helpful')
    expect(shown({ yes: 1, no: 0 }).html).toContain('100 % of 1 person found this helpful')
  })

  it('thanks after a vote, and offers no second one', () => {
    const { html, buttons } = shown({ yes: 1, no: 0 }, 'yes')
    expect(html).toContain('Thank you!')
    expect(buttons).toEqual([])
  })

  it('asks why after a no, and only once', () => {
    expect(shown({ yes: 0, no: 1 }, 'no').buttons).toEqual(['unclear', 'did_not_work', 'other_question', 'too_long'])
    const { html, buttons } = shown({ yes: 0, no: 1 }, 'told')
    expect(html).toContain('We will look at this answer.')
    expect(buttons).toEqual([])
  })

  it('reports that nothing was counted when too many votes came from one address, and lets the visitor retry', () => {
    const { html, buttons } = shown({ yes: 0, no: 0 }, undefined, true)
    expect(html).toContain('role="alert"')
    expect(html).toContain('Too many votes')
    expect(buttons).toEqual(['yes', 'no'])
  })
})
