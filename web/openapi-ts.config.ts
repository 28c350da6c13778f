import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: './openapi.json',
  output: { path: process.env.API_CLIENT_OUT ?? './src/shared/api/generated', clean: true },
  plugins: [
    '@hey-api/client-fetch',
    '@hey-api/typescript',
    '@hey-api/sdk',
    // Calls that change something say for themselves what else is loaded after them.
    { name: '@tanstack/react-query', mutationOptions: false, infiniteQueryOptions: false },
    { name: 'zod', compatibilityVersion: 'mini', requests: false, responses: false },
  ],
});
