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

/** What is said while a step takes long. */
export function Waiting({ wait, holdOn, loadingMessage }: LoadingOverlayProps['texts']) {
  return (
    <>
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
    </>
  )
}

/** Covers the page while a step is under way that takes long. */
export function LoadingOverlay({ texts }: LoadingOverlayProps) {
  const isLoading = useInFlight() > 0
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setShown(true), 1000)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [isLoading])

  return (
    <div role="status">
      {isShown && (
        <div className="overlay">
          <Waiting {...texts} />
        </div>
      )}
    </div>
  )
}
