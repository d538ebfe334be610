import {globSync, readFileSync} from 'node:fs';
import {isBuiltin} from 'node:module';
import path from 'node:path';
import {parseAst} from 'rolldown/parseAst';
import {expect, test} from 'vitest';
import packageJson from '../package.json' with {type: 'json'};

/** What a folder of source/ may import from its siblings; everything not named is refused. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
	platform: [],
	terminal: ['platform'],
	notification: ['platform'],
	query: ['platform', 'notification'],
	config: ['platform', 'terminal'],
	service: ['platform', 'terminal', 'notification', 'query'],
	files: ['platform', 'terminal', 'notification', 'query', 'service'],
	ledger: ['platform', 'terminal', 'notification', 'query', 'service', 'config'],
	changes: ['platform', 'terminal', 'notification', 'query', 'service', 'config', 'ledger'],
	sandbox: ['platform'],
	account: [
		'platform',
		'terminal',
		'notification',
		'query',
		'config',
		'service',
		'files',
		'ledger',
		'changes',
		'sandbox',
	],
	tui: ['platform', 'terminal', 'notification', 'query', 'config', 'service', 'files', 'ledger', 'account', 'sandbox'],
	cli: ['platform', 'terminal', 'notification', 'query', 'config', 'service', 'files', 'ledger', 'account', 'sandbox'],
	// The files beside the folders.
	'': ['platform', 'terminal', 'cli', 'tui'],
};

/** Requests that change something go through changes/. */
const writes = new Set(['source/service/writes.ts']);

type Import = {
	readonly from: string;
	readonly to: string;
	readonly isType: boolean;
	readonly isDynamic?: true;
	readonly names: readonly string[];
};

const root = path.dirname(import.meta.dirname);

/** The imports and re-exports of a file, static and dynamic; a path is relative to the root. */
function importsOf(file: string): Import[] {
	const text = readFileSync(path.join(root, file), 'utf8');
	const {body} = parseAst(text, {lang: file.endsWith('x') ? 'tsx' : 'ts'});
	const toImport = (imported: string, isType: boolean, names: readonly string[]): Import => ({
		from: file,
		to: imported.startsWith('.') ? path.posix.join(path.posix.dirname(file), imported) : imported,
		isType,
		names,
	});
	const statics = body.flatMap(statement => {
		if (statement.type === 'ImportDeclaration') {
			const names = statement.specifiers.map(each =>
				each.type === 'ImportSpecifier' && 'name' in each.imported ? each.imported.name : '*',
			);
			return [toImport(statement.source.value, statement.importKind === 'type', names)];
		}

		const isReExport = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportAllDeclaration';
		return isReExport && statement.source
			? [toImport(statement.source.value, statement.exportKind === 'type', [])]
			: [];
	});
	const dynamics = text.matchAll(/(?<names>\{[\w\s,:]+\} = await )?\bimport\('(?<to>[^']+)'\)/gv);
	return [
		...statics,
		...dynamics.map(({groups}) => ({
			...toImport(groups!.to!, false, groups!.names?.match(/\w+/gv) ?? []),
			isDynamic: true as const,
		})),
	];
}

const folderOf = (file: string): string => file.split('/').slice(1, -1)[0] ?? '';
const sources = globSync('source/**/*.{ts,tsx}', {cwd: root})
	.filter(file => !file.endsWith('.d.ts'))
	.toSorted();
const imports = sources.flatMap(file => importsOf(file));
const paths = imports.filter(({to}) => to.startsWith('source/'));
const shown = ({from, to}: Import): string => `${from} → ${to}`;

test('the imports of the tree are found', () => {
	expect(paths.length).toBeGreaterThan(sources.length);
	expect(paths.filter(({to}) => !sources.includes(to)).map(shown)).toEqual([]);
});

test('no file imports itself by way of others, not even for types', () => {
	const statics = Map.groupBy(
		paths.filter(({isDynamic}) => isDynamic !== true),
		({from}) => from,
	);
	const left = new Set(sources);
	// What imports nothing that is left is in no circle.
	for (let size = left.size + 1; left.size < size;) {
		size = left.size;
		for (const file of sources) {
			if (!(statics.get(file) ?? []).some(({to}) => left.has(to))) {
				left.delete(file);
			}
		}
	}

	expect([...left]).toEqual([]);
});

test('a folder imports only from those below it', () => {
	const refused = paths.filter(({from, to}) => {
		const [here, there] = [folderOf(from), folderOf(to)];
		return here !== there && !mayImport[here]!.includes(there);
	});
	// Screens and commands act through account/account-changes.ts; they may name its types, and say what became of an item.
	const isAllowed = ({to, isType}: Import) => folderOf(to) === 'changes' && (isType || to === 'source/changes/say.ts');
	expect(refused.filter(each => !isAllowed(each)).map(shown)).toEqual([]);
});

test('only changes/ sends what changes something', () => {
	expect(
		paths.filter(({from, to}) => writes.has(to) && !['service', 'changes'].includes(folderOf(from))).map(shown),
	).toEqual([]);
});

test('only tui/keys/ hears keys: every mounted useInput fires on every key', () => {
	const hearing = imports.filter(
		({to, names}) => to === 'ink' && names.some(name => ['useInput', 'usePaste', '*'].includes(name)),
	);
	expect(hearing.filter(({from}) => !from.startsWith('source/tui/keys/')).map(shown)).toEqual([]);
});

const others = globSync('{bench,media,scripts,test}/**/*.{ts,tsx}', {cwd: root})
	.filter(file => !file.includes('fixtures/'))
	.flatMap(file => importsOf(file));

test('the bench imports nothing from source/, so that it can measure any commit', () => {
	expect(others.filter(({from, to}) => from.startsWith('bench/') && to.startsWith('source/')).map(shown)).toEqual([]);
});

test('every package that is imported is in package.json', () => {
	const packages = [...imports, ...others].filter(
		({to}) => !/^(?:\.|source\/|test\/|media\/|bench\/|scripts\/|package\.json|\w+\.config\.ts)/v.test(to),
	);
	const missing = packages.filter(
		({to}) => !isBuiltin(to) && !(/^(?:@[^\/]+\/)?[^\/]+/v.exec(to)![0] in packageJson.devDependencies),
	);
	expect(missing.map(shown)).toEqual([]);
});

test('the random lives and the kill table use the engine through test/door.ts alone', () => {
	const harness = globSync(
		['test/model/*.ts', 'test/fixtures/run-operation.ts', 'test/changes/{fixtures,crash.test,model.test}.ts'],
		{cwd: root},
	);
	expect(harness.length).toBeGreaterThan(15);
	const past = harness.flatMap(file => importsOf(file)).filter(({to}) => to.startsWith('source/'));
	expect(past.map(shown)).toEqual([]);
});
