import { html } from '../core/html.ts'
import { icon } from './icons.ts'

const notices = {
  approved: { tone: 'ok', icon: 'tick', title: 'Approved.', text: 'The provider has taken the money.' },
  refused: { tone: 'ok', icon: 'tick', title: 'Refused.', text: 'No money has moved.' },
  wrong_pin: { tone: 'bad', icon: 'warn', title: 'Wrong PIN.', text: 'The payment has failed. No money has moved.' },
  no_pin: { tone: 'bad', icon: 'warn', title: 'Type the PIN first.', text: '' },
  declined: { tone: 'bad', icon: 'warn', title: 'Declined.', text: 'The wallet is barred or holds too little.' },
  not_answered: {
    tone: 'bad',
    icon: 'warn',
    title: 'The prompt is gone.',
    text: 'It has ended or was answered before.',
  },
  fault_added: { tone: 'ok', icon: 'tick', title: 'Switched on.', text: 'It strikes from the next call on.' },
  fault_removed: { tone: 'ok', icon: 'tick', title: 'Switched off.', text: '' },
  faults_cleared: { tone: 'ok', icon: 'tick', title: 'All faults are off.', text: '' },
  bad_fault: { tone: 'bad', icon: 'warn', title: 'Not switched on.', text: 'Name a provider and whole numbers.' },
  started_over: { tone: 'ok', icon: 'tick', title: 'Started over.', text: 'Everything is as on the first day.' },
} as const

export type Notice = keyof typeof notices

export function noticeNamed(name: string | undefined): Notice | undefined {
  return name !== undefined && isNotice(name) ? name : undefined
}

function isNotice(name: string): name is Notice {
  return Object.hasOwn(notices, name)
}

/** What the last button did, beside the button. */
export function noticeView(notice: Notice | undefined, shownHere: readonly Notice[]) {
  if (notice === undefined || !shownHere.includes(notice)) return undefined
  const { tone, icon: sign, title, text } = notices[notice]
  return html`<p class="note ${tone}" role="status">${icon(sign)}<span><b>${title}</b> ${text}</span></p>`
}
