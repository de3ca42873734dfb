import { setTimeout as sleep } from 'node:timers/promises'
import type { FillValues } from '@nyanja/domain/texts/fill'
import { documentNames } from '../../content/content-documents.ts'
import { measure } from '../../content/content-faults.ts'
import { packageNames } from '../../content/content-packages.ts'
import type { ContentSource } from '../../content/content-source.ts'
import { type CmsClientOptions, createCmsClient } from './cms-client.ts'
import { CmsCopy } from './cms-copy.ts'
import { FitPackages } from './fit-packages.ts'
import { withFallbacks } from './with-fallbacks.ts'

export interface RemoteContentOptions extends CmsClientOptions {
  /** What the CMS lacks, and the measure of what it has. */
  readonly files: ContentSource
  readonly constants: FillValues
  readonly log: { warn(message: string): void; error(message: string): void }
  readonly now?: () => number
  /** How often it is looked whether something is past its time. */
  readonly lookEveryMs?: number
  /** How long a start waits for a slow CMS; what comes later is shown when it is there. */
  readonly timeoutsMs?: number
}

/** An operator's CMS. It is asked beside the visitors: no page ever waits for it. */
export function createRemoteContent(options: RemoteContentOptions): ContentSource {
  const { files, constants, log, languages, now = Date.now } = options
  const { lookEveryMs = 2_000, timeoutsMs = 5_000 } = options
  const spoken = [languages.unprefixed, languages.prefixed]
  const copy = new CmsCopy({
    find: createCmsClient(options),
    names: [...packageNames, ...documentNames],
    spoken,
    log,
    now,
  })
  const fitPackages = new FitPackages({ constants, log })
  let shownRevision = 0
  const reported = new Set<string>()

  return {
    async read() {
      await Promise.race([copy.refresh(), sleep(timeoutsMs, undefined, { ref: false })])
      const inFiles = await files.read()
      shownRevision = copy.revision
      const fit = fitPackages.among(copy.all(), inFiles.languages[measure] ?? {})
      const { found, refused } = withFallbacks(inFiles, fit, spoken)
      for (const fault of refused) {
        if (!reported.has(fault)) log.error(`From the CMS: ${fault}. It is not used`)
        reported.add(fault)
      }
      return found
    },
    watch(changed) {
      const stopFiles = files.watch?.(changed)
      let timer: NodeJS.Timeout | undefined
      let isOver = false
      const look = async () => {
        await copy.refresh().catch(bug)
        if (copy.revision !== shownRevision) changed()
        if (!isOver) timer = setTimeout(look, lookEveryMs).unref()
      }
      const bug = (error: unknown) => log.error(`The CMS was not read: ${error instanceof Error ? error.message : ''}`)
      timer = setTimeout(look, lookEveryMs).unref()
      return () => {
        isOver = true
        clearTimeout(timer)
        stopFiles?.()
      }
    },
  }
}
