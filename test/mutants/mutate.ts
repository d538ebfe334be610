import {hash} from 'node:crypto';
import {parseSync, type ESTree} from 'rolldown/utils';

/** One small change to a file. */
export type Mutant = {
	readonly file: string;
	/** From 1, as editors count. */
	readonly line: number;
	readonly start: number;
	readonly end: number;
	readonly replacement: string;
	/** For people: `=== → !==`. */
	readonly change: string;
};

type Change = Pick<Mutant, 'start' | 'end' | 'replacement' | 'change'>;

const operators = new Map([
	['===', '!=='],
	['!==', '==='],
	['<', '<='],
	['<=', '<'],
	['>', '>='],
	['>=', '>'],
	['&&', '||'],
	['||', '&&'],
	['+', '-'],
	['-', '+'],
]);

/** Methods whose call is left out, so that the list they are called on is used as it is. */
const listMethods = new Set(['filter', 'toSorted', 'toReversed', 'slice', 'trim']);

const otherMethods = new Map([
	['some', 'every'],
	['every', 'some'],
	['min', 'max'],
	['max', 'min'],
]);

/** Finds the mutants of a file, in the order of the text. Each compiles as JavaScript; some are refused by tsc. @throws SyntaxError when the file cannot be parsed. */
export function findMutants(file: string, text: string): Mutant[] {
	const {program, errors} = parseSync(file, text);
	if (errors.length > 0) {
		throw new SyntaxError(`${file}: ${errors[0]!.message}`);
	}

	const lineStarts = [0, ...text.matchAll(/\n/gv).map(({index}) => index + 1)];
	return nodesIn(program)
		.flatMap(node => changesOf(node, text))
		.map(change => ({...change, file, line: lineStarts.findLastIndex(start => start <= change.start) + 1}))
		.toSorted((a, b) => (a.start === b.start ? a.end - b.end : a.start - b.start));
}

/** Nodes of TypeScript that hold a value. The others are types. */
const valuesOfTypeScript = new Set([
	'TSAsExpression',
	'TSNonNullExpression',
	'TSSatisfiesExpression',
	'TSInstantiationExpression',
]);

const isNode = (value: unknown): value is ESTree.Node =>
	typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** All nodes below one, and it itself, without imports, re-exports and types. */
function nodesIn(node: ESTree.Node): ESTree.Node[] {
	const isReexport =
		node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.declaration === null);
	return node.type === 'ImportDeclaration' ||
		isReexport ||
		(node.type.startsWith('TS') && !valuesOfTypeScript.has(node.type))
		? []
		: [
				node,
				...Object.values(node)
					.flat()
					.filter(member => isNode(member))
					.flatMap(member => nodesIn(member)),
			];
}

/** The text of a file with one mutant in it. */
export const applyMutant = (text: string, {start, end, replacement}: Mutant): string =>
	text.slice(0, start) + replacement + text.slice(end);

type Span = Pick<ESTree.Node, 'start' | 'end'>;

function changesOf(node: ESTree.Node, text: string): Change[] {
	const textOf = ({start, end}: Span): string => text.slice(start, end);
	const replace = ({start, end}: Span, replacement: string): Change => ({
		start,
		end,
		replacement,
		change: `${oneLine(text.slice(start, end))} → ${oneLine(replacement)}`,
	});

	if (node.type === 'IfStatement') {
		return [replace(node.test, 'true'), replace(node.test, 'false')];
	}

	if (node.type === 'ConditionalExpression') {
		return [replace(node, `(${textOf(node.consequent)})`), replace(node, `(${textOf(node.alternate)})`)];
	}

	if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
		return operatorChanges(node, text);
	}

	if (node.type === 'UnaryExpression' && node.operator === '!') {
		return [replace(node, textOf(node.argument))];
	}

	if (node.type === 'CallExpression') {
		return methodChanges(node).map(([target, kept]) => replace(target, typeof kept === 'string' ? kept : textOf(kept)));
	}

	// An empty statement keeps what comes before it complete.
	if (node.type === 'ExpressionStatement') {
		return isString(node.expression) ? [] : [replace(node, ';')];
	}

	const other = node.type === 'Literal' ? otherLiteral(node.value) : undefined;
	return other === undefined ? [] : [replace(node, other)];
}

const isString = (node: ESTree.Node): boolean =>
	node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');

function operatorChanges(
	{left, right, operator, start, end}: ESTree.BinaryExpression | ESTree.PrivateInExpression | ESTree.LogicalExpression,
	text: string,
): Change[] {
	const kept = text.slice(right.start, right.end);
	if (operator === '??') {
		return [{start, end, replacement: kept, change: `left of ?? → nothing: ${oneLine(kept)}`}];
	}

	const other = operators.get(operator);
	if (other === undefined || isString(left) || isString(right)) {
		return [];
	}

	const at = text.indexOf(operator, left.end);
	return [{start: at, end: at + operator.length, replacement: other, change: `${operator} → ${other}`}];
}

/** What is replaced in the call of a method, and what by: a text, or a part of the call. */
function methodChanges(call: ESTree.CallExpression): Array<readonly [target: Span, kept: string | Span]> {
	const {callee} = call;
	if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) {
		return [];
	}

	const {name} = callee.property;
	const other = otherMethods.get(name);
	if (other !== undefined) {
		return [[callee.property, other]];
	}

	return listMethods.has(name) ? [[call, callee.object]] : [];
}

function otherLiteral(value: unknown): string | undefined {
	if (typeof value === 'boolean') {
		return String(!value);
	}

	return typeof value === 'number' ? String(value + 1) : undefined;
}

const oneLine = (text: string): string => {
	const line = text.replaceAll(/\s+/gv, ' ');
	return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

/** Takes so many of a list, the same ones for the same seed, whatever else is in the list. `nameOf` tells them apart. */
export function sample<T>(
	all: readonly T[],
	count: number,
	{seed, nameOf}: {readonly seed: string; readonly nameOf: (item: T) => string},
): T[] {
	return all
		.map(item => ({item, order: hash('sha256', `${seed} ${nameOf(item)}`)}))
		.toSorted((a, b) => a.order.localeCompare(b.order))
		.slice(0, count)
		.map(({item}) => item);
}
