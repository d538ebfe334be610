import {errors, type Setting} from './eslint-rules.ts';

/** Rules of typescript-eslint. Most of them need types. Those for enums and namespaces are not here: `erasableSyntaxOnly` refuses both. */
export const typeRules: Readonly<Record<string, Setting>> = {
	...errors('typescript', `
		adjacent-overload-signatures await-thenable ban-tslint-comment consistent-indexed-object-style dot-notation no-array-delete
		no-base-to-string no-confusing-void-expression no-deprecated no-duplicate-type-constituents no-dynamic-delete
		no-empty-object-type no-extra-non-null-assertion no-for-in-array no-inferrable-types no-meaningless-void-operator no-misused-new
		no-namespace no-non-null-asserted-nullish-coalescing no-non-null-asserted-optional-chain no-require-imports
		no-unnecessary-template-expression no-unnecessary-type-arguments no-unnecessary-type-assertion no-unnecessary-type-constraint
		no-unnecessary-type-conversion no-unsafe-argument no-unsafe-assignment no-unsafe-call no-unsafe-declaration-merging
		no-unsafe-function-type no-unsafe-member-access no-unsafe-return no-useless-default-assignment
		no-useless-empty-export no-wrapper-object-types non-nullable-type-assertion-style prefer-as-const prefer-find prefer-for-of
		prefer-function-type prefer-includes prefer-namespace-keyword prefer-optional-chain prefer-promise-reject-errors
		prefer-readonly prefer-reduce-type-parameter prefer-regexp-exec prefer-return-this-type prefer-string-starts-ends-with
		promise-function-async related-getter-setter-pairs return-await use-unknown-in-catch-callback-variable
	`),
	'typescript/array-type': ['error', {default: 'array-simple'}],
	'typescript/ban-ts-comment': ['error', {'ts-expect-error': 'allow-with-description', minimumDescriptionLength: 4}],
	'typescript/class-literal-property-style': ['error', 'getters'],
	'typescript/consistent-generic-constructors': ['error', 'constructor'],
	'typescript/consistent-type-assertions': ['error', {assertionStyle: 'as', objectLiteralTypeAssertions: 'allow-as-parameter'}],
	'typescript/consistent-type-definitions': ['error', 'type'],
	'typescript/consistent-type-exports': ['error', {fixMixedExportsWithInlineTypeSpecifier: true}],
	'typescript/consistent-type-imports': ['error', {fixStyle: 'inline-type-imports'}],
	'typescript/no-extraneous-class': ['error', {allowConstructorOnly: false, allowEmpty: false, allowStaticOnly: false, allowWithDecorator: true}],
	'typescript/no-floating-promises': ['error', {checkThenables: true, ignoreVoid: true, ignoreIIFE: true}],
	'typescript/no-misused-promises': ['error', {checksConditionals: true, checksVoidReturn: false}],
	'typescript/no-this-alias': ['error', {allowDestructuring: true}],
	'typescript/only-throw-error': ['error', {allowThrowingUnknown: true, allowThrowingAny: false}],
	'typescript/prefer-nullish-coalescing': ['error', {ignoreTernaryTests: false, ignoreConditionalTests: false, ignoreMixedLogicalExpressions: false}],
	'typescript/restrict-plus-operands': ['error', {allowAny: false}],
	'typescript/restrict-template-expressions': ['error', {allowNumber: true}],
	'typescript/require-array-sort-compare': ['error', {ignoreStringArrays: true}],
	'typescript/strict-boolean-expressions': ['error', {allowNullableBoolean: true, allowNullableObject: true, allowNumber: false, allowString: false}],
	'typescript/switch-exhaustiveness-check': ['error', {allowDefaultCaseForExhaustiveSwitch: false, requireDefaultForNonUnion: true}],
	'typescript/triple-slash-reference': ['error', {path: 'never', types: 'never', lib: 'never'}],
	'typescript/unified-signatures': ['error', {ignoreDifferentlyNamedParameters: true}],
};
