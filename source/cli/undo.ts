import {toSentBody} from '../service/body.ts';
import {batchUndoNotes, lossesOf, lossNotes, restoringText} from '../notification/losses.ts';
import {
	type BatchKind,
	doneText,
	kindWords,
	namedText,
	nothingLeftText,
	pendingText,
	undoKinds,
	undoText,
} from '../notification/operation-texts.ts';
import {undocumentedSentences} from '../notification/undocumented.ts';
import {upperFirst} from '../platform/text.ts';
import {say} from '../changes/say.ts';
import type {ItemUndo, UndoScope} from '../changes/undo.ts';
import {numberOf, type Item} from '../ledger/item.ts';
import {maskedFields} from '../ledger/mask.ts';
import {colleagueText} from '../ledger/owner.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {firstLines, runChange, type PlannedChange, type Changing, type ChangeValues} from './change-command.ts';
import {findNumbered, parseNumber, refOf, refusalError} from './change-errors.ts';
import {invalidInput, unconfirmed, UsageError} from './command-error.ts';
import {printsResults, type Run} from './command.ts';
import type {resumeOptions, undoOptions} from './commands/change.ts';
import {dryRunText, toLine} from './output/result.ts';
import {codeOfKept, findParked, readTargets} from './targets.ts';

type Input = Run<typeof undoOptions>;

/** The options of an undo. What is resumed deletes nothing. */
type UndoValues = ChangeValues & {readonly allowDuplicate: boolean; readonly newId?: string | undefined};

/** Undoes the last change, or the change with a number. Returns the exit code. @throws CommandError */
export async function runUndo(run: Input) {
	const number = requestedNumber(run);
	const {redo} = run.options;
	return runChange(run, async undoing => {
		const {session, ledger} = undoing;
		const scope =
			number === undefined
				? await session.changes.findUndo(redo)
				: refOf(findNumbered(ledger, session.profileKey, number));
		if (scope === undefined) {
			throw refusalError(`Nothing to ${redo ? 'redo' : 'undo'}.`);
		}

		return planUndo(undoing, scope, redo ? 'Redo' : 'Undo');
	});
}

/** Creates again what is parked. Returns the exit code. @throws CommandError */
export async function runResume(run: Run<typeof resumeOptions>) {
	const request = readTargets(run.words, run.options, 'parked');
	return runChange(run, async resuming => {
		const items = findParked(resuming, request);
		const [first] = items;
		const {session} = resuming;
		return first === undefined
			? {count: 0, verb: 'resumed', send: async sending => session.changes.run([], sending)}
			: planUndo(resuming, {set: first.set, parked: items.map(({id}) => id)}, 'Resume');
	});
}

/** The number of the change to undo; undefined for the last one. A script has to say that it means that: it might take back an older change if the one before has sent nothing. @throws UsageError */
function requestedNumber({words: [text], options: {last}, host}: Input) {
	if (text !== undefined && last) {
		throw new UsageError('Give either a number or --last. Nothing was sent.');
	}

	if (text === undefined && !last && (!host.isInputTerminal() || host.outputColumns() === undefined)) {
		throw new UsageError(
			'Where there is no terminal, name the change by its number (12: "number" in the results of a command with --json), or pass --last. Nothing was sent.',
		);
	}

	return text === undefined ? undefined : parseNumber(text);
}

async function planUndo(
	{session, ledger, place, options, print, host}: Changing<UndoValues>,
	scope: UndoScope,
	word: 'Undo' | 'Redo' | 'Resume',
): Promise<PlannedChange> {
	const {unprotect: isUnprotected, allowDuplicate, newId, dryRun} = options;
	const undo = await session.changes.surveyUndo(scope, {isUnprotected});
	const {only, set, kind, count, protected: kept, mustName} = undo;
	const isResumed = word === 'Resume';
	const number = only === undefined ? String(set.id) : numberOf(only.item);
	const change = isResumed && only === undefined ? 'it' : `${number.includes('.') ? 'item' : 'change'} ${number}`;
	if (count === 0 || only?.kind === 'impossible' || undo.isPending === true) {
		const pending = undo.isPending && pendingText;
		const reason = pending ?? undo.reason ?? batchUndoNotes(undo)[0] ?? nothingLeftText(set.counts);
		const message = `Nothing was sent: ${change} cannot be ${isResumed ? 'resumed' : 'undone'}. ${reason}`;
		throw refusalError(message, kept > 0 ? {cause: 'protected'} : undo);
	}

	const target = only !== undefined && 'target' in only ? only.target.id : undefined;
	if (newId !== undefined && newId !== target) {
		const why = target === undefined ? 'its undo acts on no new one' : `that is ${target}`;
		throw invalidInput(
			`Nothing was sent: ${newId} is not the new one of ${change}: ${why}.`,
			'Look at it with chainbell get.',
		);
	}

	if (mustName !== undefined && newId === undefined && !dryRun && (options.yes || !host.isInputTerminal())) {
		const why = only !== undefined && 'note' in only ? only.note : '';
		throw unconfirmed(
			`Nothing was sent. ${why}`,
			`Look at it with chainbell get ${mustName}; if it is yours, pass --new-id ${mustName}.`,
		);
	}

	const which = only === undefined ? ` of change ${number}` : '';
	const whose = set.by === undefined ? '' : ` of ${colleagueText(set.by)}`;
	const name = only && namedText(only.kind === 'recreate' ? {id: only.deleted.id, name: only.input.name} : only.target);
	const effect = undoText(kind, {count, place, ...(name !== undefined && {name})});
	const text = isResumed ? upperFirst(effect) : `${word}${which}${whose}: ${effect}`;
	const notes = (only === undefined ? batchUndoNotes(undo) : notesOf(only, kind)).map(note => sanitise(note));
	return {
		count,
		verb: kindWords[kind].done.toLowerCase(),
		question: `${text}?`,
		...(newId === undefined && mustName !== undefined && {answer: mustName}),
		notes,
		preview: async () =>
			firstLines(only === undefined ? undo.announced : [], ({item}) => [lineOf(ledger.changes.item(item)!)], ''),
		dryRun() {
			const told = {number, action: kind, count, notes};
			print(printsResults(options) ? dryRunText([told], options, told) : [sanitise(`${text}.`), ...notes].join('\n'));
		},
		send: async sending =>
			session.changes.undo(undo, {
				...sending,
				isUnprotected,
				accepted: allowDuplicate ? 'all' : [],
				// It was given, or typed as the answer.
				chosen: newId ?? mustName,
			}),
		said: item =>
			isResumed ? doneText({...item, detail: say(item)}) : `Undone ${change} by change ${numberOf(item)}. ${say(item)}`,
		codeIfDone: codeOfKept(undo.left),
	};
}

/** The notes on the undo of one: whether it may be another's, its losses, and the undocumented members that it sends, with their values. */
function notesOf(undo: Exclude<ItemUndo, {readonly kind: 'impossible'}>, kind: BatchKind) {
	const doubt = 'note' in undo && undo.note !== undefined ? [undo.note] : [];
	if (undo.kind === 'delete') {
		return doubt;
	}

	const source = undo.kind === 'recreate' ? undo.deleted : undo.before;
	return [
		...doubt,
		...lossNotes({...lossesOf(source, false), undocumented: 0}, 1, restoringText(kind)),
		...undocumentedSentences(toSentBody(undo.input, source.raw), source.raw).map(note => `${upperFirst(note)}.`),
	];
}

/** What the undo of an item does, as in plans. */
const signs = {recreate: '+', replace: '~', delete: '-'} as const;

/** Describes an item to undo in a line: what is done, its ID, name, user and recipient. */
function lineOf({newId, snapshot, input, phase, kind}: Item) {
	// What is not done, and can be undone, was deleted or overwritten.
	const sign = signs[phase === 'done' ? undoKinds[kind] : 'recreate'];
	const {name, userId, recipient} = maskedFields(input ?? snapshot!.input);
	return `${sign} ${toLine([newId ?? snapshot?.id ?? '', name, userId, recipient])}`;
}
