import { type JsonObject, objectsAt, textAt } from '../core/bodies.ts'
import { html } from '../core/html.ts'
import { clockTime, grouped, icon, type Now, time } from './format.ts'
import { promptsView, type Shown, type Sms, smsView } from './handset.ts'

interface ChatOption {
  readonly label: string
}

interface ChatLine {
  readonly isOwn: boolean
  readonly text: string
  readonly options: readonly ChatOption[]
  readonly at: Date
}

export interface Chat {
  readonly lines: readonly ChatLine[]
  /** Tells whether the last list may still be chosen from. */
  readonly isListOpen: boolean
}

const peekMs = 5 * 60_000

/** The same device with the chat on its screen. Prompts and new messages show on top, as on any phone. */
export function chatView(shown: Shown, { lines, isListOpen }: Chat) {
  const { handset, now } = shown
  const { msisdn, messages } = handset
  const open = isListOpen ? lines.findLastIndex(({ options }) => options.length > 0) : -1
  return html`<section class="device" aria-labelledby="screen-of">
  <div class="bar"><span>Nyanja</span><time>${clockTime(now.date, now)}</time></div>
  <div class="screen talking" id="screen">
    ${promptsView(shown)}
    ${peekView(messages, now)}
    <div class="talk-top"><h2 id="screen-of">Nyanja chat</h2><a class="lnk" href="/phone?msisdn=${msisdn}">Back<span class="vh"> to ${grouped(msisdn)}</span></a></div>
    <div class="talk" tabindex="0" role="region" aria-label="Chat"><form method="post" action="/phone/chat">
      <input type="hidden" name="msisdn" value="${msisdn}">
      <ol>${lines.map((line, at) => lineView(line, now, at === open))}</ol>
    </form></div>
    <form method="post" action="/phone/chat" class="say"><input type="hidden" name="msisdn" value="${msisdn}">
      <label for="chat-text" class="vh">Message</label>
      <input id="chat-text" name="text" autocomplete="off" required maxlength="200" placeholder="Message">
      <button class="btn-2" id="chat-send">Send</button></form>
  </div>
</section>`
}

function lineView({ isOwn, text, options, at }: ChatLine, now: Now, isOpen: boolean) {
  return html`<li class="${isOwn ? 'mine' : 'theirs'}"><p><span class="vh">${isOwn ? 'You' : 'Nyanja'}: </span>${text}</p>
${options.length > 0 && html`<ol>${options.map(({ label }, place) => optionView(label, place + 1, isOpen))}</ol>`}${time(at, now)}</li>`
}

function optionView(label: string, number: number, isOpen: boolean) {
  const row = html`<b>${number}</b> <span>${label}</span>`
  return html`<li>${isOpen ? html`<button name="text" value="${number}" id="chat-option-${number}">${row}</button>` : row}</li>`
}

function peekView([newest]: readonly Sms[], now: Now) {
  if (newest === undefined || now.date.getTime() - newest.at.getTime() > peekMs) return undefined
  return html`<div class="peek"><h3 class="head">${icon('message')}New message</h3><ol class="sms" aria-label="Newest message">${smsView(newest, now)}</ol></div>`
}

export function readChat(conversation: JsonObject): Chat {
  return {
    lines: objectsAt(conversation, 'lines').map(readLine),
    isListOpen: objectsAt(conversation, 'options').length > 0,
  }
}

function readLine(line: JsonObject): ChatLine {
  return {
    isOwn: textAt(line, 'from') === 'customer',
    text: textAt(line, 'text') ?? '',
    options: objectsAt(line, 'options').map((option) => ({ label: textAt(option, 'label') ?? '' })),
    at: new Date(textAt(line, 'at') ?? 0),
  }
}
