import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import {useLayoutEffect, useRef, useState} from 'react';
import type {BreakdownCounts} from '../../query/group.ts';
import {historyNotes, lossNotes, type LossCounts} from '../../notification/losses.ts';
import {sentenceParts} from '../../notification/sentence.ts';
import type {NotificationFields} from '../../notification/notification.ts';
import {numberText, joined, range} from '../../platform/text.ts';
import {sanitise, sanitiseLines, shownValue} from '../../terminal/sanitise.ts';
import {hideSecrets} from '../../terminal/secrets.ts';
import {truncate, widthOf, wrap} from '../../terminal/width.ts';
import {useCopy} from './use-copy.ts';
import {keyOf, type LiveKeys} from '../keys/match.ts';
import {type Actions, type GuardsOf, type Keys, type Question as AskedOf, useKeys} from '../keys/use-keys.ts';
import type {Route} from '../app/screens.tsx';
import {Frame, Header} from './frame.tsx';
import {moveWindow, scrollStatus} from './list-window.ts';
import {useNavigation} from './navigation.ts';
import {readerWidth, useTextSize, movesOf, readerRow, type ListRows} from './list.tsx';
import {sentenceLines} from './sentence.ts';
import {TextField} from './text-field.tsx';
import {useTextInput} from '../keys/text-edit.ts';
import {fieldGap, sum} from './fit.ts';
import {cutTo, faint, linesOf, title, warning, type Line, type Said, Lines} from './line.tsx';

/** What is asked before something is done. */
export type QuestionContent = {
	/** Another one is read from its beginning. */
	readonly id?: string;
	/** The question itself, which stays above what scrolls, and its warnings. */
	readonly asked: Said;
	/** The only notification that it is about, if there is only one. */
	readonly object?: NotificationFields | undefined;
	/** What happens at the moment, or what the attempt before came to. */
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
	/** What is typed to answer. */
	readonly answer?: {readonly prompt: string; readonly typed: ReturnType<typeof useTypedText>};
	/** The command that does the same, to be copied. */
	readonly command?: string | (() => string | undefined) | undefined;
	/** What the key that answers does, in the footer; by default what the table of keys says. */
	readonly hint?: string | undefined;
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

@returns `head`: the lines that stay above; `foot`: those that stay below the rows; `scrolled`: those that scroll, before the rows do; `required`: how many of these, from the first on, have to be read before it can be answered; `count`: how many lines scroll, with the rows, in `height`; `missing`: how many lines the terminal lacks.
*/
export function layOutQuestion(
	{asked, object, status, summary, consequences, shownCommand}: QuestionContent,
	count: number,
	{columns, rows, titled}: {readonly columns: number; readonly rows: number; readonly titled?: string},
) {
	const [top, happened, follows, command] = [asked, status, consequences, shownCommand].map(said =>
		linesOf(said, columns),
	) as [Line[], Line[], Line[], Line[]];
	// A question of several lines has the room at its last one.
	const last = top.findLastIndex(({tone}) => tone === 'title');
	if (last !== -1 && summary !== undefined) {
		top[last] = withSummary(top[last]!, summary, columns);
	}

	const room = Math.max(2, rows - top.length - happened.length - follows.length);
	const told = object === undefined ? [] : objectLines(object, columns, Math.max(1, Math.min(room, rows - top.length)));
	const shown = cutTo(command, shownCommandLines);
	const titles: Line[] = titled === undefined ? [] : [{text: titled, tone: 'label'}];
	const foot = titled === undefined ? [] : [...follows, ...shown];
	const above = [...top, ...told, ...happened, ...(titled === undefined ? [...follows, ...shown] : titles)];
	const below = rows - above.length - foot.length - 1;
	if (count === 0 ? below >= -1 : below >= Math.min(count, fewestRows)) {
		return {head: above, foot, scrolled: [], required: 0, count, height: Math.max(0, below), missing: 0};
	}

	// What one question is about has to be read; the consequences of a change of many stay.
	const stays = [...top, ...happened, ...(object === undefined ? follows : [])];
	const stayingTop = top.length < rows || rows < fewestBelow ? top.slice(0, Math.max(0, rows)) : [];
	const head = stays.length + fewestBelow <= rows ? stays : stayingTop;
	const toRead = [...stays.slice(head.length), ...told, ...(object === undefined ? [] : follows)];
	const scrolled = [...toRead, ...command, ...titles];
	return {
		head,
		foot: [],
		scrolled,
		required: toRead.length,
		count: scrolled.length + count,
		height: Math.max(0, rows - head.length),
		missing: Math.max(0, fewestBelow - rows),
	};
}

/** The space between a question and the counts at its right at least. */
const summaryGap = 3;

/** A question with the counts of the notifications that it is about at its right, as far as there is room: `5 EMAIL · 4 WEBHOOK · 7 more`. */
function withSummary(line: Line, counts: readonly BreakdownCounts[], columns: number): Line {
	const {text, tone} = line;
	const valuesOf = (name: string) => counts.find(each => each.name === name)?.values ?? [];
	const [channels, users] = [valuesOf('channel'), valuesOf('user')];
	const parts = channels.map(([channel, count]) => `${numberText(count)} ${shownValue(channel)}`);
	const wordings = parts.map((_, left) => {
		const hidden = sum(channels.slice(channels.length - left).map(([, count]) => count));
		return joined([...parts.slice(0, parts.length - left), hidden > 0 && `${numberText(hidden)} more`], fieldGap);
	});
	const [whole = ''] = wordings;
	const who = users.length > 1 ? [`${whole}${fieldGap}${numberText(users.length)} users`] : [];
	const room = columns - 2 - widthOf(text) - summaryGap;
	const found = [...who, ...wordings].find(wording => widthOf(wording) <= room) ?? '';
	const space = columns < readerWidth ? room + summaryGap - widthOf(found) : summaryGap;
	const end = found === '' ? '' : `${' '.repeat(space)}${found}`;
	return {
		...line,
		text: `${text}${end}`,
		spans: [
			{text, role: tone},
			{text: end, role: 'faint'},
		],
	};
}

/** A question, for `useKeys` and `Question`. Its keys scroll it, and copy what it would do. */
export function useQuestion(content: QuestionContent) {
	const {id = '', object, details = [], rows: listed, answer, command, hint, isHarmless = false} = content;
	const {columns, rows, atOnce} = useTextSize();
	const {announce} = useNavigation();
	const copy = useCopy();
	const size = {
		columns,
		rows: answer === undefined ? rows : rows - 1,
		...(listed !== undefined && listed.count > 0 && {titled: listed.title}),
	};
	const whole = layOutQuestion(content, listed?.count ?? details.length, size);
	const layout = listed === undefined ? whole : {...whole, height: Math.min(atOnce, whole.height)};
	const {top, unread, moves} = useScrollToRead(layout, id);

	const question: AskedOf = {
		id,
		missing: layout.missing,
		unread,
		hint,
		isHarmless,
		isShown: object === undefined || columns >= leastColumns,
	};
	return {
		content,
		layout,
		top,
		columns,
		question,
		guards: {hasCommand: command !== undefined},
		actions: {
			...moves,
			async 'copy-command'() {
				announce(await copy((typeof command === 'function' ? command() : command) ?? '', 'the command'));
			},
		},
	};
}

/** The scroll position of a text, of which the first `required` lines have to be shown. `id`: its identity; another one begins at the top, unread. */
function useScrollToRead({count, height, required}: ReturnType<typeof layOutQuestion>, id: string) {
	const [state, setState] = useState({id, top: 0, seen: 0});
	const tops = Math.max(1, count - height + 1);
	const read = (from: typeof state) => {
		const {top: before, seen} = from.id === id ? from : {top: 0, seen: 0};
		const top = Math.min(before, tops - 1);
		// Lines that a jump passes over were not shown.
		return {id, top, seen: top <= seen ? Math.max(seen, Math.min(required, top + height)) : seen};
	};

	const {top, seen} = read(state);
	// What was shown stays read, also while a notice leaves less room.
	const shown = useRef({id, seen});
	useLayoutEffect(() => {
		const before = shown.current;
		shown.current = {id, seen: before.id === id ? Math.max(before.seen, seen) : seen};
	}, [id, seen]);
	const moves = movesOf(move => {
		setState(current => {
			const now = read({...current, seen: shown.current.id === id ? shown.current.seen : 0});
			return {...now, top: moveWindow({selected: now.top, top: 0}, move, tops, height).selected};
		});
	});
	return {top, unread: Math.max(0, required - seen), moves};
}

type QuestionProps = {
	readonly of: ReturnType<typeof useQuestion>;
	readonly keys: LiveKeys;
	readonly title?: string;
};

/** A question in a frame, with the rows below it, and the line on which its answer is typed. */
export function Question({of, keys, title: shownTitle}: QuestionProps) {
	const {
		content: {details = [], rows, answer},
		layout: {head, foot, scrolled, height, count},
		top,
		columns,
	} = of;
	const isReader = useIsScreenReaderEnabled();
	const first = Math.max(0, top - scrolled.length);
	const shown = scrolled.slice(top, top + height);
	const left = height - shown.length;
	const lineAt = (index: number): Line => {
		const line = rows!.lineAt(index);
		return isReader ? {text: readerRow(line, index, rows!.count)} : line;
	};

	const lines =
		rows === undefined
			? details.slice(first, first + left)
			: range(Math.max(0, Math.min(left, rows.count - first))).map(line => lineAt(first + line));
	const place = foot.length > 0 && count > height ? `${numberText(top + height)} of ${numberText(count)} ↓` : '';
	return (
		<Frame
			keys={keys}
			header={
				<Header
					{...(shownTitle !== undefined && {title: shownTitle})}
					status={place === '' ? scrollStatus(top, height, count) : []}
				/>
			}
		>
			<Lines lines={head} />
			<Box
				flexDirection="column"
				flexShrink={0}
				marginTop={rows === undefined && scrolled.length === 0 && height > 0 ? 1 : 0}
			>
				<Lines lines={[...shown, ...lines]} />
			</Box>
			{foot.length > 0 && <Lines lines={[faint(place.padStart(columns - 2)), ...foot]} />}
			{answer !== undefined && keys.cut === undefined && (
				<Box height={1} flexShrink={0}>
					<Text> {answer.prompt}</Text>
					<TextField {...answer.typed.edit} width={Math.max(3, columns - widthOf(answer.prompt) - 2)} />
				</Box>
			)}
			{answer !== undefined && keys.cut !== undefined && <Lines lines={[warning(keys.cut.text)]} />}
		</Frame>
	);
}

type AskProps = Omit<QuestionContent, 'answer'> & {
	/** The JSON of the only notification, and what of it the copy menu has. */
	readonly json?: string | undefined;
	readonly copies?: Pick<Extract<Route, {readonly name: 'copy'}>, 'record' | 'bodies'> | undefined;
	readonly title?: string;
	readonly guards?: Partial<GuardsOf<'question'>> & {readonly isWritable?: boolean};
	readonly actions?: Partial<Actions<'question'>>;
	/** Undefined if there is nothing to confirm. A key answers for one; for several their number is typed, and for what is protected a name. */
	readonly answer?:
		| {
				readonly count?: number;
				/** The name, safe to show. */
				readonly text?: string;
				/** Why it cannot be answered yet. */
				readonly wait?: string | undefined;
				/** What did not happen, if it is wrong. */
				readonly nothing?: 'sent' | 'deleted';
				readonly onConfirm: () => void;
		  }
		| undefined;
};

/** The share of the columns that the text to type takes at most in the line to type on. A longer one is read above. */
const promptShare = 0.4;

/** A screen that asks a question, and does what its keys or the typed answer say. */
export function Ask({title: shownTitle, guards, actions, answer, json, copies, ...content}: AskProps) {
	const {columns} = useTextSize();
	const {announce, push} = useNavigation();
	const [isRaw, setIsRaw] = useState(false);
	const {count = 1, wait, nothing = 'sent', text = count > 1 ? String(count) : ''} = answer ?? {};
	const isTyped = text !== '';
	const bulk = answer?.text === undefined ? 'bulk' : 'protected';
	const scope = isTyped ? bulk : 'question';
	const accept = keyOf(bulk, 'accept');
	const typed = useTypedText(text, accept);
	const prompt = wait ?? `Type ${widthOf(text) > columns * promptShare ? 'its name' : text}, then ${accept}:`;
	const raw = isRaw && json !== undefined && {details: linesOf(sanitiseLines(json), columns)};
	const asked = useQuestion({...content, ...raw, ...(isTyped && {answer: {prompt: `${prompt} `, typed}})});
	const confirm = () => {
		const problem = wait ?? (isTyped ? typed.whyNot() : undefined);
		if (problem === undefined) {
			answer?.onConfirm();
		} else {
			announce({text: `Nothing was ${nothing}. ${problem}`});
		}
	};

	const keys = useKeys<'question' | 'bulk' | 'protected'>(scope, {
		question: asked.question,
		guards: {
			isIdle: true,
			hasJson: json !== undefined,
			isAwaitingConfirmation: answer !== undefined && wait === undefined,
			...guards,
			...asked.guards,
		},
		actions: {
			...asked.actions,
			accept: confirm,
			confirm,
			json() {
				setIsRaw(!isRaw);
			},
			copy() {
				push({name: 'copy', ...copies, command: typeof content.command === 'string' ? content.command : undefined});
			},
			...actions,
		},
		...(isTyped && {...typed.keys, isAnswerTyped: wait === undefined && typed.isRight}),
	} as unknown as Keys<'question' | 'bulk' | 'protected'>);
	return <Question of={asked} keys={keys} {...(shownTitle !== undefined && {title: shownTitle})} />;
}

type AskScreenProps = {
	/** The question, safe to show. */
	readonly question: string;
	readonly hint: string;
	readonly onResult?: () => void;
};

/** Asks about something on this machine: nothing is sent to the service. */
export function AskScreen({question, hint, onResult}: AskScreenProps) {
	const onConfirm = () => {
		onResult?.();
	};

	return <Ask title={hint} asked={asks(question)} hint={hint} guards={{isWritable: true}} answer={{onConfirm}} />;
}

/** Lets the operator type a text. `answer`: the one that confirms, safe to show; `accept`: the name of the key that does. A number may be typed with the separators with which it is shown. */
function useTypedText(answer: string, accept: string) {
	const {edit, keys} = useTextInput();
	const isRight = (/^\d+$/v.test(answer) ? edit.text.replaceAll(',', '') : edit.text) === answer;
	return {
		edit,
		isRight,
		/** Why the typed text does not confirm; undefined if it does. Safe to show. */
		whyNot() {
			const wrong = edit.text === '' ? '' : `${JSON.stringify(truncate(sanitise(edit.text), 20))} is not ${answer}. `;
			return isRight ? undefined : `${wrong}Type ${answer}, then press ${accept}.`;
		},
		keys,
	};
}

/** The indentation of what a question is about, besides the space before each line. */
const indent = '  ';

/** The lines from which the user has one of its own, besides a sentence that is told shorter. */
const rowsForUser = 3;

/** The notification that a question is about, as at most `rows` indented lines: its name, its sentence and its user. In few lines the sentence is short. */
export function objectLines(notification: NotificationFields, columns: number, rows: number): Line[] {
	const room = columns - indent.length - 2;
	const {name, userId} = notification;
	const {what, where} = sentenceParts(notification);
	const user = userId === '' ? '' : `user ${userId}`;
	const end = joined([where, user], ' · ');
	const whole = sanitise(`${what} ${end}`);
	// A line never ends with the sign between the two.
	const ends = widthOf(sanitise(end)) <= room || user === '' ? [end] : [where, user];
	const sentence = widthOf(whole) <= room ? [whole] : [what, ...ends].flatMap(part => wrap(sanitise(part), room));
	const named = name === '' || rows < 2 ? [] : [truncate(sanitise(name), room)];
	const left = rows - named.length;
	const ownUser = user === '' || left < rowsForUser ? [] : [truncate(sanitise(user), room)];
	const fitting =
		sentence.length <= left ? sentence : [...sentenceLines(notification, room, left - ownUser.length), ...ownUser];
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

/** The command that does the same as a question, below its details. */
export const commandSaid = (command: string | undefined): Said =>
	command !== undefined && {label: 'Command', text: sanitiseLines(hideSecrets(command))};

/** A question in bold, safe to show. */
export const asks = title;
