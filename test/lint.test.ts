import {createRequire} from 'node:module';
import {expect, test} from 'vitest';
import config from '../xo.config.ts';

type Lint = {
	verify(code: string, config: unknown, options: {filename: string}): Array<{ruleId: string | undefined; message: string}>;
};

// The ESLint that xo runs, but with this project's own rules only: all of xo's would load TypeScript, and take seconds.
const {Linter} = createRequire(import.meta.resolve('xo'))('eslint') as {Linter: new () => Lint};
const rules = [config].flat().filter(item => Object.keys(item.rules ?? {}).some(rule => rule.startsWith('no-restricted-')));

/** Lints one line as if it stood in a file, and returns the rules it breaks. */
function broken(file: string, code: string): string[] {
	const messages = new Linter().verify(code, rules, {filename: file});
	return messages.map(({ruleId, message}) => ruleId ?? message);
}

const imports = 'no-restricted-imports';
const properties = 'no-restricted-properties';
const syntax = 'no-restricted-syntax';

test.each([
	['source/domain/x.ts', 'import "../tui/app.tsx"', imports],
	['source/domain/deeper/x.ts', 'import "../../tui/app.tsx"', imports],
	['source/domain/x.ts', 'export * from "../terminal/sanitise.ts"', imports],
	['source/terminal/x.ts', 'import "../api/client.ts"', imports],
	['source/config/x.ts', 'import "../storage/journal.ts"', imports],
	['source/api/x.ts', 'import "../operations/create.ts"', imports],
	['source/operations/x.ts', 'import "../tui/app.tsx"', imports],
	['source/cli/x.ts', 'import "../tui/app.tsx"', imports],
	['source/tui/list/x.tsx', 'import "../../cli/list.ts"', imports],
	['source/tui/shared/x.ts', 'import "../../api/create.ts"', imports],
	['source/tui/keys/x.ts', 'import "../../api/delete.ts"', imports],
	['source/cli/x.ts', 'import "../api/delete.ts"', imports],
	['source/sandbox/x.ts', 'import "../api/client.ts"', imports],
	['source/sandbox/x.ts', 'import "../domain/search.ts"', imports],
	['source/tui/list/x.tsx', 'import {useInput} from "ink"', imports],
	['source/tui/form/x.tsx', 'import {Box, usePaste} from "ink"', imports],
	['source/tui/x.ts', 'process.exit(1)', properties],
	['source/cli/main.ts', 'process.exit(1)', properties],
	['source/cli/x.ts', 'process.env.HOME', properties],
	['source/terminal/x.ts', 'const {env} = process', properties],
	['source/api/x.ts', 'Date.now()', properties],
	['source/tui/shared/x.ts', 'await import("../../api/create.ts")', syntax],
	['source/api/x.ts', 'await import("../tui/app.tsx")', syntax],
])('%s may not say: %s', (file, code, rule) => {
	expect(broken(file, code)).toEqual([rule]);
});

test.each([
	['source/domain/x.ts', 'import "./y.ts"'],
	['source/api/x.ts', 'import "../domain/y.ts"'],
	['source/operations/x.ts', 'import "../api/create.ts"'],
	['source/operations/x.ts', 'import "../api/delete.ts"'],
	['source/tui/form/x.ts', 'import "../../api/create-body.ts"'],
	['source/tui/list/x.tsx', 'import "../../operations/create.ts"'],
	['source/tui/list/x.tsx', 'import {Box} from "ink"'],
	['source/tui/keys/x.ts', 'import {useInput, usePaste} from "ink"'],
	['source/sandbox/x.ts', 'import "../api/create-schema.ts"'],
	['source/cli.ts', 'process.exit(1)'],
	['source/config/environment.ts', 'process.env.HOME'],
	['source/system/clock.ts', 'Date.now()'],
])('%s may say: %s', (file, code) => {
	expect(broken(file, code)).toEqual([]);
});
