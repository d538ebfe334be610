import {hash} from 'node:crypto';
import ts from 'typescript';

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

const operators = new Map<ts.SyntaxKind, string>([
	[ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
	[ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
	[ts.SyntaxKind.LessThanToken, '<='],
	[ts.SyntaxKind.LessThanEqualsToken, '<'],
	[ts.SyntaxKind.GreaterThanToken, '>='],
	[ts.SyntaxKind.GreaterThanEqualsToken, '>'],
	[ts.SyntaxKind.AmpersandAmpersandToken, '||'],
	[ts.SyntaxKind.BarBarToken, '&&'],
	[ts.SyntaxKind.PlusToken, '-'],
	[ts.SyntaxKind.MinusToken, '+'],
]);

const otherKeywords = new Map<ts.SyntaxKind, string>([[ts.SyntaxKind.TrueKeyword, 'false'], [ts.SyntaxKind.FalseKeyword, 'true']]);

/** Methods whose call is left out, so that the list they are called on is used as it is. */
const listMethods = new Set(['filter', 'toSorted', 'toReversed', 'slice', 'trim']);

const otherMethods = new Map([['some', 'every'], ['every', 'some'], ['min', 'max'], ['max', 'min']]);

/** Finds the mutants of a file, in the order of the text. Each compiles as JavaScript; some are refused by tsc. */
export function findMutants(file: string, text: string): Mutant[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
	const mutants: Mutant[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node)) {
			return;
		}

		for (const change of changesOf(node, source)) {
			mutants.push({...change, file, line: source.getLineAndCharacterOfPosition(change.start).line + 1});
		}

		ts.forEachChild(node, visit);
	};

	visit(source);
	return mutants.toSorted((a, b) => a.start === b.start ? a.end - b.end : a.start - b.start);
}

/** The text of a file with one mutant in it. */
export const applyMutant = (text: string, {start, end, replacement}: Mutant): string => text.slice(0, start) + replacement + text.slice(end);

function changesOf(node: ts.Node, source: ts.SourceFile): Change[] {
	const replace = (target: ts.Node, replacement: string): Change => ({
		start: target.getStart(source),
		end: target.getEnd(),
		replacement,
		change: `${oneLine(target.getText(source))} → ${replacement === '' ? 'nothing' : oneLine(replacement)}`,
	});

	if (ts.isIfStatement(node)) {
		return [replace(node.expression, 'true'), replace(node.expression, 'false')];
	}

	if (ts.isConditionalExpression(node)) {
		return [replace(node, `(${node.whenTrue.getText(source)})`), replace(node, `(${node.whenFalse.getText(source)})`)];
	}

	if (ts.isBinaryExpression(node)) {
		return binaryChanges(node, source, replace);
	}

	if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
		return [replace(node, node.operand.getText(source))];
	}

	if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
		const {name, expression} = node.expression;
		const other = otherMethods.get(name.text);
		return other === undefined
			? (listMethods.has(name.text) ? [replace(node, expression.getText(source))] : [])
			: [replace(name, other)];
	}

	// An empty statement keeps what comes before it complete.
	return ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression) ? [replace(node, ';')] : literalChanges(node, replace);
}

type Replace = (target: ts.Node, replacement: string) => Change;

function binaryChanges({left, right, operatorToken}: ts.BinaryExpression, source: ts.SourceFile, replace: Replace): Change[] {
	if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
		return [{...replace(operatorToken, right.getText(source)), start: left.getStart(source), end: right.getEnd(), change: `left of ?? → nothing: ${oneLine(right.getText(source))}`}];
	}

	const other = operators.get(operatorToken.kind);
	const isText = [left, right].some(side => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
	return other === undefined || isText ? [] : [{...replace(operatorToken, other), change: `${operatorToken.getText(source)} → ${other}`}];
}

function literalChanges(node: ts.Node, replace: Replace): Change[] {
	if (ts.isNumericLiteral(node)) {
		return [replace(node, String(Number(node.text) + 1))];
	}

	const other = otherKeywords.get(node.kind);
	return other === undefined ? [] : [replace(node, other)];
}

const oneLine = (text: string): string => {
	const line = text.replaceAll(/\s+/gv, ' ');
	return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

/** Takes so many of a list, the same ones for the same seed, whatever else is in the list. `nameOf` tells them apart. */
export function sample<T>(all: readonly T[], count: number, {seed, nameOf}: {readonly seed: string; readonly nameOf: (item: T) => string}): T[] {
	return all
		.map(item => ({item, order: hash('sha256', `${seed} ${nameOf(item)}`)}))
		.toSorted((a, b) => a.order.localeCompare(b.order))
		.slice(0, count)
		.map(({item}) => item);
}
