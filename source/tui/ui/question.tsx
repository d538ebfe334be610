import {useIsScreenReaderEnabled} from 'ink';
import {useState} from 'react';
import type {BreakdownCounts} from '../../query/group.ts';
import {historyNotes, lossNotes, parkText, type LossCounts} from '../../notification/losses.ts';
import {sentenceParts} from '../../notification/sentence.ts';
import type {NotificationFields} from '../../notification/notification.ts';
import {numberText, joined, range} from '../../platform/text.ts';
import {sanitise, sanitiseLines, shownValue} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {truncate, widthOf, wrap} from '../../terminal/width.ts';
import {refusalSaid, useCopy} from './notices.ts';
import type {Outcome} from '../../account/account-changes.ts';
import type {BatchKind} from '../../notification/operation-texts.ts';
import {keyOf, type Guards} from '../keys/match.ts';
import {type AnyKeys, type Keys, useKeys} from '../keys/use-keys.ts';
import type {Route} from '../app/screens.tsx';
import {Frame} from './frame.tsx';
import {fieldGap, scrollStatus, sum} from './layout.ts';
import {useNavigation} from './navigation.ts';
import {readerWidth, useScroll, useTextSize, readerRow, type ListRows} from './list.tsx';
import {sentenceLines} from './sentence.ts';
import {PromptLine} from './text-field.tsx';
import {useTextInput} from '../keys/text-edit.ts';
import {stepTexts, type useTask} from './use-task.ts';
import {
	cutTo,
	faint,
	gap,
	good,
	lineOfSpans,
	linesOf,
	title,
	warning,
	type Line,
	type Said,
	type Span,
	Lines,
} from './line.tsx';

/** What is asked before something is done. */
type QuestionContent = {
	/** Another one is read from its beginning. */
	readonly id?: string;
	/** The question itself, which stays above what scrolls, and its warnings. */
	readonly asked: Said;
	/** What stands there while it is done. */
	readonly doing?: string;
	/** The only notification that it is about, if there is only one: what is asked names it. */
	readonly object?: NotificationFields | undefined;
	/** What is known before it is answered; what the runner does, or came to, follows. */
	readonly status?: Said;
	/** The notifications by user, channel and network, at the right of what is asked. */
	readonly summary?: readonly BreakdownCounts[];
	/** What follows from it, which has to be read. */
	readonly consequences?: Said;
	/** The command that does the same, of which two lines are shown, unless it scrolls. */
	readonly shownCommand?: Said;
	/** The lines below the question. */
	readonly details?: readonly Line[];
	/** The notifications that it is about, above what follows from it; only those in the window are asked for. */
	readonly rows?: ListRows | undefined;
	/** The command that does the same, to be copied. */
	readonly command?: string | (() => string | undefined) | undefined;
	/** The JSON, or what else a key shows in place of the details. */
	readonly json?: string | readonly Line[] | undefined;
	/** What the copy menu has of it. */
	readonly copies?: Pick<Extract<Route, {readonly name: 'copy'}>, 'record' | 'bodies'> | undefined;
	/** Whether nothing is deleted or replaced. */
	readonly isHarmless?: boolean;
};

/** The fewest rows below a question that does not scroll. */
const fewestRows = 3;

/** The fewest lines below those that stay above what scrolls. */
const fewestBelow = 2;

/** The width in columns below which a notification cannot be recognised. */
export const leastColumns = 24;

/** The number of lines of the command that are shown at most. */
export const shownCommandLines = 2;

/**
Lays out a question with `count` rows in `rows` lines, below titles if these are `titled`. If it does not fit, all but what is asked, and what happened, scrolls and has to be read.

@returns `head`: the lines that stay above; `foot`: those that stay below the rows; `scrolled`: those that scroll, before the rows do; `required`: how many of these, from the first on, have to be read before it can be answered; `count`: how many lines scroll, with the rows, in `height`; `isShown`: whether the terminal is high enough.
*/
export function layOutQuestion(
	{asked, object, status, summary, consequences, shownCommand}: QuestionContent,
	count: number,
	{columns, rows, titled}: {readonly columns: number; readonly rows: number; readonly titled?: string | undefined},
) {
	const [top, happened, follows] = [linesOf(asked, columns), linesOf(status, columns), linesOf(consequences, columns)];
	const command = linesOf(shownCommand, columns);
	// A question of several lines has the room at its last one.
	const last = top.findLastIndex(({tone}) => tone === 'title');
	if (last !== -1 && summary !== undefined) {
		top[last] = withSummary(top[last]!, summary, columns);
	}

	const room = Math.max(2, rows - top.length - happened.length - follows.length);
	const told =
		object === undefined
			? []
			: objectLines({...object, name: ''}, columns, Math.max(1, Math.min(room, rows - top.length)));
	const ending = [...follows, ...cutTo(command, shownCommandLines)];
	const titles: Line[] = titled === undefined ? [] : [{text: titled, tone: 'label'}];
	const foot = titled === undefined ? [] : ending;
	const above = [...top, ...told, ...happened, ...(titled === undefined ? ending : titles)];
	const below = rows - above.length - foot.length - 1;
	if (count === 0 ? below >= -1 : below >= Math.min(count, fewestRows)) {
		return {head: above, foot, scrolled: [], required: 0, count, height: Math.max(0, below), isShown: true};
	}

	// What one question is about has to be read; the consequences of a change of many stay.
	const stays = [...top, ...happened, ...(object === undefined ? follows : [])];
	const stayingTop = top.length < rows || rows < fewestBelow ? top.slice(0, Math.max(0, rows)) : [];
	const head = stays.length + fewestBelow <= rows ? stays : stayingTop;
	const toRead = [...stays.slice(head.length), ...told, ...(object === undefined ? [] : follows)];
	// The titles of the columns would take the line of a row.
	const scrolled = [...toRead, ...command];
	return {
		head,
		foot: [],
		scrolled,
		required: toRead.length,
		count: scrolled.length + count,
		height: Math.max(0, rows - head.length),
		isShown: rows >= fewestBelow,
	};
}

/** The space between a question and the counts at its right at least. */
const summaryGap = 3;

/** A question with the counts of the notifications that it is about at its right, as far as there is room: `5 EMAIL · 4 WEBHOOK · 7 more`. */
function withSummary(line: Line, counts: readonly BreakdownCounts[], columns: number): Line {
	const {text, tone} = line;
	const [channels = [], users = []] = ['channel', 'user'].map(name => counts.find(each => each.name === name)?.values);
	const parts = channels.map(([channel, count]) => `${numberText(count)} ${shownValue(channel)}`);
	const wordings = parts.map((_, left) => {
		const hidden = sum(channels.slice(channels.length - left).map(([, count]) => count));
		return joined([...parts.slice(0, parts.length - left), hidden > 0 && `${numberText(hidden)} more`], fieldGap);
	});
	const who = users.length > 1 ? [`${wordings[0]}${fieldGap}${numberText(users.length)} users`] : [];
	const room = columns - 2 - widthOf(text) - summaryGap;
	const found = [...who, ...wordings].find(wording => widthOf(wording) <= room) ?? '';
	const space = columns < readerWidth ? room + summaryGap - widthOf(found) : summaryGap;
	const end = found === '' ? '' : `${' '.repeat(space)}${found}`;
	const spans: readonly Span[] = [
		{text, role: tone},
		{text: end, role: 'faint'},
	];
	return {...line, ...lineOfSpans(spans)};
}

/** What answers a question: a key for one; for several their number is typed, and for what is protected a name. */
type Answer = {
	readonly count?: number;
	/** The name, safe to show. */
	readonly text?: string;
	/** Why it cannot be answered yet. */
	readonly wait?: string | undefined;
	/** What did not happen, if it is wrong. */
	readonly nothing?: 'sent' | 'deleted';
	readonly onConfirm: () => void;
};

type QuestionProps = {
	readonly of: QuestionContent;
	readonly title?: string;
	/** What the key that answers does, in the footer; by default what the table of keys says. */
	readonly hint?: string | undefined;
	/** Undefined if there is nothing to confirm. */
	readonly answer?: Answer | undefined;
	/** What does it once it is confirmed, and tells how far it is. */
	readonly runner?: Pick<ReturnType<typeof useTask>, 'isRunning' | 'steps' | 'now'> & {
		readonly kind: BatchKind;
		readonly outcome: Outcome | undefined;
		readonly back: () => void;
	};
	/** The keys, where they are not those of every question. */
	readonly scope?: 'review' | 'account' | 'file-reading';
	readonly guards?: Guards;
	readonly actions?: AnyKeys['actions'];
};

/** The share of the columns that the text to type takes at most in the line to type on. A longer one is read above. */
const promptShare = 0.4;

/** The body height in lines from which all steps are shown. Below it only the current one is. */
const tallRows = 12;

/** A screen that asks a question, with the rows below it and the line on which its answer is typed, and does what its keys say. */
export function Question({
	of,
	title: shownTitle,
	hint,
	answer,
	runner,
	scope: ownScope,
	guards,
	actions,
}: QuestionProps) {
	const {columns, rows: bodyRows, atOnce} = useTextSize();
	const {announce, push} = useNavigation();
	const copy = useCopy();
	const isReader = useIsScreenReaderEnabled();
	const {edit, setText, keys: typing} = useTextInput();
	const [isRaw, setIsRaw] = useState(false);
	const {isRunning = false, outcome} = runner ?? {};
	const {count: many = 1, wait, nothing = 'sent', text = many > 1 ? String(many) : ''} = answer ?? {};
	const isTyped = text !== '' && !isRunning;
	const bulk = answer?.text === undefined ? 'bulk' : 'protected';
	const scope = ownScope ?? (isTyped ? bulk : 'question');

	const id = joined([of.id, wait !== undefined && 'waiting', outcome?.kind, isRunning && 'running'], ' ');
	const steps = () => {
		const {kind, steps: starts = [], now} = runner!;
		const texts = stepTexts(starts, many > 1 || kind === 'mixed' ? 'several' : kind, now);
		return [
			bodyRows >= tallRows && texts.slice(0, -1).map(done => (done.startsWith('?') ? warning(done) : good(done))),
			texts.at(-1) ?? 'Preparing …',
		];
	};
	// What the attempt before came to says nothing of this one.
	const content: QuestionContent =
		isRunning && many > 1
			? {asked: steps()}
			: {
					...of,
					asked: isRunning && of.doing !== undefined ? asks(of.doing) : of.asked,
					status: [of.status, isRunning ? steps() : refusalSaid(outcome)],
				};
	const {object, rows, command, json, copies, isHarmless = false} = content;
	const raw = typeof json === 'string' ? linesOf(sanitiseLines(json), columns) : json;
	const details = (isRaw ? raw : content.details) ?? [];
	const whole = layOutQuestion(content, rows?.count ?? details.length, {
		columns,
		rows: bodyRows - Number(isTyped),
		titled: rows !== undefined && rows.count > 0 ? rows.title : undefined,
	});
	const {head, foot, scrolled, required, count, isShown} = whole;
	const height = rows === undefined ? whole.height : Math.min(atOnce, whole.height);
	const {top, unread, moves} = useScroll(count, height, required, id);

	// A number may be typed with the separators with which it is shown.
	const isRight = (/^\d+$/v.test(text) ? edit.text.replaceAll(',', '') : edit.text) === text;
	const accept = keyOf(bulk, 'accept');
	const confirm = () => {
		if (wait === undefined && isRight) {
			setText('');
			answer?.onConfirm();
			return;
		}

		setText(wait === undefined ? '' : edit.text);
		const wrong = edit.text === '' ? '' : `${JSON.stringify(truncate(sanitise(edit.text), 20))} is not ${text}. `;
		announce({
			text: `Nothing was ${nothing}. ${wait ?? `${wrong}Type ${text}, then press ${accept}.`}`,
			isAnswer: true,
		});
	};

	const keys = useKeys(
		scope as 'question',
		{
			question: {
				id,
				unread,
				hint,
				isHarmless,
				isShown: isShown && (object === undefined || columns >= leastColumns),
			},
			guards: {
				isIdle: !isRunning,
				hasJson: json !== undefined,
				hasCommand: command !== undefined,
				isAwaitingConfirmation: answer !== undefined && wait === undefined && !isRunning,
				...guards,
			},
			actions: {
				...moves,
				accept: confirm,
				confirm,
				send: confirm,
				json() {
					setIsRaw(!isRaw);
				},
				copy() {
					push({name: 'copy', ...copies, command: typeof command === 'string' ? command : undefined});
				},
				async 'copy-command'() {
					announce(await copy((typeof command === 'function' ? command() : command) ?? '', 'the command'));
				},
				...(runner !== undefined && {back: runner.back}),
				...actions,
			},
			...(isTyped && {...typing, isAnswerTyped: wait === undefined && isRight}),
		} as AnyKeys as Keys<'question'>,
	);

	const first = Math.max(0, top - scrolled.length);
	const shown = scrolled.slice(top, top + height);
	const left = height - shown.length;
	const rowAt = (index: number): Line => {
		const line = rows?.lineAt(index) ?? details[index]!;
		return isReader && rows !== undefined ? {text: readerRow(line, index, rows.count)} : line;
	};
	const below = range(Math.max(0, Math.min(left, count - scrolled.length - first))).map(row => rowAt(first + row));
	const place = foot.length > 0 && count > height ? `${numberText(top + height)} of ${numberText(count)} ↓` : '';
	const prompt = wait ?? `Type ${widthOf(text) > columns * promptShare ? 'its name' : text}, then ${accept}:`;
	return (
		<Frame keys={keys} title={shownTitle} status={place === '' ? scrollStatus(top, height, count) : []}>
			<Lines lines={head} />
			<Lines
				lines={[...(rows === undefined && scrolled.length === 0 && height > 0 ? [gap] : []), ...shown, ...below]}
			/>
			{foot.length > 0 && <Lines lines={[faint(place.padStart(columns - 2)), ...foot]} />}
			{isTyped && keys.cut === undefined && <PromptLine prompt={` ${prompt} `} columns={columns} {...edit} />}
			{isTyped && keys.cut !== undefined && <Lines lines={[warning(keys.cut.text)]} />}
		</Frame>
	);
}

type AskScreenProps = {
	/** The question, safe to show. */
	readonly question: string;
	readonly hint: string;
	readonly object?: QuestionContent['object'];
	/** What it is about: of several the number is typed. */
	readonly count?: number;
	readonly onResult?: () => void;
};

/** Asks about something on this machine: nothing is sent to the service. */
export function AskScreen({question, hint, object, count = 1, onResult}: AskScreenProps) {
	return (
		<Question
			of={{asked: asks(question), object}}
			title={hint}
			hint={hint}
			guards={{isWritable: true}}
			answer={{count, onConfirm: () => onResult?.()}}
		/>
	);
}

/** The indentation of what a question is about, besides the space before each line. */
const indent = '  ';

/** The notification that a question is about, as at most `rows` indented lines: its name, what it does, and where and for whom. In few lines its sentence is short. */
export function objectLines(notification: NotificationFields, columns: number, rows: number): Line[] {
	const room = columns - indent.length - 2;
	const {name, userId} = notification;
	const {what, where} = sentenceParts(notification);
	const user = userId === '' ? '' : `user ${userId}`;
	const end = joined([where, user], ' · ');
	// A line never ends with the sign between the two.
	const ends = widthOf(sanitise(end)) <= room || user === '' ? [end] : [where, user];
	const told = [what, ...ends].flatMap(part => wrap(sanitise(part), room));
	const named = name === '' || rows < 2 ? [] : [truncate(sanitise(name), room)];
	const left = rows - named.length;
	const fitting = told.length <= left ? told : sentenceLines(notification, room, left);
	return [...named, ...fitting].map(text => ({text: `${indent}${text}`}));
}

/** The notes below a question, a warning each. */
export const notesSaid = (notes: readonly string[]): Said => notes.map(note => warning(`! ${sanitise(note)}`));

/** What an undo of the deletion of `total` notifications could recreate, after the ledger keeps changes for `historyDays`. */
export function deletionUndoSaid(losses: LossCounts, total: number, historyDays: number | undefined): Said {
	const undo = keyOf('list', 'undo');
	const notes = lossNotes(losses, total, undo);
	const all = total === 1 ? 'it exactly, with a new ID' : `all ${numberText(total)} exactly, with new IDs`;
	return [notes.length === 0 ? `${undo} recreates ${all}.` : notesSaid(notes), historyNotes(historyDays, undo)];
}

/** Describes what parking is, and what resuming could not recreate. `isShared`: see `parkText`. */
export const parkingSaid = (losses: LossCounts, total: number, isShared: boolean): Said => [
	parkText(total, isShared),
	notesSaid(lossNotes(losses, total, 'Resuming')),
];

/** The command that does the same as a question, below its details. */
export const commandSaid = (command: string | undefined): Said =>
	command !== undefined && {label: 'Command', text: sanitiseLines(hideSecrets(command))};

/** A question in bold, safe to show. */
export const asks = title;
