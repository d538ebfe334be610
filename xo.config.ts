import boundaries from 'eslint-plugin-boundaries';
import reactHooks from 'eslint-plugin-react-hooks';
import type {FlatXoConfig} from 'xo';

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

/** Rules of one plugin, switched off. */
const off = (plugin: string, rules: string) => Object.fromEntries(rules.trim().split(/\s+/v).map(rule => [`${plugin}/${rule}`, 'off'] as const));

/**
Rules that cannot find anything here, each of which visits every node: without them the check takes a sixth less time.
*/
const idleRules: Readonly<Record<string, 'off'>> = {
	// Types in doc comments, and tags for what TypeScript says: `jsdoc/no-types` and `jsdoc/check-tag-names` refuse both (8 s).
	...off('jsdoc', `
		check-access check-property-names check-syntax check-template-names check-types check-values implements-on-classes
		imports-as-dependencies reject-any-type reject-function-type require-next-type require-property
		require-property-description require-property-name ts-no-empty-object-type valid-types
	`),
	// The tests are Vitest's (2.5 s).
	...off('ava', `
		assertion-arguments hooks-order no-async-fn-without-await no-commented-tests no-conditional-assertion no-duplicate-hooks
		no-identical-title no-ignored-test-files no-import-test-files no-incorrect-deep-equal no-inline-assertions
		no-invalid-modifier-chain no-negated-assertion no-nested-assertions no-nested-tests no-only-test no-skip-assert
		no-skip-test no-todo-implementation no-todo-test no-useless-t-pass prefer-async-await prefer-t-regex prefer-t-throws
		require-assertion test-title use-t use-t-throws-async-well use-t-well use-true-false
	`),
	// A terminal has no page (2 s).
	...off('unicorn', `
		better-dom-traversing dom-node-dataset no-blob-to-file no-canvas-to-image no-document-cookie no-incorrect-query-selector
		no-late-current-target-access no-late-event-control no-selector-as-dom-name no-transition-all prefer-add-event-listener
		prefer-classlist-toggle prefer-dom-node-append prefer-dom-node-html-methods prefer-dom-node-remove
		prefer-dom-node-replace-children prefer-dom-node-text-content prefer-keyboard-event-key prefer-location-assign
		prefer-modern-dom-apis prefer-observer-apis prefer-path2d prefer-query-selector prefer-scoped-selector
		prefer-toggle-attribute require-css-escape require-passive-events
	`),
	// Names of booleans are a matter of review; the rule asks for the type of every name (a tenth of the time).
	'unicorn/consistent-boolean-name': 'off',
	// White space in doc comments (a twentieth of the time).
	...off('jsdoc', `
		check-indentation check-line-alignment empty-tags escape-inline-tags multiline-blocks no-blank-blocks
		no-blank-block-descriptions no-multi-asterisks require-asterisk-prefix tag-lines
	`),
	// `n/no-extraneous-import` says the same (0.3 s), and tsc these two (0.7 s).
	'import-x/no-extraneous-dependencies': 'off',
	'@typescript-eslint/no-redeclare': 'off',
	'@typescript-eslint/no-unused-private-class-members': 'off',
};

const config: FlatXoConfig = [
	{rules: idleRules},
	// As frameworks send them.
	{ignores: ['test/fixtures/error-bodies/**']},
	{
		rules: {
			// `.ts` in import paths is what Node's own type stripping reads.
			'import-x/extensions': 'off',
			'n/file-extension-in-import': 'off',
			// The wire speaks snake_case; names of properties are not ours to choose.
			'@typescript-eslint/naming-convention': 'off',
			camelcase: 'off',
			// A short doc comment reads best on one line.
			'unicorn/single-line-block-comment-style': 'off',
			// Taste that gets in the way here: `createBody` is a noun, groups are used by position, JSX and schemas nest.
			'unicorn/no-non-function-verb-prefix': 'off',
			'unicorn/max-nested-calls': 'off',
			'unicorn/prefer-simple-condition-first': 'off',
			'regexp/prefer-named-capture-group': 'off',
			// A terminal program speaks control characters, and Node's streams speak null and EventEmitter.
			'no-control-regex': 'off',
			'regexp/no-control-character': 'off',
			'@typescript-eslint/no-restricted-types': 'off',
			'unicorn/prefer-event-target': 'off',
			// A reducer is one switch with a case an action.
			complexity: 'off',
			// Requests, looks and key presses come one after the other on purpose.
			'no-await-in-loop': 'off',
			// One row of a table, one line.
			'@stylistic/object-curly-newline': 'off',
			// Refuses every promisify.
			'@typescript-eslint/strict-void-return': 'off',
			'unicorn/consistent-class-member-order': 'off',
		},
	},
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
			'node-test/no-import-test-files': 'off',
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
		files: ['source/tui/**'],
		plugins: {'react-hooks': {rules: reactHooks.rules}},
		rules: Object.fromEntries(Object.keys(reactHooks.configs.flat.recommended.rules).map(rule => [rule, 'error'] as const)),
	},
	{
		files: ['source/tui/keys/**'],
		rules: {'no-restricted-imports': 'off', 'no-restricted-syntax': 'off'},
	},
];

export default config;
