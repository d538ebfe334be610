/** A rule's severity, or an array of it and the rule's options. */
export type Setting = string | readonly [severity: string, ...options: unknown[]];

/** What `names` lists, as errors. `plugin`: of which plugin; '' for the rules that ESLint has itself. */
export const errors = (plugin: string, names: string): Record<string, Setting> => Object.fromEntries(names.trim().split(/\s+/v).map(name => [plugin === '' ? name : `${plugin}/${name}`, 'error']));

/** Rules of ESLint itself. */
export const eslintRules: Readonly<Record<string, Setting>> = {
	...errors('', `
		arrow-body-style block-scoped-var curly default-case-last eqeqeq for-direction guard-for-in no-alert no-async-promise-executor no-bitwise
		no-caller no-case-declarations no-compare-neg-zero no-cond-assign no-constant-condition no-constructor-return no-debugger no-delete-var
		no-dupe-else-if no-duplicate-case no-empty-character-class no-empty-pattern no-empty-static-block no-eq-null no-eval no-ex-assign no-extend-native no-extra-bind
		no-extra-boolean-cast no-extra-label no-fallthrough no-global-assign no-implicit-coercion no-implicit-globals no-implied-eval
		no-inner-declarations no-invalid-regexp no-irregular-whitespace no-iterator no-label-var no-labels no-lone-blocks no-lonely-if no-loss-of-precision
		no-misleading-character-class no-multi-assign no-multi-str no-new no-new-func no-new-wrappers no-nonoctal-decimal-escape
		no-object-constructor no-promise-executor-return no-proto no-prototype-builtins no-regex-spaces no-script-url no-self-compare
		no-shadow-restricted-names no-sparse-arrays no-template-curly-in-string no-unassigned-vars no-unexpected-multiline
		no-unmodified-loop-condition no-unneeded-ternary no-unreachable-loop no-unsafe-finally no-unused-labels no-useless-backreference no-useless-call no-useless-catch
		no-useless-concat no-useless-escape no-useless-rename no-useless-return no-var prefer-exponentiation-operator prefer-numeric-literals
		prefer-object-has-own prefer-object-spread prefer-rest-params prefer-spread preserve-caught-error radix require-yield symbol-description
		use-isnan yoda
	`),
	// ESLint has these for TypeScript in typescript-eslint.
	...errors('', 'default-param-last no-array-constructor no-dupe-class-members no-loop-func no-useless-constructor'),
	'no-empty-function': 'error',
	'no-shadow': ['error', {ignoreOnInitialization: true}],
	'no-unused-expressions': ['error', {allowShortCircuit: false, allowTaggedTemplates: false, allowTernary: false}],
	'no-empty': ['error', {allowEmptyCatch: true}],
	'no-unsafe-optional-chaining': ['error', {disallowArithmeticOperators: true}],
	'valid-typeof': ['error', {requireStringLiterals: false}],
	'accessor-pairs': ['error', {enforceForClassMembers: true}],
	'array-callback-return': ['error', {allowImplicit: true}],
	'grouped-accessor-pairs': ['error', 'getBeforeSet'],
	'no-else-return': ['error', {allowElseIf: false}],
	'no-return-assign': ['error', 'always'],
	'no-self-assign': ['error', {props: true}],
	'no-sequences': ['error', {allowInParentheses: false}],
	'no-void': ['error', {allowAsStatement: true}],
	'no-warning-comments': 'warn',
	'prefer-regex-literals': ['error', {disallowRedundantWrapping: true}],
	'require-unicode-regexp': ['error', {requireFlag: 'v'}],
	'capitalized-comments': ['error', 'always', {ignorePattern: 'v8|const |let |var |import |export |function |class ', ignoreInlineComments: true, ignoreConsecutiveComments: true}],
	'func-name-matching': ['error', {considerPropertyDescriptor: true}],
	'func-names': ['error', 'never'],
	'max-depth': 'error',
	'max-nested-callbacks': ['error', 4],
	'new-cap': ['error', {newIsCap: true, capIsNew: true}],
	'one-var': ['error', 'never'],
	'operator-assignment': ['error', 'always'],
	'unicode-bom': ['error', 'never'],
	'no-constant-binary-expression': ['error', {checkRelationalComparisons: true}],
	'no-useless-computed-key': ['error', {enforceForClassMembers: true}],
	'object-shorthand': ['error', 'always', {avoidExplicitReturnArrows: true}],
	'prefer-arrow-callback': ['error', {allowNamedFunctions: true}],
	'prefer-const': ['error', {destructuring: 'all'}],
	'prefer-destructuring': ['error', {VariableDeclarator: {array: false, object: true}, AssignmentExpression: {array: false, object: false}}, {enforceForRenamedProperties: false}],
	// Names that say too little, or nobody should be called.
	'id-denylist': ['error', ...'arr blacklist cb el elem err len master msg num obj opts param ret slave str temp tmp val whitelist'.split(' ')],
	'no-restricted-globals': [
		'error',
		'event',
		...['Buffer', 'process'].map(name => ({name, message: 'Import it.'})),
		...['atob', 'btoa'].map(name => ({name, message: 'Use Buffer, or Uint8Array.fromBase64().'})),
	],
};
