import type {FlatXoConfig, XoConfigItem} from 'xo';

/** What a folder of source/ may import from its siblings; everything not named is refused. */
const mayImport: Record<string, readonly string[]> = {
	system: [],
	terminal: ['system'],
	domain: ['system'],
	config: ['system', 'terminal'],
	api: ['system', 'terminal', 'domain'],
	storage: ['system', 'terminal', 'domain', 'api', 'config'],
	operations: ['system', 'terminal', 'domain', 'api', 'config', 'storage'],
	sandbox: ['system', 'api'],
	session: ['system', 'terminal', 'domain', 'config', 'api', 'storage', 'operations', 'sandbox'],
	tui: ['system', 'terminal', 'domain', 'config', 'api', 'storage', 'operations', 'session', 'sandbox'],
	cli: ['system', 'terminal', 'domain', 'config', 'api', 'storage', 'operations', 'session', 'sandbox'],
};

const useInputOnlyInKeys = {
	name: 'ink',
	importNames: ['useInput', 'usePaste'],
	message: 'Every mounted useInput fires on every key: go through tui/keys.',
};

const onePlaceEach = [
	{object: 'process', property: 'exit', message: 'Only cli.ts exits.'},
	{object: 'process', property: 'env', message: 'Only config/environment.ts reads the environment.'},
	{object: 'Date', property: 'now', message: 'Only system/clock.ts touches the clock.'},
];

const foldersOf = (folder: string) => Object.keys(mayImport)
	.filter(other => other !== folder && !mayImport[folder]!.includes(other))
	.map(other => ({
		// From any depth inside the folder: `../other/x.ts`, `../../other/x.ts`.
		regex: String.raw`^(\.\./)+${other}/`,
		message: `${folder}/ may not import ${other}/: see mayImport in xo.config.ts.`,
	}));

const writesOnlyInOperations = {
	regex: String.raw`/api/(?:create|delete)\.ts$`,
	message: 'Writes go through operations/.',
};

const wireOnly = {
	regex: String.raw`/api/(?!(?:create-schema|paths)\.ts$)`,
	message: 'The sandbox takes only the wire schemas from api/.',
};

const extraPatterns: Record<string, Pattern[]> = {
	tui: [writesOnlyInOperations],
	cli: [writesOnlyInOperations],
	sandbox: [wireOnly],
};

type Pattern = {regex: string; message: string};

/** Refuses imports, static and dynamic alike. */
const restrictImports = (paths: Array<typeof useInputOnlyInKeys>, patterns: Pattern[]): NonNullable<XoConfigItem['rules']> => ({
	'no-restricted-imports': ['error', {paths, patterns}],
	'no-restricted-syntax': ['error', ...patterns.map(({regex, message}) => ({
		selector: `ImportExpression[source.value=/${regex.replaceAll('/', String.raw`\u002F`)}/]`, message,
	}))],
});

const config: FlatXoConfig = [
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
	...Object.keys(mayImport).map(folder => ({
		files: [`source/${folder}/**/*.{ts,tsx}`],
		rules: restrictImports([useInputOnlyInKeys], [...foldersOf(folder), ...(extraPatterns[folder] ?? [])]),
	})),
	{
		files: ['source/tui/keys/**'],
		rules: restrictImports([], [...foldersOf('tui'), writesOnlyInOperations]),
	},
];

export default config;
