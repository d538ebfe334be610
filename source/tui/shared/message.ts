import {serviceWords, type Failure} from '../../api/failure.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {truncate, withEllipsis, wrap} from '../../terminal/width.ts';

/** A line of text with its role: `bad` for errors alone, `warning` for what to look at and for unknown outcomes (`?`), `plain` for the refusal of a key. */
export type Message = {
	readonly tone: 'title' | 'good' | 'bad' | 'warning' | 'plain' | 'faint';
	readonly text: string;
};

/** The number of characters shown of a service's message, which may be a whole page. */
const serverMessageLimit = 400;

/** A failure as lines of at most `columns`: what happened, the service's message, and what to do next. `hasIssues`: also show its messages about fields. */
export function failureMessages(failure: Failure, columns: number, hasIssues = true): Message[] {
	const {summary, nextStep, requestId} = failure;
	const [tone, sign] = signOf(failure);
	const request = requestId === undefined ? '' : ` (request ${sanitise(requestId)})`;
	const serverText = truncate(
		sanitise(serviceWords(hasIssues ? failure : {...failure, issues: []})),
		serverMessageLimit,
	);

	return [
		...messages(tone, `${sign}${summary}${request}`, columns),
		...(serverText === '' ? [] : messages('plain', `The service says: ${serverText}`, columns)),
		...(nextStep === '' ? [] : messages('faint', nextStep, columns)),
	];
}

/** The role of a failure and the sign before it. What the operator stopped is no error. */
function signOf({kind, outcome}: Failure): readonly [tone: Message['tone'], sign: string] {
	if (kind !== 'cancelled') {
		return ['bad', '✗ '];
	}

	return outcome === 'unknown' ? ['warning', '? '] : ['plain', ''];
}

/** The lines that fit. The last one says how many are left out, but a single line is the beginning. */
export function capped(lines: readonly Message[], height: number): Message[] {
	if (height < 2) {
		return cutTo(lines, height);
	}

	return lines.length <= height
		? [...lines]
		: [...lines.slice(0, height - 1), {tone: 'faint', text: ` … and ${lines.length - height + 1} more lines`}];
}

/** The first lines that fit. The last one ends with `…` if there are more. */
export function cutTo(lines: readonly Message[], height: number): Message[] {
	return lines.length <= height || height < 1
		? lines.slice(0, Math.max(0, height))
		: [...lines.slice(0, height - 1), {...lines[height - 1]!, text: withEllipsis(lines[height - 1]!.text)}];
}

/** A question in the lines that fit: the question itself in full, then as many of its details as possible. A question that does not fit is cut at the end. */
export function questionLines(asked: readonly Message[], rest: readonly Message[], height: number): Message[] {
	const room = height - asked.length;
	return room < 0 ? cutTo(asked, height) : [...asked, ...(room < 2 ? cutTo(rest, room) : capped(rest, room))];
}

/** The full wording of a question if it fits, otherwise the short one. */
export function fittingQuestion(
	full: readonly Message[],
	short: readonly Message[],
	height: number,
): readonly Message[] {
	return full.length <= height ? full : short;
}

/** The last lines that fit, because the last ones say what to do. */
export function lastOf(lines: readonly Message[], height: number): Message[] {
	if (lines.length <= height) {
		return [...lines];
	}

	const [first, ...rest] = height > 0 ? lines.slice(-height) : [];
	return first === undefined ? [] : [{...first, text: first.text.replace(/^ \S+/v, ' …')}, ...rest];
}

/** A text as lines of at most `columns`, each with a space before it. */
export function messages(tone: Message['tone'], text: string, columns: number): Message[] {
	return wrap(text, columns - 2).map((line): Message => ({tone, text: ` ${line}`}));
}
