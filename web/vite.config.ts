import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const server = process.env.HIGHGROUND_SERVER ?? 'http://127.0.0.1:8080';
const MENUS =
  /\/node_modules\/(@radix-ui|@floating-ui|radix-ui|aria-hidden|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|get-nonce)\//;
const DEVICES = /\/src\/features\/(fair-dice|table-camera)\//;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    proxy: {
      '/api': server,
      '/static': server,
      '/debug': {
        target: server,
        bypass: ({ headers }) => (headers.accept?.includes('text/html') ? '/index.html' : undefined),
      },
      '/ws': { target: server.replace(/^http/, 'ws'), ws: true },
    },
  },
  build: {
    target: 'es2022',
    sourcemap: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    chunkSizeWarningLimit: 500,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
            codeSplitting: {
              // A page is asked for in half as many files, of as many bytes: a server's time goes by files.
              groups: [
                { name: 'start', tags: ['$initial'], priority: 3 },
                { name: 'table', test: /\/src\/features\/game\//, minShareCount: 2 },
                // What only a table and pages behind a login have: menus and dialogs, the dice's devices and cameras.
                { name: 'menus', test: MENUS, priority: 2, minShareCount: 2 },
                { name: 'devices', test: DEVICES, minShareCount: 2 },
                {
                  name: 'common',
                  test: (id) => !/\/src\/features\/game\//.test(id) && !DEVICES.test(id),
                  priority: 1,
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 4_000,
                },
              ],
            },
          },
        },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    // The files that a thread takes share its page and its modules: to make them for each took a third of the time.
    pool: 'threads',
    isolate: false,
    alias: [{ find: /^zustand$/, replacement: fileURLToPath(new URL('./src/test/zustand.ts', import.meta.url)) }],
    testTimeout: 30_000,
    css: false,
    maxWorkers: 2,
  },
}));
