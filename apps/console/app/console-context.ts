import type { Staff } from '@nyanja/domain/staff/roles'
import type { BrowserFiles } from '@nyanja/web/http/browser-files'
import { createContext, type HandleErrorFunction, isRouteErrorResponse } from 'react-router'
import type { Console } from '../server/console.ts'
import type { Upload } from '../server/uploaded-files.ts'

/** The server's use cases, as loaders and actions see them. */
export const consoleContext = createContext<Console>()

/** The signed-in person, if there is one. The guard sets it before any loader. */
export const signedInContext = createContext<{ readonly staff?: Staff | undefined }>({})

/** The answer that is sent in place of the page, as it is written. */
export interface Download {
  readonly fileName: string
  readonly contentType: string
  readonly chunks: AsyncIterable<Uint8Array>
}

/** A loader whose page is a file sets it. */
export const downloadContext = createContext<{ readonly download?: Download }>({})

/** Set where the request is a form with files. */
export const uploadContext = createContext<{ readonly upload?: Upload }>({})

export const browserFilesContext = createContext<BrowserFiles>()

/** The id of the request in the log. */
export const requestIdContext = createContext<string>()

/** Logs a thrown error that is unknown. */
export const bugContext = createContext<(error: unknown) => void>()

/** React Router would print bugs of pages whole, with the row that a database refused. */
export const reportBug: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(bugContext)(error)
}
