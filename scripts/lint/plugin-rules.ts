import {errors, type Setting} from './eslint-rules.ts';

/** Rules of ESLint's plugins that oxlint has itself. */
export const pluginRules: Readonly<Record<string, Setting>> = {
	...errors('import', `
		first no-absolute-path no-amd no-empty-named-blocks no-mutable-exports no-named-default no-self-import no-webpack-loader-syntax
	`),
	'import/no-cycle': ['error', {ignoreExternal: true}],
	'import/newline-after-import': 'error',
	'import/no-duplicates': ['error', {'prefer-inline': true}],
	'import/no-unassigned-import': 'error',
	...errors('jsdoc', `
		require-param-description require-param-name require-returns-description require-yields
	`),
	'jsdoc/check-tag-names': ['error', {jsxTags: true, typed: true}],
	// A forgotten `only` skips all other tests.
	'vitest/no-focused-tests': 'error',
	...errors('node', `
		no-new-require no-path-concat
	`),
	'node/no-mixed-requires': ['error', {grouping: true, allowCall: true}],
	...errors('unicorn', `
		catch-error-name consistent-assert consistent-date-clone consistent-empty-array-spread consistent-existence-index-check
		consistent-template-literal-escape empty-brace-spaces error-message escape-case explicit-length-check explicit-timer-delay filename-case
		new-for-builtins no-abusive-eslint-disable no-accessor-recursion no-anonymous-default-export no-array-fill-with-reference-type
		no-array-reverse no-array-sort no-await-expression-member no-await-in-promise-methods no-confusing-array-with no-console-spaces
		no-empty-file no-immediate-mutation no-instanceof-builtins no-invalid-fetch-options no-invalid-remove-event-listener no-lonely-if
		no-magic-array-flat-depth no-negated-condition no-negation-in-equality-check no-nested-ternary no-new-array no-new-buffer
		no-object-as-default-parameter no-process-exit no-single-promise-in-promise-methods no-static-only-class no-thenable no-this-assignment
		no-typeof-undefined no-unnecessary-array-flat-depth no-unnecessary-array-splice-count no-unnecessary-await no-unnecessary-slice-end
		no-unreadable-array-destructuring no-unreadable-iife no-useless-collection-argument no-useless-error-capture-stack-trace
		no-useless-fallback-in-spread no-useless-iterator-to-array no-useless-length-check no-useless-promise-resolve-reject no-useless-switch-case
		no-zero-fractions number-literal-case numeric-separators-style prefer-array-find prefer-array-flat prefer-array-flat-map
		prefer-array-index-of prefer-at prefer-bigint-literals prefer-blob-reading-methods prefer-class-fields prefer-code-point prefer-date-now
		prefer-default-parameters prefer-export-from prefer-global-this prefer-includes prefer-logical-operator-over-ternary prefer-math-min-max
		prefer-math-trunc prefer-modern-math-apis prefer-module prefer-native-coercion-functions prefer-negative-index prefer-node-protocol
		prefer-number-coercion prefer-object-from-entries prefer-optional-catch-binding prefer-prototype-methods prefer-reflect-apply
		prefer-regexp-test prefer-response-static-json prefer-set-has prefer-set-size prefer-single-call prefer-spread prefer-string-raw
		prefer-string-replace-all prefer-string-slice prefer-string-starts-ends-with prefer-string-trim-start-end prefer-structured-clone
		prefer-type-error relative-url-style require-array-join-separator require-module-attributes require-module-specifiers
		require-number-to-fixed-digits-argument switch-case-braces switch-case-break-position text-encoding-identifier-case throw-new-error
	`),
	'unicorn/no-array-reduce': ['error', {allowSimpleOperations: true}],
	'unicorn/prefer-number-properties': ['error', {checkInfinity: false, checkNaN: false}],
	'unicorn/prefer-ternary': ['error', 'only-single-line'],
};
