import {deepestNesting} from '../platform/limits.ts';

/** A mistake in a YAML text, as the parser reports it: its reason and its offset. */
type ParserMistake = {readonly reason: string; readonly position: number};

/** A mistake for the reader of a file: a phrase without its full stop, and the offset of what is to be corrected. */
type ExplainedMistake = {readonly message: string; readonly position: number};

const tabReason = 'a tab cannot indent: use spaces';

/** A mistake that people make on one line. The parser often sees it lines later, or takes it for something else. `at`: the group that is to be corrected. */
type LineMistake = readonly [pattern: RegExp, message: string];

/** The beginning of a line with a field: up to its value. */
const fieldHead = /^ *(?:- +)*[^\s"'#:\[\{][^"'#:\[\{]*: +/v;

/** The mistakes in the value of a field. */
const valueMistakes: readonly LineMistake[] = [
	...['@', '`', '%'].map((sign): LineMistake => [
		new RegExp(`^(?<at>${sign})`, 'dv'),
		`a text that begins with ${sign} needs quotes`,
	]),
	[/^(?<at>\{)(?:\{|[^\{\}]*\} *[^\s#,\}\]])/dv, 'a text that begins with { needs quotes'],
	[/^(?<at>\[)[^\[\]]*\] *[^\s#,\}\]]/dv, 'a text that begins with [ needs quotes'],
	[
		/^(?:"(?:[^"\\]|\\.)*"|'[^']*') *(?<at>[^\s#,\}\]'])/dv,
		'a text in quotes ends before this: put all of it in quotes',
	],
	[/^[^\s!"#'*>\[\{\|\u0026].*?(?<at>: )/dv, 'a text with ": " needs quotes'],
	[/^[^\s!"#'*>\[\{\|\u0026][^#]*(?<at>:) *$/dv, 'a text that ends with ":" needs quotes'],
];

/** The mistakes in a whole line. */
const lineMistakes: readonly LineMistake[] = [
	[/^ *(?<at>\t)/dv, tabReason],
	[/^ *(?<at>[\u00A0\u2000-\u200B\u202F\u3000])/dv, 'a special space cannot indent: use ordinary spaces'],
	[/^ *(?:- +)?[a-z_]+(?<at>:)[^\s:\/]/dv, 'a space is needed after the colon'],
	[/^ *(?<at>-)[a-z_]+:(?: |$)/dv, 'a space is needed after the dash'],
	[/^ *(?:- +)?[a-z_]+(?<at> )[^:]*$/dv, 'a colon is missing after the name of the field'],
];

/** The parser's reasons that a reader of a file would not understand, by their beginnings. */
const plainReasons: ReadonlyArray<readonly [beginning: string, reason: string]> = [
	['nesting exceeded', `it is nested deeper than ${deepestNesting} levels`],
	['unexpected end of the stream within a flow', 'the text ends before a bracket is closed'],
	['unexpected end of the stream', 'the text ends within quotes that are not closed'],
	['null byte', 'null byte is not allowed in input'],
	['bad indentation', 'this line is not indented like the lines around it'],
	['deficient indentation', 'a bracket or a quote before this line is not closed, or the line needs more indentation'],
	['missed comma', 'a comma is missing here, or a bracket or a quote before it is not closed'],
	['expected the node content', 'a value is missing before this comma'],
	['can not read', 'a field and its value are expected here'],
	['end of the stream or a document separator', 'a field and its value are expected here'],
	["expected ':'", 'a colon is missing after the name of the field'],
	['a line break is expected', 'a text that begins with | or > needs quotes'],
	['a whitespace character is expected', 'a space is needed after the colon'],
	['unknown escape', 'a backslash in double quotes needs another one before it'],
	['expected hexadecimal', 'hexadecimal digits are expected here'],
	['name of an alias', 'a text that begins with * needs quotes'],
	['name of an anchor', 'a text that begins with & needs quotes'],
	['tab characters', tabReason],
];

/** Explains why a text is not YAML, to the person who wrote it. */
export function explainYaml(text: string, {reason, position}: ParserMistake): ExplainedMistake {
	const found = /^(?:nesting|null byte)/v.test(reason) ? undefined : lineMistake(text, position);
	const plain = plainReasons.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? reason;
	return found ?? {message: plain, position};
}

/** Finds a mistake of one line: on the line that the parser names, or on the one before it that has a text. */
function lineMistake(text: string, position: number): ExplainedMistake | undefined {
	let end = text.indexOf('\n', position);
	end = end === -1 ? text.length : end;
	for (let tries = 0; tries < 2 && end >= 0;) {
		const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1;
		const line = text.slice(start, Math.min(end, start + longestLine)).replace(/\r$/v, '');
		if (/^[^\s#]/v.test(line.trim())) {
			tries++;
			const head = fieldHead.exec(line)?.[0].length;
			const found =
				(head === undefined ? undefined : firstOf(valueMistakes, line.slice(head), start + head)) ??
				firstOf(lineMistakes, line, start);
			if (found !== undefined) {
				return found;
			}
		}

		end = start - 1;
	}

	return undefined;
}

/** The first of several mistakes that a text has. `offset`: that of the text. */
function firstOf(mistakes: readonly LineMistake[], text: string, offset: number): ExplainedMistake | undefined {
	for (const [pattern, message] of mistakes) {
		const found = pattern.exec(text);
		if (found !== null) {
			return {message, position: offset + found.indices!.groups!.at![0]};
		}
	}

	return undefined;
}

/** The part of a line that is searched for a mistake, in characters. */
const longestLine = 1000;
