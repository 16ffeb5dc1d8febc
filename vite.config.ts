import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, parseAst, type Plugin, type Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

// The Host stays that of the page: the server refuses what comes from another origin.
const server = { target: 'http://127.0.0.1:4000', changeOrigin: false }

/** What the door needs, what every screen behind it needs, and how records of all kinds are shown and decided. */
const door = /client\/(main|session\/SignInScreen)\.tsx$/
const views = /client\/(?!kit\/)[\w/]+View\.tsx?$/
const words = /client\/words\/en\.ts$/
const house =
  /client\/(app\/Shell|kit\/lists\/ListScreen|(inbox|audit|farmers)\/(Inbox|Audit|Farmers|FarmersSummary)Screen)\.tsx$/

/** Builds the client into dist/client. `#client/…` and `#contract/…` resolve by the "imports" of package.json. */
export default defineConfig({
  root: 'client',
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2024',
    // The CSP allows no data: fonts or styles; every asset is a file.
    assetsInlineLimit: 0,
    // What a first visit loads is promised packed, as it is sent; the largest file has all that records share.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: on a slow machine the browser spends longer on a request than on what it brings.
          groups: [
            // What hardly ever changes stays in the browser's cache over releases.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            {
              name: 'data',
              test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core)\//,
              priority: 3,
            },
            // Each with all that it imports.
            { name: 'door', test: door, priority: 2 },
            { name: 'house', test: house, priority: 1 },
            { name: 'english', test: words },
            { name: 'records', test: views },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/health': server } },
  plugins: [
    react({ compiler: true }),
    noSchemas(),
    builtConstants(),
    joinedIcons(),
    earlyFiles(),
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

/**
 * Leaves zod, what is built of it and what only documentation says out of the contract's declarations, except for the rules of fields:
 * forms read by those in the browser too.
 */
function noSchemas(): Plugin {
  const stand = join(import.meta.dirname, 'client/kit/noSchemas.ts')
  return {
    name: 'no-schemas',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^zod$/ },
      handler: (_id, importer = '') =>
        /\/contract\//.test(importer) && !importer.endsWith('/contract/kit/field.ts') ? stand : null,
    },
    transform: {
      filter: { id: { include: /\/contract\/.*\.ts$/, exclude: /\/contract\/kit\/field\.ts$/ } },
      handler: (code) => ({ code: withoutSchemas(code), map: null }),
    },
  }
}

type SyntaxNode = { type: string; start: number; end: number } & Partial<
  Record<'callee' | 'object' | 'key' | 'value' | 'name', unknown>
>
const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value

/** A module of the contract with what browsers have no use for cut out. */
function withoutSchemas(code: string): string {
  const kept: string[] = []
  let from = 0
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit)
    if (!isNode(part)) return
    const shorter = shorterOf(part)
    if (shorter === undefined) return Object.values(part).forEach(visit)
    kept.push(code.slice(from, part.start), shorter)
    from = part.end
  }
  visit(parseAst(code, { lang: 'ts' }))
  return [...kept, code.slice(from)].join('')
}

/** What takes a place in the browser: a call of zod is the stand-in, as it would answer; the sentence about a call is for the documentation. */
function shorterOf({ type, key, value, ...node }: SyntaxNode): string | undefined {
  if (type === 'CallExpression' && beginOf(node) === 'z') return 'z'
  const isSentence =
    type === 'Property' && isNode(key) && key.name === 'summary' && isNode(value) && value.type === 'Literal'
  return isSentence ? "summary: ''" : undefined
}

/** The name that a chain of calls begins with. */
function beginOf({ callee, object, name }: Partial<SyntaxNode>): unknown {
  const inner = callee ?? object
  return isNode(inner) ? beginOf(inner) : name
}

/** Runs modules named `*.built.ts` once, now: their constants travel to the browser, and nothing that they were made of. */
function builtConstants(): Plugin {
  return {
    name: 'built-constants',
    apply: 'build',
    load: {
      filter: { id: /\.built\.ts$/ },
      handler: async (id) => {
        const made = Object.entries((await import(pathToFileURL(id).href)) as Record<string, unknown>)
        return made.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`).join('')
      },
    },
  }
}

/** Draws an icon of lines with one path instead of several: a screen has dozens of icons, and every path is an element to make. */
function joinedIcons(): Plugin {
  return {
    name: 'joined-icons',
    apply: 'build',
    transform: {
      filter: { id: /@tabler\/icons-react\/.*\/icons\/Icon\w+\.mjs$/, code: /createReactComponent\("outline"/ },
      handler: (code) => {
        const node = /(?<=const __iconNode = )\[.*\](?=;)/.exec(code)?.[0]
        const joined = node && joinedPaths(JSON.parse(node))
        return joined ? { code: code.replace(node, () => JSON.stringify(joined)), map: null } : null
      },
    },
  }
}

type Drawn = [tag: string, attributes: Record<string, string>]

/** One path for all; undefined where that would draw something else: a form, an attribute of its own, a begin that is told from the end before it. */
function joinedPaths(node: readonly Drawn[]): Drawn[] | undefined {
  const isPlain = ([tag, { d, ...own }]: Drawn) =>
    tag === 'path' && d?.startsWith('M') && Object.keys(own).join() === 'key'
  return node.every(isPlain) ? [['path', { d: node.map(([, { d }]) => d).join(''), key: 'svg-0' }]] : undefined
}

/** Names the files that client/public/start.js asks for at once, and asks for the font that all text is in. */
function earlyFiles(): Plugin {
  return {
    name: 'early-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, chunk: entry }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = new Set(entry ? withImports(bundle, entry) : [])
        const later = chunks
          .filter(({ moduleIds }) => moduleIds.some((id) => house.test(id) || words.test(id)))
          .flatMap((chunk) => withImports(bundle, chunk))
          .filter((chunk) => !first.has(chunk))
        const files = [...new Set(later)].flatMap((chunk) => [
          chunk.fileName,
          ...(chunk.viteMetadata?.importedCss ?? []),
        ])
        const font = Object.keys(bundle).find((name) => /inter-latin-wght-.*\.woff2$/.test(name))
        const fontTag = {
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` },
        }
        const names = `<meta name="early-files" content="${files.map((file) => `/${file}`).join(' ')}" />`
        // Before the script that reads it.
        return {
          html: html.replace('<script src="/start.js">', `${names}\n    $&`),
          tags: font ? [{ ...fontTag, injectTo: 'head' }] : [],
        }
      },
    },
  }
}

function withImports(bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk): Rolldown.OutputChunk[] {
  const found = new Set([chunk])
  for (const { imports } of found)
    for (const name of imports) {
      const file = bundle[name]
      if (file?.type === 'chunk') found.add(file)
    }
  return [...found]
}
