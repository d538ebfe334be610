import {toSentBody} from '../service/body.ts';
import {batchUndoNotes, lossesOf, lossNotes} from '../notification/losses.ts';
import {batchNumber, kindWords, nothingLeftText, undoText} from '../notification/operation-texts.ts';
import {undocumentedSentences} from '../notification/undocumented.ts';
import {upperFirst} from '../platform/text.ts';
import {createProtection, protectedText} from '../query/rules.ts';
import {findUndo, listedIn, planUndo, type UndoPlan} from '../session/undo-plan.ts';
import {colleagueText} from '../ledger/journal/colleague.ts';
import {maskRecipient} from '../ledger/journal/mask.ts';
import type {Operation} from '../ledger/journal/operation.ts';
import {safeJson, sanitise, sanitiseCell} from '../terminal/sanitise.ts';
import {firstLines, runChange, type PlannedChange, type Changing, nameOf} from './change-command.ts';
import {protectedError, refusalError} from './change-errors.ts';
import {UsageError} from './command-error.ts';
import type {Run} from './command.ts';
import type {undoOptions} from './commands/change.ts';
import {maxNamed} from './confirm.ts';
import {exitCode} from './exit-codes.ts';
import {findNumbered, parseNumber} from './operation-number.ts';
import {newIdLine} from './output/result.ts';
import {withKept} from './targets.ts';

type Input = Run<typeof undoOptions>;

type Undoing = Changing<Input['options']>;

/** Undoes the last change, or the change with a number. Returns the exit code. @throws CommandError */
export async function runUndo(run: Input) {
	const {options} = run;
	const number = requestedNumber(run);
	return runChange(run, async undoing => {
		const {
			session,
			ledger,
			listing: {records, complete: isComplete},
		} = undoing;
		const {journal} = ledger;
		const found = number && findNumbered(ledger, session.profileKey, number);
		if (found !== undefined && 'counts' in found) {
			return undoBatch(found.id, undoing);
		}

		const plan =
			found === undefined
				? findUndo(journal, session.profileKey, {records, isComplete}, {isRedo: options.redo})
				: planUndo(journal, found, listedIn(records, isComplete));
		if (plan === undefined) {
			throw refusalError(`Nothing to ${options.redo ? 'redo' : 'undo'}.`);
		}

		const {batch} = plan.operation;
		return batch === undefined || number?.item !== undefined ? undoOne(plan, undoing) : undoBatch(batch, undoing);
	});
}

/** The number of the change to undo; undefined for the last one. A script has to say that it means that: it might take back an older change if the one before has sent nothing. @throws UsageError */
function requestedNumber({words: [text], options: {last}, host}: Input) {
	if (text !== undefined && last) {
		throw new UsageError('Give either a number or --last. Nothing was sent.');
	}

	if (text === undefined && !last && (!host.isInputTerminal() || host.outputColumns() === undefined)) {
		throw new UsageError(
			'Where there is no terminal, name the change by its number (12 or b3: "change" in the results of a command with --json), or pass --last. Nothing was sent.',
		);
	}

	return text === undefined ? undefined : parseNumber(text);
}

/** Says what an undo does, and prints it for --dry-run. `number` and `of`: the number of the change, and its operation or batch. */
function announce(
	{
		number,
		of,
		action,
		count,
		what,
		notes,
	}: {
		readonly number: string;
		readonly of: Pick<Operation, 'by'>;
		readonly action: string;
		readonly count: number;
		readonly what: string;
		readonly notes: readonly string[];
	},
	{options: {redo, json}, print}: Undoing,
) {
	const whose = of.by === undefined ? '' : ` of ${colleagueText(of.by)}`;
	const text = `${redo ? 'Redo' : 'Undo'}${number.startsWith('b') ? ` of bulk operation ${number}` : ''}${whose}: ${what}`;
	return {
		count,
		line: newIdLine,
		question: `${text}?`,
		notes: notes.map(note => sanitise(note)),
		dryRun() {
			print(
				json
					? safeJson(JSON.stringify({number, action, count, notes}, undefined, 2))
					: [`${text}.`, ...notes].map(line => sanitise(line)).join('\n'),
			);
		},
	};
}

type Recreating = Extract<UndoPlan, {readonly kind: 'recreate' | 'replace'}>;

/** The notification that an undo recreates, as it was. */
const sourceOf = (plan: Recreating) => (plan.kind === 'recreate' ? plan.deleted : plan.before);

/** The notes on an undo: its losses, and the undocumented members that it sends, with their values. */
function notesOf(plan: Recreating) {
	const source = sourceOf(plan);
	const losses = lossesOf(source, plan.kind === 'recreate' && plan.isRedacted);
	return [
		...lossNotes({...losses, undocumented: 0}, 1, 'This undo'),
		...undocumentedSentences(toSentBody(plan.input, source.raw), source.raw).map(note => `${upperFirst(note)}.`),
	];
}

async function undoOne(plan: UndoPlan, undoing: Undoing): Promise<PlannedChange> {
	const {session, place, options} = undoing;
	const {operation, kind} = plan;
	const number = String(operation.id);
	if (kind === 'impossible') {
		throw refusalError(
			`Nothing was sent: operation ${number} cannot be undone. ${plan.reason}`,
			exitCode.failed,
			plan.isPending,
		);
	}

	const rule =
		'target' in plan ? createProtection(await session.rules.load(), options.unprotect)(plan.target) : undefined;
	if (rule !== undefined && 'target' in plan) {
		throw protectedError(`Nothing was sent: ${protectedText(plan.target.id, rule)}`);
	}

	const name = nameOf(kind === 'recreate' ? {id: plan.deleted.id, name: plan.input.name} : plan.target);
	const note = 'note' in plan && plan.note !== undefined ? [plan.note] : [];
	const notes = kind === 'delete' ? note : [...note, ...notesOf(plan)];
	const announced = announce(
		{number, of: operation, action: kind, count: 1, what: undoText(kind, {count: 1, name, place}), notes},
		undoing,
	);
	return {
		...announced,
		notes: options.quiet ? [] : announced.notes,
		one: {
			...(kind !== 'delete' && {input: plan.input, listed: sourceOf(plan).raw}),
			send: async (single, input) =>
				session.operations.undo(kind === 'delete' ? plan : {...plan, input}, {
					...single,
					isUnprotected: options.unprotect,
					acceptedIds: options.allowDuplicate ? 'all' : [],
				}),
		},
		said: ({id, detail = ''}) => (options.quiet ? '' : `Undone operation ${number} by operation ${id}. ${detail}`),
	};
}

/** Describes an undone item in a line: its ID, name, user and recipient. */
function lineOf({newId, snapshot, input}: Operation) {
	const {name, userId, channel, recipient} = input ?? snapshot!.input;
	const cells = [newId ?? snapshot?.id ?? '', name, userId, maskRecipient(channel, recipient)];
	return `- ${cells.map(text => sanitiseCell(text)).join('\t')}`;
}

async function undoBatch(batch: number, undoing: Undoing): Promise<PlannedChange> {
	const {
		session,
		ledger: {journal},
		place,
		options: {unprotect},
	} = undoing;
	const number = batchNumber(batch);
	const survey = await session.operations.surveyUndo(batch, {isUnprotected: unprotect});
	const {kind, count, impossible, reason = nothingLeftText, protected: kept = 0} = survey;
	if (count === 0) {
		const message = `Nothing was sent: nothing of bulk operation ${number} can be undone. ${reason}`;
		throw kept > 0 ? protectedError(message) : refusalError(message);
	}

	return {
		...announce(
			{
				number,
				of: journal.batch(batch),
				action: kind,
				count,
				what: undoText(kind, {count, place}),
				notes: batchUndoNotes(survey),
			},
			undoing,
		),
		many: {
			verb: kindWords[kind].done.toLowerCase(),
			send: async bulk => session.operations.undoBatch(batch, survey.undone, bulk),
		},
		preview: async () =>
			firstLines(journal.undoableItems(batch, {after: 0, limit: maxNamed}), item => [lineOf(item)], {
				total: count + impossible,
				hint: '',
			}),
		exit: code => withKept(code, kept),
	};
}
