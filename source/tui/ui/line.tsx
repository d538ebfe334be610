import {serviceWords, type Failure} from '../../service/failure.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, withEllipsis, wrap, fit, widthOf} from '../../terminal/width.ts';
import {type Role, styled} from './theme.ts';
import {stripVTControlCharacters} from 'node:util';
import {Box, Text, Transform, useIsScreenReaderEnabled} from 'ink';
import {rule} from './layout.ts';

/** The width of the labels before the values of a notification, in columns. */
export const labelWidth = 13;

/** A part of a line with its style. */
export type Span = {readonly text: string; readonly role?: Role | undefined};

/** A line of a screen, safe to show. `tone`: `bad` for errors alone, `warning` for what to look at and for unknown outcomes (`?`); none for ordinary text and for the refusal of a key. `label`: what stands before the text, in a margin; undefined without a margin. */
export type Line = {
	readonly text: string;
	readonly tone?: Role | undefined;
	readonly label?: string | undefined;
	/** Without the space before it: an overlay. */
	readonly isFlush?: true;
	/** The text in parts with their styles, of a line that is not wrapped. */
	readonly spans?: readonly Span[];
	/** What a screen reader reads in place of the text. */
	readonly spoken?: string;
};

/** What a screen says, before it is wrapped: a text, a line, several of them, or nothing. */
export type Said = string | Line | readonly Said[] | false | undefined;

/** An empty line. */
export const gap: Line = {text: ' '};

const toned = (tone: Role) => (text: string) => ({text, tone}) satisfies Line;

export const title = toned('title');
export const good = toned('good');
export const bad = toned('bad');
export const warning = toned('warning');
export const faint = toned('faint');

/** What is said, as lines of a terminal of `columns`, in which a space stands on either side. An empty text is nothing. */
export function linesOf(said: Said, columns: number): Line[] {
	if (said === undefined || said === false || said === '') {
		return [];
	}

	if (typeof said === 'string') {
		return wrapLine({text: said}, columns);
	}

	return 'text' in said ? wrapLine(said, columns) : said.flatMap(each => linesOf(each, columns));
}

function wrapLine(line: Line, columns: number): Line[] {
	const {text, label} = line;
	return wrap(text, columns - 2 - (label === undefined ? 0 : labelWidth)).map((part, index) => ({
		...line,
		text: part,
		...(label !== undefined && index > 0 && {label: ''}),
	}));
}

/** The number of characters shown of a service's message, which may be a whole page. */
const serverMessageLimit = 400;

/** A failure: what happened, the service's message, and what to do next. `hasIssues`: also show its messages about fields. */
export function failureSaid(failure: Failure, hasIssues = true): Said[] {
	const {kind, outcome, nextStep, requestId} = failure;
	const text = `${failure.summary}${requestId === undefined ? '' : ` (request ${sanitise(requestId)})`}`;
	// What the operator stopped is no error.
	const stopped = outcome === 'unknown' ? warning(`? ${text}`) : text;
	const serverText = truncate(
		sanitise(serviceWords(hasIssues ? failure : {...failure, issues: []})),
		serverMessageLimit,
	);
	return [
		kind === 'cancelled' ? stopped : bad(`✗ ${text}`),
		serverText !== '' && `The service says: ${serverText}`,
		nextStep !== '' && faint(nextStep),
	];
}

/** The first lines that fit. The last one ends with `…` if there are more. */
export function cutTo(lines: readonly Line[], height: number): Line[] {
	const last = lines[height - 1];
	return lines.length <= height || last === undefined
		? lines.slice(0, Math.max(0, height))
		: [...lines.slice(0, height - 1), {...last, text: withEllipsis(last.text)}];
}

/** The text of a line with the styles of its tone or of its parts, as escape sequences. */
export const styledText = ({text, tone, spans = [{text, role: tone}]}: Line): string =>
	spans.map(span => styled(span.role, span.text)).join('');

/** A line with what stands before its text. */
function styledLine(line: Line): string {
	const {label, isFlush} = line;
	const margin = label === undefined ? '' : styled('label', fit(label, labelWidth));
	return `${isFlush === true ? '' : ' '}${margin}${styledText(line)}`;
}

/** Lines, from `top` on. */
export const Lines = ({
	lines,
	top = 0,
	height = lines.length,
}: {
	readonly lines: readonly Line[];
	readonly top?: number;
	readonly height?: number;
}) => <Painted lines={lines.slice(top, top + height).map(line => styledLine(line))} />;

/** Lines with their styles as escape sequences, none wider than their pane. The layout measures blank ones in their place, so that it stays the same while they change. */
export function Painted({lines}: {readonly lines: readonly string[]}) {
	const isReader = useIsScreenReaderEnabled();
	return isReader ? (
		<Text>{stripVTControlCharacters(lines.join('\n')).replaceAll(/ {2,}/gv, '  ')}</Text>
	) : (
		<Box height={lines.length} flexShrink={0}>
			<Transform transform={(_plain, index) => lines[index] ?? ''}>{lines.map(() => ' ').join('\n')}</Transform>
		</Box>
	);
}

/** A line across a pane of `width` columns, with a title if there is one and room for it: `─ 17 · Treasury ─────`. `text`: the title, safe to show. */
export function ruleLine(width: number, text = ''): Line {
	const shown = truncate(text, Math.max(0, width - 4));
	const spans: readonly Span[] = [
		{text: '─ ', role: 'rule'},
		{text: shown, role: 'title'},
		{text: ` ${rule(width - 3 - widthOf(shown))}`, role: 'rule'},
	];
	return {...lineOfSpans(shown === '' ? [{text: rule(width), role: 'rule'}] : spans), isFlush: true};
}

/** A line in parts with their styles. */
export const lineOfSpans = (spans: readonly Span[]): Line => ({text: spans.map(({text}) => text).join(''), spans});
