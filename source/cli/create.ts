import type {Listing} from '../api/listing/list-notifications.ts';
import {toCreateBody} from '../api/create-body.ts';
import {toSentBody} from '../api/sent-body.ts';
import {heldByDraft, toSentInput} from '../api/listed-draft.ts';
import {checkedDraft} from '../domain/draft/check-edit.ts';
import {toInput, toDraft, type Draft} from '../domain/draft/draft.ts';
import {knownDraft} from '../domain/draft/edit.ts';
import {pathOf} from '../domain/draft/field-path.ts';
import type {NotificationInput} from '../domain/notification.ts';
import {documentedPaths, undocumentedPaths} from '../domain/undocumented.ts';
import {findDuplicates} from '../domain/equivalence.ts';
import {nearest} from '../system/nearest.ts';
import {safeJson} from '../terminal/safe-json.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {duplicate, identicalText, printOne} from './change-result.ts';
import {invalidInput, UsageError} from './command-error.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {correctionHint, draftChanges, draftOfOptions, type DraftOptions} from './draft-fields.ts';
import {sendOmitting, type OmitOptions} from './omit-refused.ts';
import {openListed, type Sending} from './open-listed.ts';
import {inputName, invalidBodies, readBodies} from './read-bodies.ts';
import {inputLimit, readInput} from './read-input.ts';
import type {ResultValues} from './output/output-format.ts';
import {newIdLine} from './output/result.ts';
import {printBulk} from './report-bulk.ts';
import {runBulk, type BulkRun} from './run-bulk.ts';
import {singleOptions} from './single-options.ts';
import {findTargets} from './targets.ts';

export type CreateCommandOptions = GlobalValues & ResultValues & DraftOptions & OmitOptions & {
	readonly from: string | undefined;
	readonly maxInput: string | undefined;
	readonly allowDuplicate: boolean;
	readonly acceptInvalid: boolean;
	readonly retries: number;
};

/** A draft to create, and its position in the file. */
type PlacedDraft = {readonly place: string | undefined; readonly draft: Draft};

/** Creates the notifications that the options or a file describe. Returns the exit code. @throws CommandError */
export async function runCreate(options: CreateCommandOptions, context: CommandContext): Promise<number> {
	const {from, maxInput, user, channel, to, name, network, event, address, template, filter, topic} = options;
	const given = [user, channel, to, name, network, event, address, template, ...filter ?? [], ...topic ?? []].some(value => value !== undefined);
	if (from !== undefined && given) {
		throw new UsageError('Give either --from or the fields as options.');
	}

	const drafts: readonly PlacedDraft[] = from === undefined
		? [{place: undefined, draft: await draftOfOptions(options, context.host.input)}]
		: await readBodies(await readInput({file: from, input: context.host.input, limit: inputLimit(maxInput), hint: '--max-input reads more, such as --max-input 100MB.'}), inputName(from));
	checkAll(drafts, options, context);
	await using listed = await openListed(options, context);
	return await sendAll(drafts, {...listed, options, context});
}

export type CloneOptions = GlobalValues & ResultValues & OmitOptions & {readonly set: readonly string[]; readonly allowDuplicate: boolean; readonly acceptInvalid: boolean};

/** Creates a copy of a notification, with changes. Returns the exit code. @throws CommandError */
export async function runClone(id: string, options: CloneOptions, context: CommandContext): Promise<number> {
	const changes = await draftChanges(options, context.host.input);
	await using listed = await openListed(options, context);
	const {opened} = listed;
	const {session} = opened;
	const [of] = findTargets(listed.listing, {ids: [id]});
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
	checkAll(drafts, options, context);
	return await sendAll(drafts, {...listed, options: {...options, retries: 0}, context});
}

/** Runs the form's checks. @throws CommandError with all fields that prevent sending. */
function checkAll(drafts: readonly PlacedDraft[], {quiet, acceptInvalid}: Pick<CreateCommandOptions, 'quiet' | 'acceptInvalid'>, {printError}: Pick<CommandContext, 'printError'>): void {
	const checked = drafts.map(({place, draft}) => {
		const held = heldByDraft(draft);
		return {place, ...checkedDraft(draft, {copied: held && toDraft(held), acceptInvalid})};
	});
	const errors = checked.flatMap(({place, errors: found}) => found.map(({field, message}) => ({field: pathOf(field), message: place === undefined ? message : `${place}: ${message}`})));
	if (errors.length > 0) {
		const hint = correctionHint(checked.flatMap(({errors: found}) => found));
		throw checked[0]?.place === undefined
			? invalidInput(`Nothing was sent. ${errors.map(({field, message}) => `${field} ${message}`).join('; ')}.`, hint, errors)
			: invalidBodies(errors, hint);
	}

	for (const {place, warnings} of quiet ? [] : checked) {
		for (const {field, message} of warnings) {
			printError(sanitise(`Warning: ${place === undefined ? '' : `${place}, `}${pathOf(field)} ${message}.`));
		}
	}

	const undocumented = [...new Set(drafts.flatMap(({draft}) => [...undocumentedPaths(toCreateBody(toInput(draft))).keys()]))];
	if (undocumented.length > 0 && !quiet) {
		printError(sanitise(`Warning: sent as it is, although the service does not document it: ${undocumented.map(path => withNearest(path)).join(', ')}.`));
	}
}

/** The path of a member, with the most similar documented path. */
function withNearest(path: string): string {
	const meant = nearest(path, documentedPaths);
	return meant === undefined ? path : `${path} (did you mean ${meant}?)`;
}

type Creating = Sending<GlobalValues & ResultValues & OmitOptions & {readonly allowDuplicate: boolean; readonly retries: number}>;

async function sendAll(drafts: readonly PlacedDraft[], creating: Creating & {readonly listing: Listing}): Promise<number> {
	const {listing, options, context} = creating;
	const inputs = drafts.map(({draft}) => toSentInput(draft));
	if (options.dryRun) {
		const found = options.allowDuplicate ? [] : inputs.flatMap((input, index) => findDuplicates(input, listing.records).slice(0, 1).map(({id}) => ({index, id})));
		if (found.length > 0) {
			throw duplicate(found.map(({index, id}) => `${nameOf(drafts[index]!, index)}: ${identicalText([id])}`).join('; '));
		}

		context.print(safeJson(JSON.stringify(inputs.length === 1 ? toSentBody(inputs[0]!) : inputs.map(input => toSentBody(input)), undefined, 2)));
		return 0;
	}

	return inputs.length === 1 ? sendOne(inputs[0]!, drafts[0]!.place, creating) : sendMany(inputs, drafts, creating);
}

async function sendOne(input: NotificationInput, place: string | undefined, creating: Creating): Promise<number> {
	const {opened, interrupt, options: {allowDuplicate, quiet, json}, context} = creating;
	const result = await sendOmitting(input, input.listed, async sent => opened.session.operations.create(sent, {...singleOptions(interrupt), acceptedIds: allowDuplicate ? 'all' : [], place}), creating);
	const {newId, id, detail = ''} = await printOne(result, creating, newIdLine);
	if (newId === undefined && !json) {
		context.printError(sanitise(`Operation ${id}: ${detail}`));
	} else if (detail !== '' && !quiet && !json) {
		context.printError(sanitise(detail));
	}

	return interrupt.exitCode() ?? 0;
}

async function sendMany(inputs: readonly NotificationInput[], drafts: readonly PlacedDraft[], {opened, interrupt, options, context}: Creating): Promise<number> {
	const run: BulkRun = {opened, interrupt, options, context, verb: 'created', retries: options.retries, omitRefused: options.omitRefused};
	const result = await runBulk(run, async bulk => opened.session.operations.bulkCreate(inputs, {...bulk, canRepeat: options.allowDuplicate, places: drafts.map(({place}) => place)}));
	if (result.kind === 'duplicates') {
		const issues = result.duplicates.map(({index, ids, earlier}) => ({
			field: '',
			message: `${nameOf(drafts[index]!, index)}${ids.length > 0 ? `: ${identicalText(ids)}` : ` is identical to ${nameOf(drafts[earlier!]!, earlier!)}`}`,
		}));
		throw duplicate(`${issues.slice(0, 10).map(({message}) => message).join('; ')}${issues.length > 10 ? `; and ${(issues.length - 10).toLocaleString('en')} more` : ''}.`, {issues});
	}

	return printBulk(run, result, newIdLine);
}

const nameOf = ({place}: PlacedDraft, index: number): string => place ?? `number ${index + 1}`;
