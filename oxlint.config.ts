import {errors, eslintRules} from './scripts/lint/eslint-rules.ts';
import {boundariesSettings, importDirections} from './scripts/lint/import-directions.ts';
import {pluginRules} from './scripts/lint/plugin-rules.ts';
import {styleRules} from './scripts/lint/style-rules.ts';
import {typeRules} from './scripts/lint/type-rules.ts';

/** Of React's plugin, as oxlint has it: the rules of its compiler. */
const compilerRules = `
	error-boundaries globals immutability incompatible-library preserve-manual-memoization purity
	refs set-state-in-effect set-state-in-render static-components unsupported-syntax use-memo
`.trim().split(/\s+/v);

const useInputOnlyInKeys = {
	name: 'ink',
	importNames: ['useInput', 'usePaste'],
	message: 'Every mounted useInput fires on every key: go through tui/keys.',
};

const onePlaceEach = [
	{object: 'process', property: 'exit', message: 'Only cli.ts exits.'},
	{object: 'process', property: 'env', message: 'Only config/environment.ts reads the environment.'},
	{object: 'Date', property: 'now', message: 'Only system/clock.ts touches the clock.'},
	{property: 'toLocaleString', message: 'It loads locale data at the start: use numberText.'},
];

const config = {
	plugins: ['import', 'jsdoc', 'node', 'promise', 'react', 'typescript', 'unicorn', 'vitest'],
	jsPlugins: [
		'@stylistic/eslint-plugin',
		'eslint-plugin-boundaries',
		'eslint-plugin-regexp',
		// Oxlint's own plugin has the other name.
		{name: 'hooks', specifier: 'eslint-plugin-react-hooks'},
		{name: 'chainbell', specifier: `${import.meta.dirname}/scripts/lint/own-plugin.ts`},
	],
	categories: {correctness: 'off'},
	options: {typeAware: true, reportUnusedDisableDirectives: 'error'},
	// As frameworks send them.
	ignorePatterns: ['test/fixtures/error-bodies/**'],
	settings: boundariesSettings,
	rules: {
		...eslintRules, ...typeRules, ...pluginRules, ...styleRules,
		...errors('chainbell', 'declared-packages documented-parameters import-order'),
	},
	overrides: [
		{
			files: ['source/**'],
			rules: {
				// Text from outside meets these expressions.
				...errors('regexp', 'no-super-linear-backtracking no-super-linear-move'),
				'boundaries/dependencies': ['error', importDirections],
				'chainbell/ink-input': 'error',
				'no-restricted-imports': ['error', {paths: [useInputOnlyInKeys]}],
				'no-restricted-properties': ['error', ...onePlaceEach],
			},
		},
		{
			files: ['source/cli.ts', 'source/config/environment.ts', 'source/system/clock.ts'],
			rules: {'no-restricted-properties': 'off'},
		},
		{
			files: ['source/tui/**'],
			rules: {
				'hooks/exhaustive-deps': 'error',
				'hooks/rules-of-hooks': 'error',
				...Object.fromEntries(compilerRules.map(rule => [`react/${rule}`, 'error'] as const)),
			},
		},
		{
			files: ['source/tui/keys/**'],
			rules: {'chainbell/ink-input': 'off', 'no-restricted-imports': 'off'},
		},
		{
			files: ['**/*.d.ts'],
			rules: {'typescript/consistent-type-definitions': 'off'},
		},
	],
};

export default config;
