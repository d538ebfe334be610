import {rulesOfOxlint} from './scripts/lint/oxlint-rules.ts';

/** Of React's plugin: the rules of hooks, and those of its compiler. */
const reactRules = `
	error-boundaries exhaustive-deps globals immutability incompatible-library preserve-manual-memoization purity
	refs rules-of-hooks set-state-in-effect set-state-in-render static-components unsupported-syntax use-memo
`.trim().split(/\s+/v);

const config = {
	plugins: ['import', 'jsdoc', 'node', 'promise', 'react', 'typescript', 'unicorn'],
	categories: {correctness: 'off'},
	options: {typeAware: true},
	// As frameworks send them.
	ignorePatterns: ['test/fixtures/error-bodies/**'],
	rules: rulesOfOxlint,
	overrides: [
		{files: ['source/tui/**'], rules: Object.fromEntries(reactRules.map(rule => [`react/${rule}`, 'error'] as const))},
	],
};

export default config;
