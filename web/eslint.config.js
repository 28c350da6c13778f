import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const FEATURE_INTERNALS = {
  group: ['@/features/*/*'],
  message: "Import a feature by its index: features do not know each other's internals.",
};

/** Written by a generator: read like the others, so that it may be named among what has changed, and held to no rule. */
const GENERATED = 'src/shared/api/generated/**';
/** Rules of React's that its preset leaves out. Those that tell the React compiler what to do are off: we do not use it. */
const STRICTER = [
  'hooks',
  'capitalized-calls',
  'component-hook-factories',
  'memo-dependencies',
  'no-deriving-state-in-effects',
];
const OWN_RULES = {
  ...Object.fromEntries(Object.keys(hooks.configs['recommended-latest'].rules).map((rule) => [rule, 'error'])),
  ...Object.fromEntries(STRICTER.map((rule) => [`react-hooks/${rule}`, 'error'])),
  'react-hooks/incompatible-library': 'off',
  'no-restricted-imports': ['error', { patterns: [FEATURE_INTERNALS] }],
  'max-lines': ['error', { max: 600 }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
};
/** Rules that know the types. */
const TYPED = Object.fromEntries(
  ['argument', 'assignment', 'call', 'member-access', 'return', 'type-assertion'].map((unsafe) => [
    `@typescript-eslint/no-unsafe-${unsafe}`,
    'error',
  ]),
);
const off = (...configs) =>
  Object.fromEntries(configs.flatMap(({ rules }) => Object.keys(rules ?? {})).map((name) => [name, 'off']));

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'test-results', 'playwright-report'] },
  js.configs.recommended,
  { files: ['public/*.js'], languageOptions: { globals: globals.browser }, rules: { 'no-var': 'off' } },
  { files: ['worker/*.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['scripts/**/*.mjs', 'walk/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { globals: globals.browser },
    plugins: { 'react-hooks': hooks },
    rules: OWN_RULES,
  },
  {
    // What a server sends has the types that its API gives it: nothing is asserted of it, and nothing is taken for any.
    files: ['src/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { project: './tsconfig.app.json', tsconfigRootDir: import.meta.dirname } },
    rules: TYPED,
  },
  {
    files: ['src/shared/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['@/features/*', '@/features', '@/app/*'], message: 'shared stands below features and app.' },
          ],
        },
      ],
    },
  },
  {
    files: [GENERATED],
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: off(js.configs.recommended, ...tseslint.configs.strict, { rules: OWN_RULES }, { rules: TYPED }),
  },
  {
    files: ['**/*.test.{ts,tsx}', '**/*.test-kit.{ts,tsx}', '**/*.spec.ts', 'src/test/**', 'tests/e2e/**'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Tests stage what a server sends, and parts of it.
      ...off({ rules: TYPED }),
    },
  },
);
