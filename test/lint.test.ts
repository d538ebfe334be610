import {createRequire} from 'node:module';
import {expect, test} from 'vitest';
import config from '../xo.config.ts';

type Lint = {
	verify(code: string, config: unknown, options: {filename: string}): Array<{ruleId: string | undefined; message: string}>;
};

// The ESLint that xo runs, but with this project's own rules only: all of xo's would load TypeScript, and take seconds.
const requireFromXo = createRequire(import.meta.resolve('xo'));
const {Linter} = requireFromXo('eslint') as {Linter: new () => Lint};
const ownRules = /^(?:no-restricted-|boundaries\/|react-hooks\/)/v;
const rules = [config].flat().filter(item => Object.keys(item.rules ?? {}).some(rule => ownRules.test(rule)));

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
	['source/tui/list/x.tsx', 'function useX(a) { useEffect(() => { show(a); }, []); }', 'react-hooks/exhaustive-deps'],
	['source/tui/list/x.tsx', 'function useX(a) { const b = useRef(a); b.current = a; }', 'react-hooks/refs'],
	['source/tui/list/x.tsx', 'function useX(a) { if (a) useState(1); }', 'react-hooks/rules-of-hooks'],
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
