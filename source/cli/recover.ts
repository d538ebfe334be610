import path from 'node:path';
import {countTexts, kindWords, lostText, nounOfChange, stateTexts, toldKind} from '../notification/operation-texts.ts';
import {say} from '../changes/say.ts';
import {joined, nonEmpty, numberText} from '../platform/text.ts';
import {namedIds} from '../files/notification-file.ts';
import {betweenListings} from '../query/changes.ts';
import type {NewChangeOptions} from '../account/account-changes.ts';
import {awaitSettled} from '../account/pending-changes.ts';
import {setAsideFiles} from '../ledger/quarantine.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {awaitedPhases, canSendAgain, isOpen, numberOf, type Item} from '../ledger/item.ts';
import {maskedFields} from '../ledger/mask.ts';
import {colleagueText} from '../ledger/owner.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {reportEnd, sendChange, type Changing} from './change-command.ts';
import {findNumbered, type NamedChange, parseNumber, recoverHint, refOf} from './change-errors.ts';
import {
	CommandError,
	UsageError,
	errorLines,
	invalidInput,
	commandError,
	combinedExitCode,
	exitCode,
	type ExitCode,
} from './command-error.ts';
import {note, type Run, printsResults} from './command.ts';
import type {recoverOptions} from './commands/change.ts';
import {confirm, maxNamed} from './confirm.ts';
import {type ListedAccount, openListed} from './open-session.ts';
import {printResults, toLine, toResult} from './output/result.ts';

type Input = Run<typeof recoverOptions>;

type Recovering = Changing<Input['options']>;

/** The ledger of the account, and which changes a listing of this command has settled. */
type Account = Pick<ListedAccount, 'session' | 'ledger' | 'settled'>;

/** The actions, of which one can be chosen. */
const actions = ['finish', 'rollBack', 'stopFollowing', 'retry'] as const;

type Action = (typeof actions)[number];

/** Lists pending changes, or ends them with the chosen action. Returns the exit code. @throws CommandError */
export async function runRecover(run: Input) {
	const {options} = run;
	const {action, wanted} = readRequest(run);
	const isDry = options.dryRun || action === undefined;
	// The listing settles pending changes if it can.
	await using listed = await openListed(
		{...run, options: {...options, dryRun: isDry}},
		{
			codeIfEarlier: exitCode.unknown,
			async ifUnlisted(opened) {
				if (isDry) {
					const account = {...opened, settled: new Set<number>()};
					await printChosen(choose(account, wanted, action, run).changes, action, account, run);
					run.printError('This is what the ledger has: it could not be compared with a listing.');
				}
			},
		},
	);
	const {session, ledger, interrupt, revised} = listed;
	const recovering = {...listed, ...run};
	// A second listing, after that time, proves what the first one does not show.
	await awaitSettled(session, () => (session.pending.nextWait() ?? Infinity) <= betweenListings, interrupt.signal);
	const setAside = reportSetAsideLedgers(run);
	const {changes, refused} = choose(listed, wanted, action, run);
	/** The exit codes of what else is not as it should be. */
	const others = [
		...refused.map(error => error.exitCode),
		setAside,
		revised.length > 0 ? exitCode.incomplete : exitCode.done,
	];
	if (isDry) {
		await printChosen(changes, action, listed, run);
		return action !== 'retry' && changes.length > 0 ? exitCode.unknown : combinedExitCode(others);
	}

	const codes: ExitCode[] = [];
	const errors: CommandError[] = [];
	try {
		for (const change of changes) {
			interrupt.throwIfInterrupted('The rest is still pending. Run chainbell recover again.', 'unknown');
			if (action === 'stopFollowing') {
				await confirmStop(change, recovering);
			}

			try {
				codes.push(await endChange(action, change, recovering));
			} catch (error) {
				if (!(error instanceof CommandError) || interrupt.signal.aborted) {
					throw error;
				}

				tell(error, run);
				errors.push(error);
				codes.push(error.exitCode);
			}
		}
	} finally {
		// The results until here are printed also if the next change ends the command.
		if (printsResults(options) && (codes.length > 0 || changes.length === 0)) {
			await printItems(
				changes.flatMap(each => itemsOf(ledger, each)),
				run,
			);
		}
	}

	const code = interrupt.exitCode() ?? combinedExitCode([...codes, ...others]);
	// One error stands for all changes that are not done.
	const all = options.json ? [...errors, ...refused] : [];
	const error = all.find(each => each.exitCode === code) ?? all[0];
	if (error !== undefined) {
		throw error;
	}

	return code;
}

/** Says why a change is not done. With --json that is the error of the command. */
function tell(error: CommandError, {options, printError}: Input) {
	for (const line of options.json ? [] : errorLines(error)) {
		printError(line);
	}
}

/** The action, and the numbers of changes that are named. @throws UsageError */
function readRequest({words, options}: Input) {
	const [action, ...more] = actions.filter(name => options[name]);
	const wanted = [...new Set(words)].map(number => parseNumber(number));
	const isOne = wanted.length === 1 && (action === 'finish' || action === 'rollBack');
	if (more.length > 0) {
		throw new UsageError('Give one of --finish, --roll-back, --stop-following and --retry.');
	}

	if (action === 'stopFollowing' && wanted.length === 0) {
		throw new UsageError('--stop-following needs the number of a change (12) or of an item of one (12.3).');
	}

	if (action === 'retry' && (wanted.length === 0 || wanted.some(({position}) => position !== undefined))) {
		throw new UsageError('--retry needs the number of a change, such as 12.');
	}

	if (options.newId !== undefined && !isOne) {
		throw new UsageError('--new-id needs --finish or --roll-back, and one number of a change (12) or an item (12.3).');
	}

	return {action, wanted};
}

/** The changes that were named or else all that are pending, and the errors for those to which the action does not apply. @throws CommandError for a number that does not exist */
function choose(
	{session: {profileKey}, ledger, settled}: Account,
	wanted: ReturnType<typeof readRequest>['wanted'],
	action: Action | undefined,
	run: Input,
) {
	const {options, printError} = run;
	const {changes} = ledger;
	if (wanted.length === 0) {
		const pending = changes.pending(profileKey).filter(({id}) => changes.holder(id) === undefined);
		const chosen = pending.filter(({by}) => options.all || by === undefined);
		const others = pending.length - chosen.length;
		if (others > 0) {
			const were = others === 1 ? 'was' : 'were';
			printError(`${numberText(others)} more ${were} begun by colleagues: chainbell recover --all.`);
		}

		return {
			changes: chosen.map(set => ({set, item: set.size === 1 ? changes.itemAt(set.id, 1) : undefined})),
			refused: [],
		};
	}

	const chosen: NamedChange[] = [];
	const refused: CommandError[] = [];
	for (const change of wanted.map(number => findNumbered(ledger, profileKey, number))) {
		const {set, item} = change;
		const error = whyRefused(change, action);
		if (error === undefined) {
			chosen.push(change);
			continue;
		}

		tell(error, run);
		const isDone = item === undefined ? set.counts.done === set.size : item.phase === 'done';
		if (action !== undefined && !(action === 'finish' && settled.has(set.id) && isDone)) {
			refused.push(error);
		}
	}

	return {changes: chosen, refused};
}

/** Why an action does not apply to a change; undefined if it does. */
function whyRefused(change: NamedChange, action: Action | undefined): CommandError | undefined {
	const {set, item} = change;
	const number = numberIn(change);
	const isPending = item === undefined ? isOpen(set) : item.endedAt === undefined;
	if (action !== 'retry') {
		return isPending ? undefined : commandError('invalid', 'not-pending', `Not pending: ${number}.`);
	}

	if (set.counts.failed > 0) {
		return undefined;
	}

	const nothing = `Nothing of change ${number} failed`;
	return isPending
		? commandError('invalid', 'pending', `${nothing}: it is pending.`, recoverHint(number))
		: commandError('invalid', 'not-failed', `${nothing}.`);
}

/** The number of a change, or of its item. */
const numberIn = ({set, item}: NamedChange) => (item === undefined ? String(set.id) : numberOf(item));

/** The items of a change, as they are now. */
const itemsOf = ({changes}: AwaitedLedger, {set, item}: NamedChange) =>
	item === undefined ? changes.items(set.id) : [changes.item(item.id)!];

const printItems = async (items: readonly Item[], run: Input): Promise<void> =>
	printResults(
		items.map(item => ({
			startedAt: new Date(item.startedAt).toISOString(),
			...aboutOf(item),
			...toResult(item),
		})),
		run,
	);

/** Prints what is pending or, with --retry, what failed; and what can be done with it. */
async function printChosen(changes: readonly NamedChange[], action: Action | undefined, {ledger}: Account, run: Input) {
	const {options, words, print, printError} = run;
	const isRetry = action === 'retry';
	const isWhole = words.length === 0;
	const isWanted = ({phase, endedAt}: Item) => (isRetry ? phase === 'failed' : endedAt === undefined);
	const withItems = changes.map(change => ({change, items: itemsOf(ledger, change).filter(item => isWanted(item))}));
	const items = withItems.flatMap(each => each.items);
	if (printsResults(options)) {
		await printItems(items, run);
		return;
	}

	for (const {change, items: its} of withItems) {
		const {set, item: only} = change;
		const open = isWhole || only !== undefined ? [] : its.filter(({phase}) => phase !== 'planned');
		const shown = isRetry ? its : [only, ...open];
		for (const item of shown) {
			print(lineOf({set, item}));
		}
	}

	if (changes.length === 0) {
		if (isWhole && run.host.outputColumns() !== undefined) {
			note(run, 'Nothing is pending.');
		}

		return;
	}

	if (isRetry) {
		const again = items.filter(item => canSendAgain(item)).length;
		const sought = items.length - again;
		const rest = changes.reduce((sum, {set}) => sum + set.counts.planned + set.counts.created, 0);
		const also = rest > 0 && `and finish the remaining ${numberText(rest)}`;
		const would = joined([`Would send ${numberText(again)} again`, also], ', ');
		printError(joined([`${would}.`, sought > 0 && lostText(sought, changes[0]!.set.kind, '--retry')], ' '));
		return;
	}

	const several = changes.find(
		({item, set: {counts}}) => isWhole && item === undefined && counts.created + counts.unknown > 0,
	)?.set.id;
	const more = several === undefined ? '' : ` chainbell recover ${several} lists the open items of change ${several}.`;
	printError(`Run chainbell recover NUMBER --finish or --roll-back; without a number it is all of them.${more}`);
}

/** Prints the ledgers that were set aside, because the pending changes in them are unknown here. Returns the resulting exit code. */
function reportSetAsideLedgers({host, printError}: Input) {
	const {ledgerFile} = host.paths();
	const names = setAsideFiles(ledgerFile);
	for (const name of names) {
		const file = sanitise(path.join(path.dirname(ledgerFile), name));
		printError(
			`${file} was damaged and set aside: changes that were pending in it are not known here. Check the notifications with chainbell list, then move or delete the file.`,
		);
	}

	return names.length === 0 ? exitCode.done : exitCode.incomplete;
}

/** Asks before a change is no longer followed, which cannot be taken back. @throws CommandError if it is not confirmed, or after a signal */
async function confirmStop(change: NamedChange, recovering: Recovering) {
	const {set, item} = change;
	const name = item === undefined ? countTexts(set.counts).join(', ') : questionOf(item);
	const text = `Stop following change ${numberIn(change)} on ${recovering.place}: ${name}? What was sent may still take effect, and chainbell no longer looks for it.`;
	await confirm(text, recovering.interrupt, recovering, {unchanged: 'Nothing was changed'});
}

/** Ends a change: prints a line if it is done, and says on stderr what of it is not. @throws CommandError if it is not done or, without --json, not done and alone */
async function endChange(action: Action, change: NamedChange, recovering: Recovering) {
	const {set, item} = change;
	const {session, ledger, own, options, print, printError} = recovering;
	const number = numberIn(change);
	if (item?.phase === 'planned' && item.of > 1 && action === 'finish') {
		throw invalidInput(
			`Nothing was sent: item ${number} was not sent yet.`,
			`Run chainbell recover ${set.id} --finish to send the rest.`,
		);
	}

	own.add(set.id);
	const {changes} = ledger;
	const tried = changes.items(set.id, {phases: ['failed', 'planned', 'created', ...awaitedPhases]}).map(({id}) => id);
	const {finish, rollBack, stop: stopFollowing, retry} = session.changes;
	const ask = {finish, rollBack, stopFollowing, retry}[action];
	const send = async (sending: NewChangeOptions) => ask(refOf(change), {...sending, chosen: item && options.newId});
	const verb = kindWords[item === undefined ? set.kind : toldKind(item)].done.toLowerCase();
	const isForward = action === 'finish' || action === 'retry';
	const ended = await sendChange(recovering, verb, send, isForward ? undefined : send);
	const report = () => reportEnd(recovering, verb, ended);
	const endWith = (code: ExitCode, ...cells: readonly string[]) => {
		if (!printsResults(options)) {
			print(toLine(nonEmpty([number, ...cells])));
		}

		return code;
	};

	if (ended.only !== undefined) {
		const {phase, newId = ''} = ended.only;
		const detail = say(ended.only);
		if (phase === 'rolled-back' || action === 'stopFollowing') {
			return endWith(exitCode.done, phase === 'rolled-back' ? 'rolled back' : 'stopped following', detail);
		}

		// A new one that no response named is kept.
		if (action === 'rollBack' && phase === 'done') {
			printError(sanitise(`Not rolled back: ${newId} is there. chainbell undo ${number} deletes it, if it is yours.`));
			return endWith(exitCode.incomplete, 'done', newId, detail);
		}

		return endWith(report(), 'done', newId, detail);
	}

	const {counts} = ended.set;
	const {rolledBack, skipped} = counts;
	const count = `${numberText(counts.done)} ${verb}`;
	if (action === 'stopFollowing') {
		const {created, unknown} = set.counts;
		const both = created > 0 ? `; of ${numberText(created)} both the old and the new one exist` : '';
		const sent = unknown > 0 ? `; what was sent for ${numberText(unknown)} may still take effect` : '';
		return endWith(exitCode.done, 'stopped following', `${count}${both}${sent}.`);
	}

	const isLeft = isOpen(ended.set);
	const code = isLeft || counts.failed > 0 ? report() : exitCode.done;
	const endDone = (detail: string) => (code === exitCode.done ? endWith(code, 'done', detail) : code);
	if (action === 'retry') {
		const done = tried.map(id => changes.item(id)!).filter(({phase}) => phase === 'done');
		const ids = done.flatMap(({newId}) => newId ?? []);
		return endDone(`${numberText(done.length)} ${verb}${withNames(': ', ids)}`);
	}

	const [first] = changes.items(set.id, {phases: [...awaitedPhases, 'created'], limit: 1});
	if (first !== undefined) {
		printError(
			`Choose for one: chainbell recover ${numberOf(first)} --finish --new-id ID, --roll-back --new-id ID or --stop-following. For all: chainbell recover ${set.id} --stop-following.`,
		);
	}

	const detail = [count, ...countTexts({rolledBack, skipped})].join(', ');
	if (action !== 'rollBack' || isLeft) {
		return endDone(detail);
	}

	// A roll back does not take back items that are done.
	const {created, unnamed} = changes.changedIds(set.id);
	if (counts.done > unnamed.length) {
		printError(`What was done before is still there: chainbell undo ${set.id} takes it back.`);
	}

	if (unnamed.length > 0) {
		const them = unnamed.length === 1 ? 'it' : 'them';
		printError(
			sanitise(
				`No response named${withNames(' ', unnamed)}, so somebody else may have created ${them}: kept. To delete ${them}: chainbell delete ${unnamed.slice(0, maxNamed).join(' ')}`,
			),
		);
	}

	const result = counts.done === 0 ? 'rolled back' : 'rest skipped';
	return endWith(code, result, `${detail}${withNames('; still there: ', created)}`);
}

/** IDs after a text; nothing if there are none. */
const withNames = (text: string, ids: readonly string[]) =>
	ids.length === 0 ? '' : `${text}${namedIds(ids, maxNamed)}`;

/** Describes an item in a question: `create "Treasury" (to o…@example.com)`. The recipient is masked, as in history. */
function questionOf(item: Item) {
	const {name, recipient} = aboutOf(item);
	const id = item.snapshot === undefined ? '' : `ID ${item.snapshot.id}, `;
	return `${kindWords[toldKind(item)].noun}${name === '' ? '' : ` "${name}"`} (${id}to ${recipient})`;
}

/** The name and the masked recipient of what an item is about. */
function aboutOf({input, snapshot}: Item) {
	const {name, recipient} = maskedFields(input ?? snapshot!.input);
	return {name, recipient};
}

/** A change in a line. */
function lineOf(change: NamedChange) {
	const {
		set: {startedAt, by, kind, counts},
		item,
	} = change;
	return toLine([
		numberIn(change),
		nounOfChange(item?.kind ?? kind, item === undefined),
		new Date(startedAt).toISOString(),
		item === undefined ? countTexts(counts).join(', ') : itemText(item),
		...(by === undefined ? [] : [`by ${colleagueText(by)}`]),
	]);
}

function itemText(item: Item) {
	const {snapshot, newId, phase} = item;
	const detail = say(item);
	return joined([snapshot?.id, newId, aboutOf(item).name, detail === '' ? stateTexts[phase] : detail], ' · ');
}
