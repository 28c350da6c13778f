import { config } from 'zod/mini';

// The site's policy forbids code that is made of text, which validators would be made of.
config({ jitless: true });
