// @ts-nocheck
import { useEffect, useState } from 'react'
import { useFetchers, useNavigation } from 'react-router'
import { Sun, Water } from './sky.tsx'

/** Fetchers whose key begins so say beside their field what they do. */
export const quietFetcher = 'quiet:'

interface LoadingOverlayProps {
  readonly texts: { readonly wait: string; readonly holdOn: string; readonly loadingMessage: string }
}

function useInFlight(): number {
  const navigation = useNavigation()
  const fetchers = useFetchers()
  const loud = fetchers.filter(({ key, state }) => state !== 'idle' && !key.startsWith(quietFetcher))
  return loud.length + (navigation.state === 'idle' ? 0 : 1)
}

/** Covers the page while anything is under way, but not for what takes less than a blink. */
export function LoadingOverlay({ texts: { wait, holdOn, loadingMessage } }: LoadingOverlayProps) {
  const isLoading = useInFlight() > 0
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setShown(true), 300)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [isLoading])

  return (
    <div role="status">
      {isShown && (
        <div className="overlay">
          <div className="sky lit">
            <div className="wrap">
              <p className="title">{wait}</p>
              <Sun level={45} />
            </div>
          </div>
          <Water>
            <p>
              <b>{holdOn}</b>
            </p>
            <p className="quiet">{loadingMessage}</p>
          </Water>
        </div>
      )}
    </div>
  )
}
