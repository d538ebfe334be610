import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdir, mkdtempDisposable, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {beforeAll, expect, test} from 'vitest';
import oxlintConfig from '../oxlint.config.ts';

const direction = 'boundaries(dependencies)';
const imports = 'eslint(no-restricted-imports)';
const properties = 'eslint(no-restricted-properties)';
const syntax = 'chainbell(ink-input)';
const restrictions: ReadonlySet<string> = new Set([direction, imports, properties, syntax]);

// The imported files must exist: what is not there is for tsc to refuse.
const refused = [
	['source/domain/x.ts', 'import "../tui/app.tsx"', direction],
	['source/domain/deeper/x.ts', 'import "../../tui/app.tsx"', direction],
	['source/domain/x.ts', 'export * from "../terminal/sanitise.ts"', direction],
	['source/system/x.ts', 'import "../terminal/sanitise.ts"', direction],
	['source/terminal/x.ts', 'import "../api/connection.ts"', direction],
	['source/config/x.ts', 'import "../storage/ledger.ts"', direction],
	['source/api/x.ts', 'import "../operations/create.ts"', direction],
	['source/storage/x.ts', 'import "../operations/create.ts"', direction],
	['source/operations/x.ts', 'import "../session/session.ts"', direction],
	['source/session/x.ts', 'import "../tui/app.tsx"', direction],
	['source/tui/list/x.tsx', 'import {create} from "../../operations/create.ts"', direction],
	['source/tui/list/x.tsx', 'await import("../../operations/create.ts")', direction],
	['source/cli/x.ts', 'import {create} from "../operations/create.ts"', direction],
	['source/cli/x.ts', 'import "../tui/app.tsx"', direction],
	['source/cli/x.ts', 'await import("../tui/app.tsx")', direction],
	['source/tui/list/x.tsx', 'import "../../cli/main.ts"', direction],
	['source/tui/list/x.tsx', 'import "../../cli.ts"', direction],
	['source/x.ts', 'import "./domain/notification.ts"', direction],
	['source/tui/shared/x.ts', 'import "../../api/create.ts"', direction],
	['source/tui/keys/x.ts', 'import "../../api/delete.ts"', direction],
	['source/cli/x.ts', 'import "../api/delete.ts"', direction],
	['source/session/x.ts', 'import "../api/create.ts"', direction],
	['source/tui/shared/x.ts', 'await import("../../api/create.ts")', direction],
	['source/api/x.ts', 'await import("../tui/app.tsx")', direction],
	['source/sandbox/x.ts', 'import "../api/connection.ts"', direction],
	['source/sandbox/x.ts', 'import "../domain/notification.ts"', direction],
	['source/tui/list/x.tsx', 'import {useInput} from "ink"', imports],
	['source/tui/list/x.tsx', 'import * as ink from "ink"', imports],
	['source/tui/form/x.tsx', 'import {Box, usePaste} from "ink"', imports],
	['source/tui/form/x.tsx', 'const {useInput} = await import("ink")', syntax],
	['source/tui/x.ts', 'process.exit(1)', properties],
	['source/cli/main.ts', 'process.exit(1)', properties],
	['source/cli/x.ts', 'process.env.HOME', properties],
	['source/terminal/x.ts', 'const {env} = process', properties],
	['source/api/x.ts', 'Date.now()', properties],
] as const;

const allowed = [
	['source/domain/x.ts', 'import "./notification.ts"'],
	['source/domain/deeper/x.ts', 'import "../notification.ts"'],
	['source/domain/x.ts', 'import "../system/json.ts"'],
	['source/api/x.ts', 'import "../domain/notification.ts"'],
	['source/operations/x.ts', 'import "../api/create.ts"; import "../api/delete.ts"'],
	['source/tui/form/x.ts', 'import "../../api/create-body.ts"'],
	['source/session/x.ts', 'import "../operations/create.ts"'],
	['source/tui/list/x.tsx', 'import type {OperationResult} from "../../operations/operation-result.ts"'],
	['source/cli/x.ts', 'import type {OperationResult} from "../operations/operation-result.ts"'],
	['source/cli/x.ts', 'import "../session/operations.ts"'],
	['source/tui/list/x.tsx', 'import {Box} from "ink"'],
	['source/tui/list/x.tsx', 'const {render} = await import("ink")'],
	['source/tui/keys/x.ts', 'import {useInput, usePaste} from "ink"'],
	['source/sandbox/x.ts', 'import "../api/create-schema.ts"'],
	['source/sandbox/x.ts', 'import "../api/paths.ts"'],
	['source/sandbox/x.ts', 'import "hono"; import "node:http"'],
	['source/cli.ts', 'import("./cli/main.ts"); import("./tui/run.tsx"); process.exit(1)'],
	['source/config/environment.ts', 'process.env.HOME'],
	['source/system/clock.ts', 'Date.now()'],
] as const;

/** The rules that some code breaks, in alphabetical order, and the code. */
const samples: ReadonlyArray<readonly [codes: string, code: string]> = [
	// Of React: the rules of hooks, and those of its compiler.
	['hooks(exhaustive-deps)', 'import {useEffect} from \'react\';\n\nexport function useX(a: number): void {\n\tuseEffect(() => {\n\t\tconsole.log(a);\n\t}, []);\n}\n'],
	['hooks(rules-of-hooks)', 'import {useState} from \'react\';\n\nexport function useX(a: boolean): void {\n\tif (a) {\n\t\tuseState(1);\n\t}\n}\n'],
	['react(refs)', 'import {useRef} from \'react\';\n\nexport function useX(a: number): void {\n\tconst b = useRef(a);\n\tb.current = a;\n}\n'],
	// With types.
	['eslint(no-unused-expressions) typescript(no-floating-promises)', 'export function f(a: Promise<number>): void {\n\ta;\n}\n'],
	['typescript(no-misused-promises) typescript(strict-boolean-expressions)', 'export function f(a: Promise<number>): number {\n\treturn a ? 1 : 2;\n}\n'],
	['typescript(no-unsafe-return)', 'export function f(a: string): number {\n\treturn JSON.parse(a);\n}\n'],
	['typescript(strict-boolean-expressions)', 'export const f = (a: number): number => a ? 1 : 2;\n'],
	['typescript(switch-exhaustiveness-check)', 'export function f(a: \'b\' | \'c\'): number | undefined {\n\tswitch (a) {\n\t\tcase \'b\': {\n\t\t\treturn 1;\n\t\t}\n\t}\n}\n'],
	// Without.
	['eslint(eqeqeq)', 'export const f = (a: number): boolean => a == 1;\n'],
	['unicorn(prefer-node-protocol)', 'export {EOL} from \'os\';\n'],
	['eslint(no-shadow)', 'export function f(a: number): number {\n\tconst g = (a: number): number => a + 1;\n\treturn g(a);\n}\n'],
	['eslint(id-denylist)', 'export const err = 1;\n'],
	['eslint(no-restricted-globals)', 'export const f = (): string => Buffer.name;\n'],
	// The style, by ESLint's plugins.
	['@stylistic(indent)', 'export function f(): number {\n    return 1;\n}\n'],
	['@stylistic(quotes)', 'export const a = "b";\n'],
	['@stylistic(semi)', 'export const a = 1\n'],
	['regexp(no-super-linear-backtracking)', 'export const a = /^(?:b+)+$/v;\n'],
	// Of this project.
	['chainbell(declared-packages)', 'export {default} from \'eslint\';\n'],
	['chainbell(documented-parameters)', '/**\nAdds.\n\n@param b - A number.\n*/\nexport const f = (a: number): number => a + 1;\n'],
	['chainbell(import-order)', 'import {z} from \'zod\';\nimport path from \'node:path\';\n\nexport const a = [z, path];\n'],
	['', '/**\nAdds.\n\n@param a - A number.\n@param b - Another.\n@param b.c - Its member.\n*/\nexport function f(a: number, {c = 2}: {readonly c?: number} = {}): number {\n\treturn a + c;\n}\n'],
	['', 'export const f = async (a: Promise<number>): Promise<number> => await a + 1;\n'],
];

/** What the linter found, by file. */
const found = new Map<string, string[]>();

/** The file of a line that is linted: its own where the name matters, otherwise one that no other line has. */
const fileOf = (file: string, number: number): string => file.replace(/\/x(?=\.tsx?$)/v, `/x-${number}`);

const restrictedLines = [...refused, ...allowed].map(([file, code], index) => [fileOf(file, index), code] as const);
const sampleFile = (index: number): string => `source/tui/sample-${index}.ts`;

// All at once: starting the linter takes longest.
beforeAll(async () => {
	await using folder = await mkdtempDisposable(path.join(tmpdir(), 'lint-'));
	const files = new Map<string, string>([...restrictedLines, ...samples.map(([, code], index) => [sampleFile(index), code] as const)]);
	// What is imported must exist. An import of what this tree does not have stays unresolved.
	for (const [file, code] of restrictedLines) {
		for (const [, relative] of code.matchAll(/"(?<relative>\.[^"]+)"/gv)) {
			const imported = path.join(path.dirname(file), relative!);
			if (existsSync(imported) && !files.has(imported)) {
				files.set(imported, 'export {};\n');
			}
		}
	}

	files.set('package.json', '{"type": "module"}');
	files.set('tsconfig.json', JSON.stringify({compilerOptions: {strict: true, module: 'nodenext', target: 'es2024', types: ['node'], jsx: 'react-jsx', allowImportingTsExtensions: true, noEmit: true}, include: ['source']}));
	files.set('.oxlintrc.json', JSON.stringify(oxlintConfig));
	await symlink(path.resolve('node_modules'), path.join(folder.path, 'node_modules'));
	await Promise.all(Array.from(files, async ([file, text]) => {
		await mkdir(path.join(folder.path, path.dirname(file)), {recursive: true});
		await writeFile(path.join(folder.path, file), text);
	}));

	const output = await new Promise<string>(resolve => {
		execFile(process.execPath, [path.resolve('node_modules/oxlint/bin/oxlint'), '--format=json', 'source'], {cwd: folder.path, maxBuffer: 16_000_000}, (_error, stdout) => {
			resolve(stdout);
		});
	});
	const {diagnostics} = JSON.parse(output) as {diagnostics: Array<{filename: string; code: string}>};
	for (const {filename, code} of diagnostics) {
		found.set(filename, [...found.get(filename) ?? [], code]);
	}
});

const restrictionsBroken = (index: number): string[] => found.get(restrictedLines[index]![0])?.filter(code => restrictions.has(code)) ?? [];

test.each(refused.map((line, index) => [...line, index] as const))('%s may not say: %s', (_file, _code, rule, index) => {
	expect(restrictionsBroken(index)).toEqual([rule]);
});

test.each(allowed.map((line, index) => [...line, refused.length + index] as const))('%s may say: %s', (_file, _code, index) => {
	expect(restrictionsBroken(index)).toEqual([]);
});

test('the linter finds what breaks its other rules', () => {
	expect(samples.map((_, index) => found.get(sampleFile(index))?.toSorted().join(' ') ?? '')).toEqual(samples.map(([codes]) => codes));
});
