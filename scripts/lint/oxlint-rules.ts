import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';
import {changedRules} from './xo-changes.ts';

/** How ESLint says a rule: its severity, or an array of the severity and the options. */
type Setting = unknown;

/** ESLint's plugins whose rules oxlint has under other names. */
const scopes: Readonly<Record<string, string>> = {'@typescript-eslint': 'typescript', 'import-x': 'import', n: 'node'};

function nameInOxlint(name: string): string {
	const [, plugin, rule] = /^(?:(.+)\/)?([^\/]+)$/v.exec(name)!;
	return plugin === undefined ? rule! : `${scopes[plugin] ?? plugin}/${rule}`;
}

/** Rules that oxlint also has, but checks in another way. */
const differing = new Set([
	// Asks for @param in every doc comment.
	'jsdoc/require-param',
	// Refuses the usual way to import YAML, fast-check and others.
	'import-x/no-named-as-default',
	'import-x/no-named-as-default-member',
	// Take every method `find` for an array's, and a copied string for an array.
	'unicorn/no-useless-spread',
	'unicorn/prefer-array-some',
	// Do not know all the exceptions of xo.
	'unicorn/prefer-number-properties',
	'unicorn/no-array-reduce',
	'unicorn/prefer-top-level-await',
	'@typescript-eslint/consistent-type-definitions',
	// Have options of this project for some files: see xo.config.ts.
	'no-restricted-imports',
	'no-restricted-properties',
]);

/** Options of xo that oxlint refuses, because it has only what they say or nothing like it. */
const withoutOptions = new Set(['preserve-caught-error', 'unicorn/escape-case', 'unicorn/no-empty-file', 'unicorn/no-unreadable-array-destructuring', 'unicorn/number-literal-case', 'unicorn/prefer-array-find', 'unicorn/prefer-array-flat', 'unicorn/prefer-set-has']);

const requireFromXo = createRequire(import.meta.resolve('xo'));

/** Every rule that xo turns on for TypeScript, by its name in ESLint. */
async function rulesOfXo(): Promise<Map<string, Setting>> {
	const {default: configOfXo} = await import(pathToFileURL(requireFromXo.resolve('eslint-config-xo')).href) as {default: () => Array<{files?: string[]; rules?: Record<string, Setting>}>};
	const forTypeScript = configOfXo().filter(({files}) => files === undefined || files.some(pattern => /[,\{]ts[,\}]/v.test(pattern)));
	return new Map(forTypeScript.flatMap(({rules}) => Object.entries(rules ?? {})));
}

/** The names of all rules that the installed oxlint has. */
function knownToOxlint(): Set<string> {
	const schema = JSON.parse(readFileSync(new URL('configuration_schema.json', import.meta.resolve('oxlint/package.json')), 'utf8')) as {definitions: {DummyRuleMap: {properties: Record<string, unknown>}}};
	return new Set(Object.keys(schema.definitions.DummyRuleMap.properties));
}

const severityOf = (setting: Setting): Setting => Array.isArray(setting) ? setting[0] : setting;

const known = knownToOxlint();
const ofXo = await rulesOfXo();
const shared = [...ofXo].filter(([name, setting]) => {
	const severity = severityOf(changedRules[name] ?? setting);
	return severity !== 'off' && severity !== 0 && !differing.has(name) && known.has(nameInOxlint(name));
});

/** The rules of xo that oxlint has too, in its names and with the options that xo gives them. */
export const rulesOfOxlint: Readonly<Record<string, Setting>> = Object.fromEntries(shared.map(([name, setting]) => [nameInOxlint(name), withoutOptions.has(name) ? severityOf(setting) : setting]));

const ofOtherTestRunners = ofXo.keys().filter(name => /^(?:ava|node-test)\//v.test(name)).toArray();

/** What xo need not check: the same rules, and those for tests that are not Vitest's. */
export const leftOutOfXo: Readonly<Record<string, 'off'>> = Object.fromEntries([...shared.map(([name]) => name), ...ofOtherTestRunners].map(name => [name, 'off'] as const));
