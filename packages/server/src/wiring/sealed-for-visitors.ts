import { createHmac } from 'node:crypto'
import { keyFor } from '../common/seal.ts'
import { HelpVoteMarks } from '../help/help-votes.ts'
import { SavedNumbers } from '../subscriber/saved-numbers.ts'

/** What visitors keep of ours without being able to read or to make it. */
export function sealedForVisitors(secret: string) {
  const endUserKey = keyFor(secret, 'end users of channels')
  const thingKey = keyFor(secret, 'what a tab pays')
  return {
    savedNumbers: new SavedNumbers(secret),
    helpVoteMarks: new HelpVoteMarks(secret),
    /** Counters keep this in place of a name that a channel gives for its customer. */
    digestOfEndUser: (name: string) => createHmac('sha256', endUserKey).update(name).digest('base64url').slice(0, 22),
    /** Names what is bought for the tab that pays it. Without our key nobody can try out which number is in it. */
    digestOfThing: (thing: string) => createHmac('sha256', thingKey).update(thing).digest('base64url').slice(0, 16),
  }
}
