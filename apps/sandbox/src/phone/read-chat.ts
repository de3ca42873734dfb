import { type JsonObject, objectsAt, textAt } from '../core/json.ts'
import type { Chat, ChatLine } from './chat-view.ts'

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
    options: objectsAt(line, 'options').map((option) => ({ words: textAt(option, 'words') ?? '' })),
    at: new Date(textAt(line, 'at') ?? 0),
  }
}
