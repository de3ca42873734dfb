import type { Target } from './target.ts'
import { answers } from './targets/answers.ts'
import { callbacks } from './targets/callbacks.ts'
import { content } from './targets/content.ts'
import { files } from './targets/files.ts'
import { messages } from './targets/messages.ts'
import { proofs } from './targets/proofs.ts'
import { requests } from './targets/requests.ts'
import { typedTexts } from './targets/typed-texts.ts'

/** Every reader of input that visitors, channels, providers, editors or staff write. */
export const targets: readonly Target[] = [
  ...callbacks,
  ...answers,
  ...messages,
  ...files,
  ...content,
  ...typedTexts,
  ...proofs,
  ...requests,
]
