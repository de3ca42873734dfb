import type { ComponentType } from 'react'
import { inScript } from '../format/text.ts'
import { useShell } from '../ui/shell-context.ts'

interface IslandProps<Props extends object> {
  /** The name of the file `<name>.island.ts`, which the browser loads. */
  readonly name: string
  readonly component: ComponentType<Props>
  /** The props are serialized as JSON: the browser renders the component from nothing else. */
  readonly props: Props
}

/**
 * A part of a page that keeps state in the browser. The server renders it whole, so that it works without script; the
 * browser hydrates it at the first touch.
 */
export function Island<Props extends object>({ name, component: Component, props }: IslandProps<Props>) {
  const shell = useShell()
  shell?.addModule('islands')
  const files = shell?.browserFiles.island(name) ?? []
  return (
    <>
      <div data-island={files.join(' ')}>
        <Component {...props} />
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: data that no browser runs, escaped for where it stands */}
      <script type="application/json" dangerouslySetInnerHTML={{ __html: inScript(JSON.stringify(props)) }} />
    </>
  )
}
