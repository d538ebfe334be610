/** Rules of one plugin, switched off. */
const off = (plugin: string, rules: string) => Object.fromEntries(rules.trim().split(/\s+/v).map(rule => [`${plugin}/${rule}`, 'off'] as const));

/** Rules of xo that cannot find anything here. Each of them visits every node. */
const idleRules: Readonly<Record<string, 'off'>> = {
	// Types in doc comments, and tags for what TypeScript says: `jsdoc/no-types` and `jsdoc/check-tag-names` refuse both.
	...off('jsdoc', `
		check-access check-property-names check-syntax check-template-names check-types check-values implements-on-classes
		imports-as-dependencies reject-any-type reject-function-type require-next-type require-property
		require-property-description require-property-name ts-no-empty-object-type valid-types
	`),
	// A terminal has no page.
	...off('unicorn', `
		better-dom-traversing dom-node-dataset no-blob-to-file no-canvas-to-image no-document-cookie no-incorrect-query-selector
		no-late-current-target-access no-late-event-control no-selector-as-dom-name no-transition-all prefer-add-event-listener
		prefer-classlist-toggle prefer-dom-node-append prefer-dom-node-html-methods prefer-dom-node-remove
		prefer-dom-node-replace-children prefer-dom-node-text-content prefer-keyboard-event-key prefer-location-assign
		prefer-modern-dom-apis prefer-observer-apis prefer-path2d prefer-query-selector prefer-scoped-selector
		prefer-toggle-attribute require-css-escape require-passive-events
	`),
	// Names of booleans are a matter of review; the rule asks for the type of every name.
	'unicorn/consistent-boolean-name': 'off',
	// White space in doc comments.
	...off('jsdoc', `
		check-indentation check-line-alignment empty-tags escape-inline-tags multiline-blocks no-blank-blocks
		no-blank-block-descriptions no-multi-asterisks require-asterisk-prefix tag-lines
	`),
	// Without types, which only oxlint has, these take every method `push` or `find` for an array's.
	...off('unicorn', 'no-array-callback-reference no-array-method-this-argument no-return-array-push'),
	// `n/no-extraneous-import` says the same, and tsc these two.
	'import-x/no-extraneous-dependencies': 'off',
	'@typescript-eslint/no-redeclare': 'off',
	'@typescript-eslint/no-unused-private-class-members': 'off',
};

/** What this project changes in the rules of xo, for both linters. */
export const changedRules: Readonly<Record<string, 'off'>> = {
	...idleRules,
	// `.ts` in import paths is what Node's own type stripping reads.
	'import-x/extensions': 'off',
	'n/file-extension-in-import': 'off',
	// The wire speaks snake_case; names of properties are not ours to choose.
	'@typescript-eslint/naming-convention': 'off',
	camelcase: 'off',
	// A short doc comment reads best on one line.
	'unicorn/single-line-block-comment-style': 'off',
	// Taste that gets in the way here: `createBody` is a noun, groups are used by position, JSX and schemas nest.
	'unicorn/no-non-function-verb-prefix': 'off',
	'unicorn/max-nested-calls': 'off',
	'unicorn/prefer-simple-condition-first': 'off',
	'regexp/prefer-named-capture-group': 'off',
	// A terminal program speaks control characters, and Node's streams speak null and EventEmitter.
	'no-control-regex': 'off',
	'regexp/no-control-character': 'off',
	'@typescript-eslint/no-restricted-types': 'off',
	'unicorn/prefer-event-target': 'off',
	// A reducer is one switch with a case an action.
	complexity: 'off',
	// Requests, looks and key presses come one after the other on purpose.
	'no-await-in-loop': 'off',
	// One row of a table, one line.
	'@stylistic/object-curly-newline': 'off',
	// Refuses every promisify.
	'@typescript-eslint/strict-void-return': 'off',
	'unicorn/consistent-class-member-order': 'off',
};
