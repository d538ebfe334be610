/** What a folder of source/ may import from its siblings; everything not named is refused. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
	system: [],
	terminal: ['system'],
	domain: ['system'],
	config: ['system', 'terminal'],
	api: ['system', 'terminal', 'domain'],
	files: ['system', 'terminal', 'domain', 'api'],
	board: ['system', 'terminal', 'config'],
	storage: ['system', 'terminal', 'domain', 'api', 'config'],
	operations: ['system', 'terminal', 'domain', 'api', 'config', 'storage'],
	// Of api only its wire files: see the policies below.
	sandbox: ['system'],
	session: ['system', 'terminal', 'domain', 'config', 'api', 'files', 'board', 'storage', 'operations', 'sandbox'],
	tui: ['system', 'terminal', 'domain', 'config', 'api', 'files', 'storage', 'session', 'sandbox'],
	cli: ['system', 'terminal', 'domain', 'config', 'api', 'files', 'board', 'storage', 'session', 'sandbox'],
	// The files beside the folders.
	entry: ['system', 'terminal', 'cli', 'tui'],
};

/** The option of `boundaries/dependencies`. */
export const importDirections = {
	default: 'disallow',
	message: '{{from.element.type}}/ may not import {{to.file.path}}: see scripts/lint/import-directions.ts.',
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

/** Settings of eslint-plugin-boundaries: what the folders and files are, and how imports are resolved. */
export const boundariesSettings = {
	'boundaries/elements': Object.keys(mayImport).map(type => ({type, pattern: type === 'entry' ? 'source' : `source/${type}`, partialMatch: false})),
	'boundaries/files': [
		{category: 'wire', pattern: 'source/api/{create-schema,paths}.ts'},
		{category: 'write', pattern: 'source/api/{create,delete}.ts'},
	],
	'boundaries/dependency-nodes': ['import', 'dynamic-import', 'export'],
	'import/resolver': {node: {extensions: ['.ts', '.tsx']}},
};
