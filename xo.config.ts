import boundaries from 'eslint-plugin-boundaries';
import type {FlatXoConfig} from 'xo';
import {leftOutOfXo} from './scripts/lint/oxlint-rules.ts';
import {changedRules} from './scripts/lint/xo-changes.ts';

/** What a folder of source/ may import from its siblings; everything not named is refused. */
const mayImport: Record<string, readonly string[]> = {
	system: [],
	terminal: ['system'],
	domain: ['system'],
	config: ['system', 'terminal'],
	api: ['system', 'terminal', 'domain'],
	storage: ['system', 'terminal', 'domain', 'api', 'config'],
	operations: ['system', 'terminal', 'domain', 'api', 'config', 'storage'],
	// Of api only its wire files: see the policies below.
	sandbox: ['system'],
	session: ['system', 'terminal', 'domain', 'config', 'api', 'storage', 'operations', 'sandbox'],
	tui: ['system', 'terminal', 'domain', 'config', 'api', 'storage', 'session', 'sandbox'],
	cli: ['system', 'terminal', 'domain', 'config', 'api', 'storage', 'session', 'sandbox'],
	// The files beside the folders.
	entry: ['system', 'terminal', 'cli', 'tui'],
};

const importDirections = {
	default: 'disallow',
	message: '{{from.element.type}}/ may not import {{to.file.path}}: see xo.config.ts.',
	policies: [
		...Object.entries(mayImport).map(([folder, others]) => ({
			from: {element: {type: folder}},
			allow: {to: {element: {types: {anyOf: [folder, ...others]}}}},
		})),
		// Of npm and Node.
		{allow: {to: {module: {origin: 'external'}}}},
		{allow: {to: {module: {origin: 'core'}}}},
		// Screens and commands act through session/operations.ts.
		{
			from: {element: {types: {anyOf: ['tui', 'cli']}}},
			allow: {to: {element: {type: 'operations'}}, dependency: {kind: 'type'}},
		},
		{
			from: {element: {type: 'sandbox'}},
			allow: {to: {element: {type: 'api'}, file: {categories: 'wire'}}},
		},
		{
			from: {element: {type: '!(operations|api)'}},
			disallow: {to: {file: {categories: 'write'}}},
			message: 'Requests that change something go through operations/.',
		},
	],
};

const useInputOnlyInKeys = {
	name: 'ink',
	importNames: ['useInput', 'usePaste'],
	message: 'Every mounted useInput fires on every key: go through tui/keys.',
};

const dynamicUseInput = {
	selector: 'VariableDeclarator[init.argument.type="ImportExpression"][init.argument.source.value="ink"] Property[key.name=/^use(?:Input|Paste)$/]',
	message: useInputOnlyInKeys.message,
};

const onePlaceEach = [
	{object: 'process', property: 'exit', message: 'Only cli.ts exits.'},
	{object: 'process', property: 'env', message: 'Only config/environment.ts reads the environment.'},
	{object: 'Date', property: 'now', message: 'Only system/clock.ts touches the clock.'},
];

const config: FlatXoConfig = [
	{rules: {...changedRules, ...leftOutOfXo}},
	// The rules that need types are oxlint's.
	{files: ['**/*.{ts,tsx}'], languageOptions: {parserOptions: {projectService: false}}},
	// As frameworks send them.
	{ignores: ['test/fixtures/error-bodies/**']},
	{
		files: ['source/**/*.{ts,tsx}'],
		rules: {'no-restricted-properties': ['error', ...onePlaceEach]},
	},
	{
		files: ['source/cli.ts', 'source/config/environment.ts', 'source/system/clock.ts'],
		rules: {'no-restricted-properties': 'off'},
	},
	{
		files: ['test/**', 'media/**', 'bench/**'],
		rules: {
			// What is tried again reads best as calling itself.
			'unicorn/no-useless-recursion': 'off',
			// A test of what is refused must be able to say it.
			'unicorn/prefer-https': 'off',
		},
	},
	{
		files: ['**/*.d.ts'],
		rules: {'@typescript-eslint/consistent-type-definitions': 'off'},
	},
	{
		files: ['source/**/*.{ts,tsx}'],
		// Its types describe a default export that its CommonJS file does not have.
		plugins: {boundaries: boundaries.default ?? boundaries},
		settings: {
			'boundaries/elements': Object.keys(mayImport).map(type => ({type, pattern: type === 'entry' ? 'source' : `source/${type}`, partialMatch: false})),
			'boundaries/files': [
				{category: 'wire', pattern: 'source/api/{create-schema,paths}.ts'},
				{category: 'write', pattern: 'source/api/{create,delete}.ts'},
			],
			'boundaries/dependency-nodes': ['import', 'dynamic-import', 'export'],
			'import/resolver': {node: {extensions: ['.ts', '.tsx']}},
		},
		rules: {
			'boundaries/dependencies': ['error', importDirections],
			'no-restricted-imports': ['error', {paths: [useInputOnlyInKeys]}],
			'no-restricted-syntax': ['error', dynamicUseInput],
		},
	},
	{
		files: ['source/tui/keys/**'],
		rules: {'no-restricted-imports': 'off', 'no-restricted-syntax': 'off'},
	},
];

export default config;
