import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Keeps the Host header, because the admin API only answers pages whose origin has the same host. */
const conmock = { target: process.env['CONMOCK_URL'] ?? 'http://127.0.0.1:4020', changeOrigin: false }

/** The dashboard. `npm run dashboard` shows it with the data of a server at CONMOCK_URL, and updates it while you edit. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // A proxy may show the page below a prefix, so all URLs are relative. The page is at the root, its files are not.
  base: './',
  experimental: {
    renderBuiltUrl: (file, { hostType }) =>
      hostType === 'html' ? `__conmock/dashboard/${file}` : { relative: true },
  },
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    // The content security policy forbids data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The server knows the files by name.
    rollupOptions: { output: { entryFileNames: 'main.js', assetFileNames: 'main[extname]' } },
    target: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: { proxy: { '/__conmock/v1': conmock, '/__conmock/health': conmock, '/api': conmock } },
})
