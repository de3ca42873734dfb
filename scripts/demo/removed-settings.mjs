import { findRemovedSettings } from '@nyanja/server/settings/removed-settings'

/** Names each setting of an earlier release that the environment still has. */
export function noteRemovedSettings() {
  const { lost, kept } = findRemovedSettings(process.env)
  for (const sentence of [...lost, ...kept]) console.warn(sentence)
}
