import {execFile} from 'node:child_process';
import {mkdir, mkdtempDisposable, symlink, writeFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import oxlintConfig from '../oxlint.config.ts';
import {leftOutOfXo} from '../scripts/lint/oxlint-rules.ts';
import config from '../xo.config.ts';

type Lint = {
	verify(code: string, config: unknown, options: {filename: string}): Array<{ruleId: string | undefined; message: string}>;
};

// The ESLint that xo runs, but with this project's own rules only: all of xo's would load TypeScript, and take seconds.
const requireFromXo = createRequire(import.meta.resolve('xo'));
const {Linter} = requireFromXo('eslint') as {Linter: new () => Lint};
const ownRules = /^(?:no-restricted-|boundaries\/)/v;
const rules = [config].flat()
	.map(item => ({...item, rules: Object.fromEntries(Object.entries(item.rules ?? {}).filter(([rule]) => ownRules.test(rule)))}))
	.filter(item => Object.keys(item.rules).length > 0);

/** Lints one line as if it stood in a file, and returns the rules it breaks. */
function broken(file: string, code: string): string[] {
	const parser = code.startsWith('import type') ? requireFromXo('@typescript-eslint/parser') as object : undefined;
	const languageOptions = parser === undefined ? [] : [{files: ['**'], languageOptions: {parser}}];
	const messages = new Linter().verify(code, [...rules, ...languageOptions], {filename: file});
	return messages.map(({ruleId, message}) => ruleId ?? message);
}

const direction = 'boundaries/dependencies';
const imports = 'no-restricted-imports';
const properties = 'no-restricted-properties';
const syntax = 'no-restricted-syntax';

// The imported files must exist: what is not there is for tsc to refuse.
test.each([
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
])('%s may not say: %s', (file, code, rule) => {
	expect(broken(file, code)).toEqual([rule]);
});

test.each([
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
	['source/cli.ts', 'import("./cli/main.ts"); import("./tui/run.tsx")'],
	['source/cli.ts', 'process.exit(1)'],
	['source/config/environment.ts', 'process.env.HOME'],
	['source/system/clock.ts', 'Date.now()'],
])('%s may say: %s', (file, code) => {
	expect(broken(file, code)).toEqual([]);
});

/** Rules that oxlint finds broken, and code that breaks them. */
const samples: ReadonlyArray<readonly [codes: string, code: string]> = [
	// Of React: the rules of hooks, and those of its compiler.
	['react-hooks(exhaustive-deps)', 'import {useEffect} from "react";\n\nexport function useX(a: number): void {\n\tuseEffect(() => {\n\t\tconsole.log(a);\n\t}, []);\n}\n'],
	['react-hooks(rules-of-hooks)', 'import {useState} from "react";\n\nexport function useX(a: boolean): void {\n\tif (a) {\n\t\tuseState(1);\n\t}\n}\n'],
	['react(refs)', 'import {useRef} from "react";\n\nexport function useX(a: number): void {\n\tconst b = useRef(a);\n\tb.current = a;\n}\n'],
	// With types.
	['typescript(no-floating-promises)', 'export function f(a: Promise<number>): void {\n\ta;\n}\n'],
	['typescript(no-misused-promises) typescript(strict-boolean-expressions)', 'export function f(a: Promise<number>): number {\n\treturn a ? 1 : 2;\n}\n'],
	['typescript(no-unsafe-return)', 'export function f(a: string): number {\n\treturn JSON.parse(a);\n}\n'],
	['typescript(strict-boolean-expressions)', 'export const f = (a: number): number => a ? 1 : 2;\n'],
	['typescript(switch-exhaustiveness-check)', 'export function f(a: "b" | "c"): number | undefined {\n\tswitch (a) {\n\t\tcase "b": {\n\t\t\treturn 1;\n\t\t}\n\t}\n}\n'],
	// Without.
	['eslint(eqeqeq)', 'export const f = (a: number): boolean => a == 1;\n'],
	['unicorn(prefer-node-protocol)', 'export {EOL} from "os";\n'],
	['', 'export const f = async (a: Promise<number>): Promise<number> => await a + 1;\n'],
];

test('oxlint finds what breaks the rules that it has', async () => {
	await using folder = await mkdtempDisposable(path.join(tmpdir(), 'lint-'));
	await mkdir(path.join(folder.path, 'source/tui'), {recursive: true});
	await symlink(path.resolve('node_modules'), path.join(folder.path, 'node_modules'));
	await writeFile(path.join(folder.path, 'package.json'), '{"type": "module"}');
	await writeFile(path.join(folder.path, 'tsconfig.json'), JSON.stringify({compilerOptions: {strict: true, module: 'nodenext', target: 'es2024', types: ['node'], jsx: 'react-jsx'}, include: ['source']}));
	await writeFile(path.join(folder.path, '.oxlintrc.json'), JSON.stringify(oxlintConfig));
	await Promise.all(samples.map(async ([, code], index) => writeFile(path.join(folder.path, `source/tui/sample-${index}.ts`), code)));

	const output = await new Promise<string>(resolve => {
		execFile(process.execPath, [path.resolve('node_modules/oxlint/bin/oxlint'), '--format=json', 'source'], {cwd: folder.path}, (_error, stdout) => {
			resolve(stdout);
		});
	});
	const {diagnostics} = JSON.parse(output) as {diagnostics: Array<{filename: string; code: string}>};
	const found = samples.map((_, index) => diagnostics.filter(({filename}) => path.basename(filename) === `sample-${index}.ts`).map(({code}) => code));
	expect(found.map(codes => codes.join(' '))).toEqual(samples.map(([codes]) => codes));
});

test('what xo leaves to oxlint, oxlint checks', () => {
	const nameInXo = (rule: string) => rule.replace(/^typescript\//v, '@typescript-eslint/').replace(/^import\//v, 'import-x/').replace(/^node\//v, 'n/');
	const checked = new Set(Object.keys(oxlintConfig.rules ?? {}).map(rule => nameInXo(rule)));
	const left = Object.keys(leftOutOfXo).filter(rule => !/^(?:ava|node-test)\//v.test(rule));
	expect(left.length).toBeGreaterThan(250);
	expect(left.filter(rule => !checked.has(rule))).toEqual([]);
});
