import {defineConfig} from 'oxlint';

const onePlaceEach = [
	{object: 'process', property: 'exit', message: 'Only cli.ts exits.'},
	{object: 'process', property: 'env', message: 'Only config/environment.ts reads the environment.'},
	{object: 'Date', property: 'now', message: 'Only platform/clock.ts touches the clock.'},
	{property: 'toLocaleString', message: 'It loads locale data at the start: use numberText.'},
];

/** Rules that have found a mistake here, beside those of the category correctness. The formatter has the style; test/imports.test.ts the import directions. */
export default defineConfig({
	plugins: ['import', 'react', 'typescript', 'unicorn', 'vitest'],
	jsPlugins: ['eslint-plugin-regexp'],
	categories: {correctness: 'error'},
	options: {typeAware: true, reportUnusedDisableDirectives: 'error'},
	ignorePatterns: ['test/fixtures/error-bodies/**'],
	rules: {
		'eslint/curly': 'error',
		'eslint/eqeqeq': 'error',
		'eslint/no-nested-ternary': 'error',
		'eslint/no-shadow': ['error', {ignoreOnInitialization: true}],
		'eslint/no-unused-expressions': 'error',
		'eslint/prefer-const': ['error', {destructuring: 'all'}],
		'eslint/require-unicode-regexp': ['error', {requireFlag: 'v'}],
		'import/no-duplicates': 'error',
		'typescript/await-thenable': 'error',
		'typescript/consistent-type-imports': ['error', {fixStyle: 'inline-type-imports'}],
		'typescript/no-deprecated': 'error',
		'typescript/no-explicit-any': 'error',
		'typescript/no-floating-promises': 'error',
		'typescript/no-misused-promises': ['error', {checksVoidReturn: false}],
		'typescript/no-unnecessary-type-assertion': 'error',
		'typescript/no-unsafe-argument': 'error',
		'typescript/no-unsafe-assignment': 'error',
		'typescript/no-unsafe-return': 'error',
		'typescript/only-throw-error': 'error',
		'typescript/require-array-sort-compare': ['error', {ignoreStringArrays: true}],
		'typescript/restrict-template-expressions': ['error', {allowNumber: true}],
		'typescript/return-await': 'error',
		'typescript/strict-boolean-expressions': [
			'error',
			{allowNullableBoolean: true, allowNumber: false, allowString: false},
		],
		'typescript/switch-exhaustiveness-check': ['error', {requireDefaultForNonUnion: true}],
		'unicorn/filename-case': 'error',
		'unicorn/prefer-node-protocol': 'error',
		// tsc has it.
		'eslint/no-unused-vars': 'off',
		// Of the category correctness: terminals are made of control characters, and tests say in their own ways what they expect.
		'eslint/no-control-regex': 'off',
		'typescript/no-misused-spread': 'off',
		// For source/tui only.
		'react/set-state-in-effect': 'off',
		'typescript/unbound-method': 'off',
		'vitest/expect-expect': 'off',
		'vitest/no-conditional-expect': 'off',
		'vitest/no-standalone-expect': 'off',
		'vitest/valid-expect': 'off',
	},
	overrides: [
		{
			files: ['source/**'],
			rules: {
				// Text from outside meets these expressions.
				'regexp/no-super-linear-backtracking': 'error',
				'regexp/no-super-linear-move': 'error',
				'no-restricted-properties': ['error', ...onePlaceEach],
				'no-restricted-globals': [
					'error',
					{name: 'Buffer', message: 'Import it.'},
					{name: 'process', message: 'Import it.'},
				],
			},
		},
		{
			files: ['source/cli.ts', 'source/config/environment.ts', 'source/platform/clock.ts'],
			rules: {'no-restricted-properties': 'off'},
		},
		{
			files: ['source/tui/**'],
			rules: {
				'react/rules-of-hooks': 'error',
				'react/exhaustive-deps': 'error',
				'react/set-state-in-effect': 'error',
			},
		},
		{files: ['test/**'], rules: {'react/rules-of-hooks': 'off'}},
		{
			// Most of these are about to be replaced; what is written anew there follows the rule.
			files: ['source/{api,cli,files,notification,query,operations,session,storage,board,tui}/**'],
			rules: {'eslint/no-nested-ternary': 'off'},
		},
	],
});
