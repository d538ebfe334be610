import path from 'node:path';
import {countTexts, kindWords, nounOfChange, stateTexts} from '../notification/operation-texts.ts';
import {say} from '../changes/say.ts';
import {numberText} from '../platform/text.ts';
import {betweenListings} from '../query/changes.ts';
import type {NewChangeOptions, Outcome} from '../session/account-changes.ts';
import {awaitSettled} from '../session/await-settled.ts';
import {setAsideFiles} from '../ledger/database/quarantine.ts';
import {awaitedPhases, isOpen, numberOf, type Item} from '../ledger/item.ts';
import {maskRecipient} from '../ledger/mask.ts';
import {colleagueText} from '../ledger/owner.ts';
import {sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {reportEnd, sendChange, type Changing} from './change-command.ts';
import {findNumbered, parseNumber, refOf, type NumberedChange} from './change-number.ts';
import {CommandError, UsageError, errorLines, invalidInput, commandError} from './command-error.ts';
import {type CommandContext, type Run, printsResults} from './command.ts';
import type {recoverOptions} from './commands/change.ts';
import {confirm, maxNamed} from './confirm.ts';
import {combinedExitCode, exitCode, type ExitCode} from './exit-codes.ts';
import {openListed} from './open-session.ts';
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

	const isDry = options.dryRun || action === undefined;
	// The listing settles pending changes if it can.
	await using listed = await openListed({...run, options: {...options, dryRun: isDry}});
	const {session, ledger, interrupt, revised} = listed;
	const {changes} = ledger;
	// A second listing, after that time, proves what the first one does not show.
	await awaitSettled(session, () => (session.pending.nextWait() ?? Infinity) <= betweenListings, interrupt.signal);
	const named = wanted.map(number => findNumbered(ledger, session.profileKey, number));
	/** The exit code of what else is not as it should be. */
	const state = combinedExitCode([
		reportSetAsideLedgers(run),
		revised.length > 0 ? exitCode.incomplete : exitCode.done,
	]);
	const isEnded = ({set, item}: NumberedChange) => (item === undefined ? !isOpen(set) : item.endedAt !== undefined);
	const ended = action === 'retry' ? [] : named.filter(each => isEnded(each));
	if (ended.length > 0) {
		run.printError(`Not pending: ${ended.map(({number}) => number).join(', ')}.`);
	}

	const isWhole = wanted.length === 0;
	const pending = changes
		.pending(session.profileKey)
		.filter(({id}) => changes.holder(id) === undefined)
		.map((set): NumberedChange => ({
			number: String(set.id),
			set,
			item: set.size === 1 ? changes.itemAt(set.id, 1) : undefined,
		}));
	const chosen = isWhole
		? pending.filter(({set: {by}}) => options.all || by === undefined)
		: named.filter(each => !ended.includes(each));
	const others = isWhole ? pending.length - chosen.length : 0;
	if (others > 0) {
		run.printError(
			`${numberText(others)} more ${others === 1 ? 'was' : 'were'} begun by colleagues: chainbell recover --all.`,
		);
	}

	/** The items of a change, as they are now. */
	const itemsOf = ({set, item}: NumberedChange) =>
		(item === undefined ? changes.items(set.id) : [changes.item(item.id)!]).map(each => ({
			number: numberOf(each),
			set,
			item: each,
		}));
	const printAll = async (items: readonly NumberedItem[]) =>
		printResults(
			items.map(item => toNumbered(item)),
			noLine,
			run,
		);
	if (isDry) {
		const isRetry = action === 'retry';
		const isWanted = ({item: {phase, endedAt}}: NumberedItem) => (isRetry ? phase === 'failed' : endedAt === undefined);
		const items = chosen.flatMap(each => itemsOf(each)).filter(item => isWanted(item));
		if (printsResults(options)) {
			await printAll(items);
		} else if (isRetry) {
			printChanges(items, run);
			run.printError(`Would send ${numberText(items.length)} again.`);
		} else {
			const open = (each: NumberedChange) => itemsOf(each).filter(({item}) => isHalfDone(item));
			printChanges(
				chosen.flatMap(each => (isWhole || each.item !== undefined ? [each] : [each, ...open(each)])),
				run,
			);
		}

		if (isRetry || chosen.length === 0) {
			return state;
		}

		if (!printsResults(options)) {
			run.printError(
				'Run chainbell recover --finish or --roll-back, with a number for one of them; chainbell recover 12 lists the open items of change 12.',
			);
		}

		return exitCode.unknown;
	}

	const ends: End[] = [];
	try {
		for (const each of chosen) {
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
		if (printsResults(options) && (ends.length > 0 || chosen.length === 0)) {
			await printAll(chosen.flatMap(each => itemsOf(each)));
		}
	}

	const code = interrupt.exitCode() ?? combinedExitCode([...ends.map(end => end.code), state]);
	const errors = options.json ? ends.flatMap(({error}) => error ?? []) : [];
	// One error stands for all changes that are not done.
	const error = errors.find(each => each.exitCode === code) ?? errors[0];
	if (error !== undefined) {
		throw error;
	}

	return code;
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
	const {session, ledger, options, printError} = recovering;
	if (item?.phase === 'planned' && item.of > 1 && action === 'finish') {
		throw invalidInput(
			`Nothing was sent: item ${number} was not sent yet.`,
			`Run chainbell recover ${set.id} --finish to send the rest.`,
		);
	}

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
		const sent = numberText(set.counts.created + set.counts.unknown);
		return stopped(`${count}; what was sent for ${sent} may still take effect.`);
	}

	const isLeft = isOpen(ended.set);
	const code = isLeft || counts.failed > 0 ? reportEnd(recovering, verb, ended) : exitCode.done;
	const [first] =
		action === 'retry' ? [] : ledger.changes.items(set.id, {phases: [...awaitedPhases, 'created'], limit: 1});
	if (first !== undefined) {
		printError(
			`Choose for one: chainbell recover ${numberOf(first)} --finish --new-id ID, --roll-back --new-id ID or --stop-following. For all: chainbell recover ${set.id} --stop-following.`,
		);
	}

	const detail = `${count}, ${numberText(counts.skipped)} skipped`;
	if (action !== 'rollBack' || isLeft) {
		return {result: code === exitCode.done ? 'done' : 'pending', detail, code};
	}

	const left = ledger.changes.changedIds(set.id).created;
	const others = left.length > maxNamed ? ` and ${numberText(left.length - maxNamed)} more` : '';
	const rest = left.length === 0 ? '' : `; still there: ${left.slice(0, maxNamed).join(', ')}${others}`;
	// A roll back does not take back items that are done.
	return {result: counts.done === 0 ? 'rolled back' : 'rest skipped', detail: `${detail}${rest}`, code};
}

/** How one alone ended. `report`: throws if it is not done. */
function endOfOne(action: Action, number: string, item: Item, report: () => ExitCode): End {
	const {phase, newId, candidates = []} = item;
	const detail = say(item);
	if (phase === 'rolled-back') {
		return {result: 'rolled back', detail, code: exitCode.done};
	}

	if (phase === 'failed' && action === 'stopFollowing') {
		return stopped('What was sent may still take effect.');
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

/** How a change ended that is followed no longer. */
const stopped = (detail: string): End => ({result: 'stopped following', detail, code: exitCode.done});

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

/** The result of an item, with its number and what it is about. */
const toNumbered = ({number, item}: NumberedItem) => ({
	number,
	startedAt: new Date(item.startedAt).toISOString(),
	...aboutOf(item),
	...toResult(item),
});

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
	return [snapshot?.id, newId, (input ?? snapshot?.input)?.name, stateTexts[phase], say(item)]
		.filter(text => text !== undefined && text !== '')
		.join(' · ');
}
