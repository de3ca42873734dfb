import type { Option, Purchase, StepName } from './conversation.ts'
import type { PortalCalls } from './portal-calls.ts'

export interface Question {
  readonly text: string
  readonly options?: readonly Option[]
}

/** What the customer typed, and what that stands for in the list that he was shown. */
export interface Reply {
  readonly typed: string
  readonly chosen: string | undefined
}

export interface Turn {
  readonly next: StepName
  readonly purchase: Purchase
  /** Said before the next question. */
  readonly announce?: string
}

export interface Step {
  ask(purchase: Purchase): Question
  hear(reply: Reply, purchase: Purchase, portal: PortalCalls): Promise<Turn>
}

export const notInTheList = 'Type a number from the list.'
