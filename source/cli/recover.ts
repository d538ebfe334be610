import path from 'node:path';
import {countTexts, kindWords, nounOfChange, stateTexts} from '../notification/operation-texts.ts';
import {say} from '../changes/say.ts';
import {numberText} from '../platform/text.ts';
import {betweenListings} from '../query/changes.ts';
import type {NewChangeOptions, Outcome} from '../account/account-changes.ts';
import {awaitSettled} from '../account/pending-changes.ts';
import {setAsideFiles} from '../ledger/quarantine.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {awaitedPhases, isOpen, numberOf, type Item} from '../ledger/item.ts';
import {maskRecipient} from '../ledger/mask.ts';
import {colleagueText} from '../ledger/owner.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {lostText, reportEnd, sendChange, type Changing} from './change-command.ts';
import {canSendAgain, recoverHint} from './change-errors.ts';
import {findNumbered, parseNumber, refOf, type NumberedChange} from './change-number.ts';
import {CommandError, UsageError, errorLines, invalidInput, commandError} from './command-error.ts';
import {type CommandContext, type Run, printsResults} from './command.ts';
import type {recoverOptions} from './commands/change.ts';
import {confirm, maxNamed} from './confirm.ts';
import {combinedExitCode, exitCode, type ExitCode} from './exit-codes.ts';
import {type ListedAccount, openListed} from './open-session.ts';
import {noLine, printResults, toResult} from './output/result.ts';

type Input = Run<typeof recoverOptions>;

/** An item with its number. */
type NumberedItem = NumberedChange & {readonly item: Item};

type Recovering = Changing<Input['options']>;

/** How a change ended. */
type End = {
	readonly result: 'done' | 'rolled back' | 'rest skipped' | 'stopped following' | 'pending' | 'failed';
	readonly newId?: string | undefined;
	readonly detail: string;
	readonly code: ExitCode;
	/** The error of a change that is not done, to end the command with --json. */
	readonly error?: CommandError;
};

/** The actions, of which one can be chosen. */
const actions = ['finish', 'rollBack', 'stopFollowing', 'retry'] as const;

type Action = (typeof actions)[number];

/** Lists pending changes, or ends them with the chosen action. Returns the exit code. @throws CommandError */
export async function runRecover(run: Input) {
	const {words, options} = run;
	const [action, ...more] = actions.filter(name => options[name]);
	if (more.length > 0) {
		throw new UsageError('Give one of --finish, --roll-back, --stop-following and --retry.');
	}

	const wanted = [...new Set(words)].map(number => parseNumber(number));
	if (action === 'stopFollowing' && wanted.length === 0) {
		throw new UsageError('--stop-following needs the number of a change (12) or of an item of one (12.3).');
	}

	if (action === 'retry' && (wanted.length === 0 || wanted.some(({position}) => position !== undefined))) {
		throw new UsageError('--retry needs the number of a change, such as 12.');
	}

	const takesNewId = (action === 'finish' || action === 'rollBack') && wanted.length === 1;
	if (options.newId !== undefined && !takesNewId) {
		throw new UsageError('--new-id needs --finish or --roll-back, and one number of a change (12) or an item (12.3).');
	}

	const isDry = options.dryRun || action === undefined;
	// The listing settles pending changes if it can.
	await using listed = await openListed(
		{...run, options: {...options, dryRun: isDry}},
		{
			codeIfEarlier: exitCode.unknown,
			async ifUnlisted(opened) {
				if (isDry) {
					await printChosen(choose({...opened, settled: new Set()}, wanted, action, run), action, opened, run);
					run.printError('This is what the ledger has: it could not be compared with a listing.');
				}
			},
		},
	);
	const {session, ledger, interrupt, revised} = listed;
	// A second listing, after that time, proves what the first one does not show.
	await awaitSettled(session, () => (session.pending.nextWait() ?? Infinity) <= betweenListings, interrupt.signal);
	/** The exit code of what else is not as it should be. */
	const state = combinedExitCode([
		reportSetAsideLedgers(run),
		revised.length > 0 ? exitCode.incomplete : exitCode.done,
	]);
	const chosen = choose(listed, wanted, action, run);
	const refusals = chosen.refused.map(error => error.exitCode);
	if (isDry) {
		await printChosen(chosen, action, listed, run);
		const isPending = action !== 'retry' && chosen.changes.length > 0;
		return isPending ? exitCode.unknown : combinedExitCode([...refusals, state]);
	}

	const ends: End[] = [];
	try {
		for (const each of chosen.changes) {
			interrupt.throwIfInterrupted('The rest is still pending. Run chainbell recover again.', 'unknown');
			const end = await act(action, each, {...listed, ...run});
			ends.push(end);
			const {result, newId = '', detail} = end;
			if (!printsResults(options) && result !== 'pending' && result !== 'failed') {
				run.print(toLine([each.number, result, newId, detail].filter(text => text !== '')));
			}
		}
	} finally {
		// The results until here are printed also if the next change ends the command.
		if (printsResults(options) && (ends.length > 0 || chosen.changes.length === 0)) {
			await printItems(
				chosen.changes.flatMap(each => itemsOf(ledger, each)),
				run,
			);
		}
	}

	const code = interrupt.exitCode() ?? combinedExitCode([...ends.map(end => end.code), ...refusals, state]);
	const errors = options.json ? [...ends.flatMap(({error}) => error ?? []), ...chosen.refused] : [];
	// One error stands for all changes that are not done.
	const error = errors.find(each => each.exitCode === code) ?? errors[0];
	if (error !== undefined) {
		throw error;
	}

	return code;
}

/** The changes that were named or else all that are pending, and the errors for those to which the action does not apply. */
type Chosen = {readonly changes: readonly NumberedChange[]; readonly refused: readonly CommandError[]};

/** Finds the changes that a command is about, and says which are left out. @throws CommandError for a number that does not exist */
function choose(
	{session: {profileKey}, ledger, settled}: Pick<ListedAccount, 'session' | 'ledger' | 'settled'>,
	wanted: ReadonlyArray<ReturnType<typeof parseNumber>>,
	action: Action | undefined,
	{options, printError}: Input,
): Chosen {
	const {changes} = ledger;
	if (wanted.length > 0) {
		const named = wanted.map(number => findNumbered(ledger, profileKey, number));
		const why = named.map(change => ({change, why: whyRefused(change, action)}));
		const refused = why.flatMap(({change, why: error}) => {
			const isFinished = action === 'finish' && settled.has(change.set.id) && isDone(change);
			return error === undefined || isFinished || action === undefined ? [] : [error];
		});
		const told = why.flatMap(({why: error}) => error ?? []);
		for (const line of options.json && refused.length > 0 ? [] : told.flatMap(error => errorLines(error))) {
			printError(line);
		}

		return {changes: why.flatMap(each => (each.why === undefined ? [each.change] : [])), refused};
	}

	const pending = changes
		.pending(profileKey)
		.filter(({id}) => changes.holder(id) === undefined)
		.map((set): NumberedChange => ({
			number: String(set.id),
			set,
			item: set.size === 1 ? changes.itemAt(set.id, 1) : undefined,
		}));
	const chosen = pending.filter(({set: {by}}) => options.all || by === undefined);
	const others = pending.length - chosen.length;
	if (others > 0) {
		printError(
			`${numberText(others)} more ${others === 1 ? 'was' : 'were'} begun by colleagues: chainbell recover --all.`,
		);
	}

	return {changes: chosen, refused: []};
}

/** Why an action does not apply to a change; undefined if it does. */
function whyRefused({number, set, item}: NumberedChange, action: Action | undefined): CommandError | undefined {
	const isPending = item === undefined ? isOpen(set) : item.endedAt === undefined;
	if (action !== 'retry') {
		return isPending ? undefined : commandError('invalid', 'not-pending', `Not pending: ${number}.`);
	}

	if (set.counts.failed > 0) {
		return undefined;
	}

	return isPending
		? commandError('invalid', 'pending', `Nothing of change ${number} failed: it is pending.`, recoverHint(number))
		: commandError('invalid', 'not-failed', `Nothing of change ${number} failed.`);
}

const isDone = ({set: {counts, size}, item}: NumberedChange): boolean =>
	item === undefined ? counts.done === size : item.phase === 'done';

/** The items of a change, as they are now. */
const itemsOf = ({changes}: AwaitedLedger, {set, item}: NumberedChange): readonly NumberedItem[] =>
	(item === undefined ? changes.items(set.id) : [changes.item(item.id)!]).map(each => ({
		number: numberOf(each),
		set,
		item: each,
	}));

const printItems = async (items: readonly NumberedItem[], run: Input): Promise<void> =>
	printResults(
		items.map(({item}) => ({
			startedAt: new Date(item.startedAt).toISOString(),
			...aboutOf(item),
			...toResult(item),
		})),
		noLine,
		run,
	);

/** Prints what is pending or, with --retry, what failed; and what can be done with it. */
async function printChosen(
	{changes}: Chosen,
	action: Action | undefined,
	{ledger}: Pick<ListedAccount, 'ledger'>,
	run: Input,
): Promise<void> {
	const {options, words} = run;
	const isRetry = action === 'retry';
	const isWanted = ({item: {phase, endedAt}}: NumberedItem) => (isRetry ? phase === 'failed' : endedAt === undefined);
	const items = changes.flatMap(each => itemsOf(ledger, each)).filter(item => isWanted(item));
	if (printsResults(options)) {
		await printItems(items, run);
		return;
	}

	if (changes.length === 0) {
		if (words.length === 0 && !options.quiet && run.host.outputColumns() !== undefined) {
			run.printError('Nothing is pending.');
		}

		return;
	}

	if (isRetry) {
		printChanges(items, run);
		const again = items.filter(({item}) => canSendAgain(item)).length;
		const sought = items.length - again;
		const rest = sought > 0 ? ` ${lostText(sought)}` : '';
		run.printError(`Would send ${numberText(again)} again.${rest}`);
		return;
	}

	const isWhole = words.length === 0;
	const open = (each: NumberedChange) => itemsOf(ledger, each).filter(({item}) => isHalfDone(item));
	printChanges(
		changes.flatMap(each => (isWhole || each.item !== undefined ? [each] : [each, ...open(each)])),
		run,
	);
	const several = isWhole ? changes.find(({item}) => item === undefined) : undefined;
	const more =
		several === undefined
			? ''
			: ` chainbell recover ${several.number} lists the open items of change ${several.number}.`;
	run.printError(`Run chainbell recover NUMBER --finish or --roll-back; without a number it is all of them.${more}`);
}

/** Prints the ledgers that were set aside, because the pending changes in them are unknown here. Returns the resulting exit code. */
function reportSetAsideLedgers({host, printError}: CommandContext): ExitCode {
	const {ledgerFile} = host.paths();
	const names = setAsideFiles(ledgerFile).map(name => path.join(path.dirname(ledgerFile), name));
	for (const name of names) {
		printError(
			`${sanitise(name)} was damaged and set aside: changes that were pending in it are not known here. Check the notifications with chainbell list, then move or delete the file.`,
		);
	}

	return names.length === 0 ? exitCode.done : exitCode.incomplete;
}

/** Does what was chosen with a change, after asking where that cannot be taken back. @throws CommandError if it is not confirmed, or after a signal */
async function act(action: Action, change: NumberedChange, recovering: Recovering): Promise<End> {
	const {interrupt, place, options, printError} = recovering;
	if (action === 'stopFollowing') {
		const {number, set, item} = change;
		const name = item === undefined ? countTexts(set.counts).join(', ') : nameOf(item);
		const text = `Stop following change ${number} on ${place}: ${name}? What was sent may still take effect, and chainbell no longer looks for it.`;
		await confirm(text, interrupt, recovering, {unchanged: 'Nothing was changed'});
	}

	try {
		return await endChange(action, change, recovering);
	} catch (error) {
		if (!(error instanceof CommandError) || interrupt.signal.aborted) {
			throw error;
		}

		for (const line of options.json ? [] : errorLines(error)) {
			printError(line);
		}

		const result = error.exitCode === exitCode.unknown ? 'pending' : 'failed';
		return {result, detail: error.message, code: error.exitCode, error};
	}
}

/** Ends a change, and says on stderr what of it is not done. @throws CommandError if it is not done or, without --json, not done and alone */
async function endChange(action: Action, change: NumberedChange, recovering: Recovering): Promise<End> {
	const {number, set, item} = change;
	const {session, ledger, own, options, printError} = recovering;
	if (item?.phase === 'planned' && item.of > 1 && action === 'finish') {
		throw invalidInput(
			`Nothing was sent: item ${number} was not sent yet.`,
			`Run chainbell recover ${set.id} --finish to send the rest.`,
		);
	}

	own.add(set.id);
	const tried = ledger.changes.items(set.id, {phases: ['failed']}).map(({id}) => id);
	const {finish, rollBack, stop, retry} = session.changes;
	const ask = {finish, rollBack, stopFollowing: stop, retry}[action];
	const send = async (sending: NewChangeOptions): Promise<Outcome> =>
		ask(refOf(change), {...sending, chosen: item && options.newId});
	const verb = kindWords[item?.kind ?? set.kind].done.toLowerCase();
	const ended =
		action === 'finish' || action === 'retry'
			? await sendChange(recovering, verb, send)
			: await sendChange({...recovering, options: {...options, retries: 0, omitRefused: false}}, verb, send, send);
	if (ended.only !== undefined) {
		return endOfOne(action, number, ended.only, () => reportEnd(recovering, verb, ended));
	}

	const {counts} = ended.set;
	const count = `${numberText(counts.done)} ${verb}`;
	if (action === 'stopFollowing') {
		const {created, unknown} = set.counts;
		const both = created > 0 ? `; of ${numberText(created)} both the old and the new one exist` : '';
		const sent = unknown > 0 ? `; what was sent for ${numberText(unknown)} may still take effect` : '';
		return {result: 'stopped following', detail: `${count}${both}${sent}.`, code: exitCode.done};
	}

	const isLeft = isOpen(ended.set);
	const code = isLeft || counts.failed > 0 ? reportEnd(recovering, verb, ended) : exitCode.done;
	if (action === 'retry') {
		const done = tried.flatMap(id => [ledger.changes.item(id)!].filter(({phase}) => phase === 'done'));
		const ids = done.flatMap(({newId}) => newId ?? []);
		const detail = `${numberText(done.length)} ${verb}${ids.length === 0 ? '' : `: ${namesOf(ids)}`}`;
		return {result: code === exitCode.done ? 'done' : 'pending', detail, code};
	}

	const [first] = ledger.changes.items(set.id, {phases: [...awaitedPhases, 'created'], limit: 1});
	if (first !== undefined) {
		printError(
			`Choose for one: chainbell recover ${numberOf(first)} --finish --new-id ID, --roll-back --new-id ID or --stop-following. For all: chainbell recover ${set.id} --stop-following.`,
		);
	}

	const {rolledBack, skipped} = counts;
	const detail = [count, ...countTexts({rolledBack, skipped})].join(', ');
	if (action !== 'rollBack' || isLeft) {
		return {result: code === exitCode.done ? 'done' : 'pending', detail, code};
	}

	// A roll back does not take back items that are done.
	const {created, unnamed} = ledger.changes.changedIds(set.id);
	const rest = created.length === 0 ? '' : `; still there: ${namesOf(created)}`;
	if (counts.done > unnamed.length) {
		printError(`What was done before is still there: chainbell undo ${set.id} takes it back.`);
	}

	if (unnamed.length > 0) {
		const them = unnamed.length === 1 ? 'it' : 'them';
		printError(
			sanitise(
				`No response named ${namesOf(unnamed)}, so somebody else may have created ${them}: kept. To delete ${them}: chainbell delete ${unnamed.slice(0, maxNamed).join(' ')}`,
			),
		);
	}

	return {result: counts.done === 0 ? 'rolled back' : 'rest skipped', detail: `${detail}${rest}`, code};
}

/** IDs in a text, and how many others there are. */
function namesOf(ids: readonly string[]): string {
	const others = ids.length > maxNamed ? ` and ${numberText(ids.length - maxNamed)} more` : '';
	return `${ids.slice(0, maxNamed).join(', ')}${others}`;
}

/** How one alone ended. `report`: throws if it is not done. */
function endOfOne(action: Action, number: string, item: Item, report: () => ExitCode): End {
	const {phase, newId, candidates = []} = item;
	const detail = say(item);
	if (phase === 'rolled-back') {
		return {result: 'rolled back', detail, code: exitCode.done};
	}

	if (action === 'stopFollowing') {
		return {result: 'stopped following', detail, code: exitCode.done};
	}

	if (isHalfDone(item) && candidates.length > 0) {
		throw commandError(
			'unknown',
			'pending',
			`Change ${number} is pending. ${detail}`,
			`Run chainbell recover ${number} ${action === 'finish' ? '--finish' : '--roll-back'} --new-id ID with one of ${candidates.join(', ')}.`,
			{outcome: 'unknown'},
		);
	}

	return {result: 'done', newId, detail, code: report()};
}

/** Describes an item: `create "Treasury" (to o…@example.com)`. The recipient is masked, as in history. */
function nameOf(item: Item): string {
	const {name, recipient} = aboutOf(item);
	const id = item.snapshot === undefined ? '' : `ID ${item.snapshot.id}, `;
	return `${kindWords[item.kind].noun}${name === '' ? '' : ` "${name}"`} (${id}to ${recipient})`;
}

/** The name and the masked recipient of what an item is about. */
function aboutOf({input, snapshot}: Item): {readonly name: string; readonly recipient: string} {
	const {name, channel, recipient} = input ?? snapshot!.input;
	return {name, recipient: maskRecipient(channel, recipient)};
}

/** Whether an item is half done or of unknown outcome. */
const isHalfDone = ({phase, endedAt}: Item): boolean => endedAt === undefined && phase !== 'planned';

/** Prints changes as lines. */
function printChanges(changes: readonly NumberedChange[], {print}: CommandContext): void {
	for (const {number, set, item} of changes) {
		const {startedAt, by, kind, counts} = set;
		const noun = nounOfChange(item?.kind ?? kind, item === undefined);
		const about = item === undefined ? countTexts(counts).join(', ') : itemText(item);
		const whose = by === undefined ? [] : [`by ${colleagueText(by)}`];
		print(toLine([number, noun, new Date(startedAt).toISOString(), about, ...whose]));
	}
}

const toLine = (cells: readonly string[]): string => cells.map(text => sanitiseCell(text)).join('\t');

function itemText(item: Item): string {
	const {snapshot, newId, input, phase} = item;
	const detail = say(item);
	return [snapshot?.id, newId, (input ?? snapshot?.input)?.name, detail === '' ? stateTexts[phase] : detail]
		.filter(text => text !== undefined && text !== '')
		.join(' · ');
}
