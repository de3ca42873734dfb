// @ts-nocheck
import { createContext } from 'react-router'
import type { Portal } from '../server/portal.ts'

/** The server's use cases, as loaders and actions see them. */
export const portalContext = createContext<Portal>()
