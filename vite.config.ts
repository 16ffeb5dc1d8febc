import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const server = 'http://127.0.0.1:4000'

/** Builds the client into dist/client. `#client/…` and `#contract/…` resolve by the "imports" of package.json. */
export default defineConfig({
  root: 'client',
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2024',
    // The CSP allows no data: fonts or styles; every asset is a file.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What hardly ever changes stays in the browser's cache over releases.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            {
              name: 'data',
              test: /node_modules\/(@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core)|zod)\//,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/health': server } },
  plugins: [
    react({ compiler: true }),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        name: 'Kahawa',
        short_name: 'Kahawa',
        description: 'The back office of the Kenyan coffee chain',
        display: 'standalone',
        start_url: '/',
        theme_color: '#1f6044',
        background_color: '#f6f4f1',
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: '/icon-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
        ],
      },
      workbox: {
        // The shell only: never /api, and not index.html, whose nonce must be as fresh as its CSP header.
        globPatterns: ['**/*.{js,css,svg,woff2}'],
        navigateFallback: null,
        cleanupOutdatedCaches: true,
        runtimeCaching: [
          {
            urlPattern: ({ request, url }) =>
              request.mode === 'navigate' && !/^\/(api|health|metrics)(\/|$)/.test(url.pathname),
            handler: 'NetworkFirst',
            options: {
              cacheName: 'page',
              networkTimeoutSeconds: 4,
              // Every screen is the same page, so one copy serves them all without a network.
              plugins: [{ cacheKeyWillBeUsed: async () => '/' }],
            },
          },
        ],
      },
    }),
  ],
})
