import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '#client/kit/queries.ts'
import { cssVariables, themeWith } from '#client/kit/theme.ts'
import { useWords } from '#client/kit/words.ts'
import { MessageBar } from './MessageBar.tsx'
import { nonce } from './nonce.ts'
import { router } from './router.tsx'

const colorSchemes = localStorageColorSchemeManager({ key: 'kahawa.theme' })

/** Everything that is there on every screen: look, data, addresses and the message bar. */
export function App() {
  const { close } = useWords().messages
  return (
    <MantineProvider
      theme={themeWith({ close })}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <MessageBar />
      </QueryClientProvider>
    </MantineProvider>
  )
}
