import {globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {parseAst} from 'rolldown/parseAst';
import {expect, test} from 'vitest';

type Declaration = NonNullable<Extract<ReturnType<typeof parseAst>['body'][number], {type: 'ExportNamedDeclaration'}>['declaration']>;

const root = path.dirname(import.meta.dirname);

/** The names that a file declares and exports. What it passes on from another file does not count. */
function exportedNames(file: string): string[] {
	const {body} = parseAst(readFileSync(path.join(root, file), 'utf8'), {lang: file.endsWith('x') ? 'tsx' : 'ts'});
	return body.flatMap(statement => statement.type === 'ExportNamedDeclaration' && statement.declaration !== null ? declaredNames(statement.declaration) : []);
}

function declaredNames(declaration: Declaration): string[] {
	if (declaration.type === 'VariableDeclaration') {
		return declaration.declarations.map(({id}) => nameOf(id));
	}

	return 'id' in declaration && declaration.id !== null ? [nameOf(declaration.id)] : [];
}

const nameOf = (id: {readonly type: string}) => 'name' in id ? String(id.name) : expect.fail('Export each name by itself, so that it is found here.');

test('no two files in source/ export the same name', () => {
	const files = new Map<string, Set<string>>();
	for (const file of globSync('source/**/*.{ts,tsx}', {cwd: root})) {
		for (const name of exportedNames(file)) {
			files.set(name, (files.get(name) ?? new Set()).add(file));
		}
	}

	expect(files.size).toBeGreaterThan(500);
	const shared = files.entries().filter(([, {size}]) => size > 1).map(([name, where]) => `${name}: ${[...where].toSorted().join(', ')}`);
	expect(shared.toArray().toSorted()).toStrictEqual([]);
});
