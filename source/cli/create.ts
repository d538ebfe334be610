import {toCreateBody} from '../api/create-body.ts';
import {toInput, type Draft} from '../domain/draft/draft.ts';
import type {NotificationInput} from '../domain/notification.ts';
import {findDuplicates} from '../domain/equivalence.ts';
import {safeJson} from '../terminal/safe-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {duplicate, requireDone} from './change-result.ts';
import {invalidInput, UsageError} from './command-error.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {checkedDraft, draftChanges, draftOfOptions, knownDraft, pathOf, type DraftOptions} from './draft-fields.ts';
import {createInterrupt, type Interrupt} from './interrupt.ts';
import {findTargets, listNow} from './list-now.ts';
import {openSession, type CommandSession} from './open-session.ts';
import {invalidBodies, readBodies, readInput} from './read-bodies.ts';
import {createdIds, reportBulk, runBulk, singleOptions, type BulkRun} from './run-bulk.ts';

export type CreateCommandOptions = GlobalValues & DraftOptions & {
	readonly from: string | undefined;
	readonly allowDuplicate: boolean;
	readonly retries: number;
};

/** Something to create, and where it was given. */
type Wanted = {readonly place: string | undefined; readonly draft: Draft};

/** Creates what the options or a file describe. Returns the exit code. @throws CommandError */
export async function runCreate(options: CreateCommandOptions, context: CommandContext): Promise<number> {
	const {from, user, channel, to, name, network, event, address, template, filter, topic} = options;
	const given = [user, channel, to, name, network, event, address, template, ...filter ?? [], ...topic ?? []].some(value => value !== undefined);
	if (from !== undefined && given) {
		throw new UsageError('Give either --from or the fields as options.');
	}

	const wanted: readonly Wanted[] = from === undefined
		? [{place: undefined, draft: await draftOfOptions(options)}]
		: await readBodies(await readInput(from, context.host.input));
	return createAll(wanted, options, context);
}

export type CloneOptions = GlobalValues & {readonly set: readonly string[]; readonly allowDuplicate: boolean};

/** Creates a copy of a notification, with changes. Returns the exit code. @throws CommandError */
export async function runClone(id: string, options: CloneOptions, context: CommandContext): Promise<number> {
	const changes = await draftChanges(options);
	await using opened = await openSession(options, context);
	using interrupt = createInterrupt(context);
	const {session} = opened;
	const listing = await listNow(session, interrupt.signal);
	interrupt.throwIfInterrupted();
	const [of] = findTargets(listing, {ids: [id], query: undefined});
	const {ledger} = await opened.services.openLedger();
	const sent = ledger.sent.get(session.profileKey, id);
	let draft = knownDraft(of!, sent);
	for (const change of changes) {
		draft = change(draft);
	}

	if (sent === undefined && draft.template === '' && !options.quiet) {
		context.printError(`The template of ${sanitise(id)} is not known on this machine, so the copy has none.`);
	}

	return await sendAll([{place: undefined, draft}], {...options, retries: 0}, {opened, interrupt, context});
}

async function createAll(wanted: readonly Wanted[], options: Parameters<typeof sendAll>[1], context: CommandContext): Promise<number> {
	checkAll(wanted, options, context);
	await using opened = await openSession(options, context);
	using interrupt = createInterrupt(context);
	return await sendAll(wanted, options, {opened, interrupt, context});
}

/** The form's checks. @throws CommandError that names every field that prevents sending. */
function checkAll(wanted: readonly Wanted[], {quiet}: Pick<GlobalValues, 'quiet'>, {printError}: Pick<CommandContext, 'printError'>): void {
	const checked = wanted.map(({place, draft}) => ({place, ...checkedDraft(draft)}));
	const errors = checked.flatMap(({place, errors: found}) => found.map(({field, message}) => ({field: pathOf(field), message: place === undefined ? message : `${place}: ${message}`})));
	if (errors.length > 0) {
		throw checked[0]?.place === undefined
			? invalidInput(`Nothing was sent. ${errors.map(({field, message}) => `${field} ${message}`).join('; ')}.`, 'Correct the options and run it again.', errors)
			: invalidBodies(errors);
	}

	for (const {place, warnings} of quiet ? [] : checked) {
		for (const {field, message} of warnings) {
			printError(sanitise(`Warning: ${place === undefined ? '' : `${place}, `}${pathOf(field)} ${message}.`));
		}
	}
}

type Sending = {readonly opened: CommandSession; readonly interrupt: Interrupt; readonly context: CommandContext};

async function sendAll(wanted: readonly Wanted[], options: GlobalValues & {readonly allowDuplicate: boolean; readonly retries: number}, sending: Sending): Promise<number> {
	const {opened, interrupt, context} = sending;
	if (wanted[0]?.place === undefined) {
		checkAll(wanted, {quiet: true}, context);
	}

	const inputs = wanted.map(({draft}) => toInput(draft));
	const listing = await listNow(opened.session, interrupt.signal);
	interrupt.throwIfInterrupted();
	if (options.dryRun) {
		const found = options.allowDuplicate ? [] : inputs.flatMap((input, index) => findDuplicates(input, listing.records).slice(0, 1).map(({id}) => ({index, id})));
		if (found.length > 0) {
			throw duplicate(found.map(({index, id}) => `${nameOf(wanted[index]!, index)} exists already: ${sanitise(id)}`).join('; '));
		}

		context.print(safeJson(JSON.stringify(inputs.length === 1 ? toCreateBody(inputs[0]!) : inputs.map(input => toCreateBody(input)), undefined, 2)));
		return 0;
	}

	return inputs.length === 1 ? sendOne(inputs[0]!, options, sending) : sendMany(inputs, wanted, options, sending);
}

async function sendOne(input: NotificationInput, {allowDuplicate, json}: Pick<CreateCommandOptions, 'allowDuplicate' | 'json'>, {opened, interrupt, context}: Sending): Promise<number> {
	const result = await opened.session.operations.create(input, {...singleOptions(interrupt), acceptedIds: allowDuplicate ? 'all' : []});
	const {newId, id, detail = ''} = requireDone(result, interrupt);
	if (newId === undefined) {
		context.printError(sanitise(`Operation ${id}: ${detail}`));
	} else {
		context.print(json ? safeJson(JSON.stringify([newId])) : sanitise(newId));
	}

	return interrupt.exitCode() ?? 0;
}

async function sendMany(inputs: readonly NotificationInput[], wanted: readonly Wanted[], options: GlobalValues & {readonly allowDuplicate: boolean; readonly retries: number}, {opened, interrupt, context}: Sending): Promise<number> {
	const run: BulkRun = {opened, interrupt, options, context, verb: 'created', retries: options.retries};
	const result = await runBulk(run, async bulk => opened.session.operations.bulkCreate(inputs, {...bulk, canRepeat: options.allowDuplicate}));
	if (result.kind === 'duplicates') {
		const issues = result.duplicates.map(({index, ids, earlier}) => ({
			field: '',
			message: `${nameOf(wanted[index]!, index)} ${ids.length > 0 ? `exists already: ${ids.map(id => sanitise(id)).join(', ')}` : `is identical to ${nameOf(wanted[earlier!]!, earlier!)}`}`,
		}));
		throw duplicate(`${issues.slice(0, 10).map(({message}) => message).join('; ')}${issues.length > 10 ? `; and ${issues.length - 10} more` : ''}.`, issues);
	}

	const ids = await createdIds(run, result.batch);
	if (options.json) {
		context.print(safeJson(JSON.stringify(ids)));
	} else {
		for (const id of ids) {
			context.print(sanitise(id));
		}
	}

	return reportBulk(run, result);
}

const nameOf = ({place}: Wanted, index: number): string => place ?? `number ${index + 1}`;
