import {globSync, readFileSync} from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import {expect, test} from 'vitest';

const root = path.dirname(import.meta.dirname);

/** The names that a file declares and exports. What it passes on from another file does not count. */
function exportedNames(file: string): string[] {
	const {statements} = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest);
	return statements.flatMap(statement => isExported(statement) ? declaredNames(statement) : []);
}

const isExported = (statement: ts.Statement) => (
	ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({kind}) => kind === ts.SyntaxKind.ExportKeyword) === true
);

function declaredNames(statement: ts.Statement): string[] {
	if (ts.isVariableStatement(statement)) {
		return statement.declarationList.declarations.flatMap(({name}) => bindingNames(name));
	}

	if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement)) {
		return statement.name === undefined ? [] : [statement.name.text];
	}

	return [];
}

const bindingNames = (name: ts.BindingName): string[] => ts.isIdentifier(name)
	? [name.text]
	: name.elements.flatMap(element => ts.isBindingElement(element) ? bindingNames(element.name) : []);

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
