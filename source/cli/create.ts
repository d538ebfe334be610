import type {Listing} from '../api/listing/list-notifications.ts';
import {toCreateBody} from '../api/create-body.ts';
import {toSentBody} from '../api/sent-body.ts';
import {toSentInput} from '../api/listed-draft.ts';
import {toInput, type Draft} from '../domain/fields.ts';
import {knownDraft} from '../domain/draft/edit.ts';
import type {CheckedDraft} from '../domain/draft/check-edit.ts';
import {pathOf} from '../domain/draft/field-path.ts';
import type {NotificationInput} from '../domain/notification.ts';
import {documentedPaths, undocumentedPaths} from '../domain/undocumented.ts';
import {findDuplicates} from '../domain/equivalence.ts';
import {checkEntries, checkNew, placeIssues, type CheckedEntries} from '../files/check-entries.ts';
import type {NotificationFile} from '../files/notification-file.ts';
import {isStoredRedacted} from '../storage/stored-json.ts';
import {nearest, numberText} from '../platform/text.ts';
import {safeJson, sanitise} from '../terminal/sanitise.ts';
import {
	duplicate,
	identicalText,
	printOne,
	checkPolicies,
	keyInContentError,
	requireRules,
	findByIds,
} from './targets.ts';
import {invalidInput, UsageError} from './command-error.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {correctionHint, draftChanges, draftOfOptions, type DraftOptions} from './draft-fields.ts';
import {checkProfileOf} from './files/plan-account.ts';
import {invalidFiles, printWarnings, readNewFile} from './files/read-files.ts';
import {sendOmitting, type OmitOptions} from './omit-refused.ts';
import {openListed, type Sending} from './open-listed.ts';
import type {ResultValues} from './output/output-format.ts';
import {newIdLine} from './output/result.ts';
import {printBulk} from './report-bulk.ts';
import {runBulk, type BulkRun} from './run-bulk.ts';
import {showAccepted} from './single-options.ts';

export type CreateCommandOptions = GlobalValues &
	ResultValues &
	DraftOptions &
	OmitOptions & {
		readonly file: string | undefined;
		readonly maxInput: string | undefined;
		readonly allowDuplicate: boolean;
		readonly acceptInvalid: boolean;
		readonly retries: number;
	};

/** A draft to create, and its position in the file. */
type PlacedDraft = {readonly place: string | undefined; readonly draft: Draft};

/** The number of notifications that a bulk create sends at once. */
const creationsAtOnce = 4;

/** Creates the notifications that the options or a file describe. Returns the exit code. @throws CommandError */
export async function runCreate(options: CreateCommandOptions, context: CommandContext): Promise<number> {
	const {file: named, user, channel, to, name, network, event, address, template, filter, topic} = options;
	const given = [user, channel, to, name, network, event, address, template, ...(filter ?? []), ...(topic ?? [])].some(
		value => value !== undefined,
	);
	if (named !== undefined && given) {
		throw new UsageError('Give either --file or the fields as options.');
	}

	const file = named === undefined ? undefined : await readNew(named, options, context);
	const drafts: readonly PlacedDraft[] =
		file === undefined
			? [{place: undefined, draft: await draftOfOptions(options, context.host.input)}]
			: file.entries.map(({place: {line}, draft}) => ({place: `line ${line}`, draft}));
	if (file === undefined) {
		reportOne(checkNew(drafts[0]!.draft, options.acceptInvalid), options, context);
	}

	warnOfUndocumented(drafts, options, context);
	await using listed = await openListed(
		options,
		context,
		Math.min(drafts.length, options.concurrency ?? creationsAtOnce),
	);
	const {session} = listed.opened;
	checkProfileOf(file === undefined ? [] : [file], session);
	const rules = await requireRules(session);
	if (file === undefined) {
		reportOne(checkPolicies(drafts, rules)[0]!, options, context);
	} else {
		const checked = checkPolicies(file.entries, rules);
		reportEntries(
			placeIssues(file.entries.map((entry, index) => ({entry, checked: checked[index]!}))),
			options,
			context,
		);
	}

	return await sendAll(drafts, {...listed, options, context});
}

/** Reads a file with what is created, and checks it. @throws CommandError with all its mistakes */
async function readNew(
	name: string,
	options: CreateCommandOptions,
	context: CommandContext,
): Promise<NotificationFile> {
	const file = await readNewFile(name, options, context);
	const {entries} = file;
	if (entries.length === 0) {
		throw invalidInput(
			'Nothing was sent: the file has no notification.',
			'Give one body, a list of bodies, or one JSON object a line.',
		);
	}

	reportEntries(checkEntries(entries, options.acceptInvalid), options, context);
	return file;
}

/** Prints the warnings of a file. @throws CommandError with all its mistakes */
function reportEntries(
	{mistakes, warnings}: CheckedEntries,
	options: CreateCommandOptions,
	context: CommandContext,
): void {
	if (mistakes.length > 0) {
		throw invalidFiles(mistakes, options, context);
	}

	printWarnings(warnings, options, context);
}

export type CloneOptions = GlobalValues &
	ResultValues &
	OmitOptions & {readonly set: readonly string[]; readonly allowDuplicate: boolean; readonly acceptInvalid: boolean};

/** Creates a copy of a notification, with changes. Returns the exit code. @throws CommandError */
export async function runClone(id: string, options: CloneOptions, context: CommandContext): Promise<number> {
	const changes = await draftChanges(options, context.host.input);
	await using listed = await openListed(options, context);
	const {opened} = listed;
	const {session} = opened;
	const [of] = findByIds(listed.listing, [id]);
	const {ledger} = await opened.services.openLedger();
	const sent = ledger.sent.get(session.profileKey, id);
	let draft: Draft = {...knownDraft(of!, sent), listed: of!.raw};
	for (const change of changes) {
		draft = change(draft);
	}

	if (sent === undefined && draft.template === '' && !options.quiet) {
		context.printError(`The template of ${sanitise(id)} is unknown on this machine: the copy has none.`);
	}

	const drafts: readonly PlacedDraft[] = [{place: undefined, draft}];
	reportOne(checkNew(draft, options.acceptInvalid), options, context);
	warnOfUndocumented(drafts, options, context);
	reportOne(checkPolicies(drafts, await requireRules(session))[0]!, options, context);
	return await sendAll(drafts, {...listed, options: {...options, retries: 0}, context});
}

/** Prints the warnings of a checked draft. @throws CommandError with all fields that prevent sending. */
function reportOne(
	{errors, warnings}: CheckedDraft,
	{quiet}: Pick<CreateCommandOptions, 'quiet'>,
	{printError}: Pick<CommandContext, 'printError'>,
): void {
	if (errors.length > 0) {
		const issues = errors.map(({field, message}) => ({field: pathOf(field), message}));
		throw invalidInput(
			`Nothing was sent. ${issues.map(({field, message}) => `${field} ${message}`).join('; ')}.`,
			correctionHint(errors),
			issues,
		);
	}

	for (const {field, message} of quiet ? [] : warnings) {
		printError(sanitise(`Warning: ${pathOf(field)} ${message}.`));
	}
}

/** Warns about the members that are sent although the service does not document them. */
function warnOfUndocumented(
	drafts: readonly PlacedDraft[],
	{quiet}: Pick<CreateCommandOptions, 'quiet'>,
	{printError}: Pick<CommandContext, 'printError'>,
): void {
	const undocumented = [
		...new Set(drafts.flatMap(({draft}) => [...undocumentedPaths(toCreateBody(toInput(draft))).keys()])),
	];
	if (undocumented.length > 0 && !quiet) {
		printError(
			sanitise(
				`Warning: sent as it is, although the service does not document it: ${undocumented.map(path => withNearest(path)).join(', ')}.`,
			),
		);
	}
}

/** The path of a member, with the most similar documented path. */
function withNearest(path: string): string {
	const meant = nearest(path, documentedPaths);
	return meant === undefined ? path : `${path} (did you mean ${meant}?)`;
}

type Creating = Sending<
	GlobalValues & ResultValues & OmitOptions & {readonly allowDuplicate: boolean; readonly retries: number}
>;

async function sendAll(
	drafts: readonly PlacedDraft[],
	creating: Creating & {readonly listing: Listing},
): Promise<number> {
	const {listing, options, context} = creating;
	const inputs = drafts.map(({draft}) => toSentInput(draft));
	const withKey = inputs.findIndex(input => isStoredRedacted(input));
	if (withKey !== -1) {
		throw keyInContentError(inputs.length === 1 ? 'the notification' : nameOf(drafts[withKey]!, withKey));
	}

	if (options.dryRun) {
		const found = options.allowDuplicate
			? []
			: inputs.flatMap((input, index) =>
					findDuplicates(input, listing.records)
						.slice(0, 1)
						.map(({id}) => ({index, id})),
				);
		if (found.length > 0) {
			throw duplicate(
				found.map(({index, id}) => `${nameOf(drafts[index]!, index)}: ${identicalText([id])}`).join('; '),
			);
		}

		context.print(
			safeJson(
				JSON.stringify(
					inputs.length === 1 ? toSentBody(inputs[0]!) : inputs.map(input => toSentBody(input)),
					undefined,
					2,
				),
			),
		);
		return 0;
	}

	return inputs.length === 1 ? sendOne(inputs[0]!, drafts[0]!.place, creating) : sendMany(inputs, drafts, creating);
}

async function sendOne(input: NotificationInput, place: string | undefined, creating: Creating): Promise<number> {
	const {
		opened,
		interrupt,
		options: {allowDuplicate, quiet, json},
		context,
	} = creating;
	const result = await sendOmitting(
		input,
		input.listed,
		async sent =>
			showAccepted(creating, async single =>
				opened.session.operations.create(sent, {...single, acceptedIds: allowDuplicate ? 'all' : [], place}),
			),
		creating,
	);
	const {newId, id, detail = ''} = await printOne(result, creating, newIdLine);
	if (newId === undefined && !json) {
		context.printError(sanitise(`Operation ${id}: ${detail}`));
	} else if (detail !== '' && !quiet && !json) {
		context.printError(sanitise(detail));
	}

	return interrupt.exitCode() ?? 0;
}

async function sendMany(
	inputs: readonly NotificationInput[],
	drafts: readonly PlacedDraft[],
	{opened, interrupt, options, context}: Creating,
): Promise<number> {
	const run: BulkRun = {
		opened,
		interrupt,
		options,
		context,
		verb: 'created',
		retries: options.retries,
		omitRefused: options.omitRefused,
	};
	const result = await runBulk(run, async bulk =>
		opened.session.operations.bulkCreate(inputs, {
			...bulk,
			canRepeat: options.allowDuplicate,
			places: drafts.map(({place}) => place),
		}),
	);
	if (result.kind === 'duplicates') {
		const issues = result.duplicates.map(({index, ids, earlier}) => ({
			field: '',
			message: `${nameOf(drafts[index]!, index)}${ids.length > 0 ? `: ${identicalText(ids)}` : ` is identical to ${nameOf(drafts[earlier!]!, earlier!)}`}`,
		}));
		throw duplicate(
			`${issues
				.slice(0, 10)
				.map(({message}) => message)
				.join('; ')}${issues.length > 10 ? `; and ${numberText(issues.length - 10)} more` : ''}.`,
			{issues},
		);
	}

	return printBulk(run, result, newIdLine);
}

const nameOf = ({place}: PlacedDraft, index: number): string => place ?? `number ${index + 1}`;
