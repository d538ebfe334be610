import {isBuiltin} from 'node:module';
import packageJson from '../../package.json' with {type: 'json'};

/** What the rules read of a node of the syntax tree. */
type Node = {
	readonly type: string;
	readonly name?: string;
	readonly parent?: Node;
	readonly params?: readonly Node[];
	readonly left?: Node;
	readonly source?: {readonly value?: unknown} | null;
	readonly body?: readonly Node[];
	readonly id?: Node;
	readonly init?: Node | null;
	readonly argument?: Node;
	readonly properties?: ReadonlyArray<{readonly key?: {readonly name?: string}}>;
};

type Context = {
	readonly sourceCode: {getCommentsBefore(node: Node): ReadonlyArray<{readonly value: string}>};
	report(problem: {node: Node; message: string}): void;
};

const packages = new Set([...Object.keys(packageJson.devDependencies), packageJson.name]);

/** The file or package that a node imports, if it imports one and names it. */
const importedBy = ({source}: Node): string | undefined => typeof source?.value === 'string' ? source.value : undefined;

const isPath = (imported: string): boolean => imported.startsWith('.') || imported.startsWith('/');

/** Where an import stands among the imports of a file: Node's, packages, parents, siblings. */
function rankOf(imported: string): number {
	if (!isPath(imported)) {
		return isBuiltin(imported) ? 0 : 1;
	}

	return imported.startsWith('..') ? 2 : 3;
}

const importOrder = (context: Context) => ({
	Program({body = []}: Node) {
		let last = 0;
		for (const node of body) {
			const imported = node.type === 'ImportDeclaration' ? importedBy(node) : undefined;
			const rank = imported === undefined ? last : rankOf(imported);
			if (rank < last) {
				context.report({node, message: 'Imports are in this order: of Node, of packages, of parent folders, of this folder.'});
			}

			last = Math.max(last, rank);
		}
	},
});

function declaredPackages(context: Context) {
	const check = (node: Node): void => {
		const imported = importedBy(node);
		const name = imported === undefined || isPath(imported) || isBuiltin(imported) ? undefined : /^(?:@[^\/]+\/)?[^\/]+/v.exec(imported)?.[0];
		if (name !== undefined && !packages.has(name)) {
			context.report({node, message: `package.json does not have ${name}.`});
		}
	};

	return {
		ImportDeclaration: check, ImportExpression: check, ExportNamedDeclaration: check, ExportAllDeclaration: check,
	};
}

const inkInput = (context: Context) => ({
	VariableDeclarator({id, init}: Node) {
		const isOfInk = init?.type === 'AwaitExpression' && init.argument?.type === 'ImportExpression' && importedBy(init.argument) === 'ink';
		if (isOfInk && id?.properties?.some(({key}) => key?.name === 'useInput' || key?.name === 'usePaste') === true) {
			context.report({node: id, message: 'Every mounted useInput fires on every key: go through tui/keys.'});
		}
	},
});

/** The name of a parameter; undefined if it is taken apart, so that a comment can call it what it likes. */
function parameterName(parameter: Node): string | undefined {
	const named = parameter.type === 'AssignmentPattern' ? parameter.left : (parameter.type === 'RestElement' ? parameter.argument : parameter);
	return named?.name;
}

function documentedParameters(context: Context) {
	const check = (node: Node): void => {
		const statement = node.type === 'ArrowFunctionExpression' ? node.parent?.parent : node;
		const owner = statement?.parent?.type === 'ExportNamedDeclaration' ? statement.parent : statement;
		const isDocumented = owner?.parent?.type === 'Program' && (node.type === 'FunctionDeclaration' || statement?.type === 'VariableDeclaration');
		const comment = isDocumented ? context.sourceCode.getCommentsBefore(owner).at(-1)?.value : undefined;
		// A member of a parameter has a dot.
		const documented = comment?.matchAll(/@param \[?(?<name>[\w.$]+)/gv).map(({groups}) => groups!.name!).filter(name => !name.includes('.')).toArray() ?? [];
		const names = (node.params ?? []).map(parameter => parameterName(parameter));
		if (documented.length > 0 && (documented.length !== names.length || documented.some((name, index) => (names[index] ?? name) !== name))) {
			context.report({node, message: 'The @param of a doc comment are the parameters, in their order.'});
		}
	};

	return {FunctionDeclaration: check, ArrowFunctionExpression: check};
}

/** Rules of this project, which oxlint runs. `ink-input` is for dynamic imports what `no-restricted-imports` is for static ones. */
const plugin = {
	meta: {name: 'chainbell'},
	rules: {
		'import-order': {create: importOrder},
		'declared-packages': {create: declaredPackages},
		'documented-parameters': {create: documentedParameters},
		'ink-input': {create: inkInput},
	},
};

export default plugin;
