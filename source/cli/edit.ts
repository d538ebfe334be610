import {BodiesError} from '../files/notification-file.ts';
import {draftChangesBetween, type MemberChange} from '../api/draft-changes.ts';
import {toSentBody} from '../api/sent-body.ts';
import type {DraftChange} from '../domain/draft/change.ts';
import {checkedDraft} from '../domain/draft/check-edit.ts';
import {toHeldInput, type Draft} from '../domain/fields.ts';
import {losesContent, toEditable} from '../domain/draft/edit.ts';
import {parseFieldName, pathOf} from '../domain/draft/field-path.ts';
import type {Notification, NotificationInput} from '../domain/notification.ts';
import {createPolicyCheck, type FindBroken} from '../domain/policies/broken-policies.ts';
import {pathsNotSent, undocumentedPaths, undocumentedSentences} from '../domain/undocumented.ts';
import {safeJson, sanitise, sanitiseCell, shownValue} from '../terminal/sanitise.ts';
import {hideSecretsInJson, holdsSecret} from '../terminal/secrets.ts';
import {numberText} from '../platform/text.ts';
import {
	printOne,
	keptResults,
	keyInContentError,
	leaveOutProtected,
	requireRules,
	withKept,
	type UnprotectOptions,
	findTargets,
	readTargets,
	refusePending,
	warnOfPartialMatch,
	withWarnings,
	type TargetOptions,
} from './targets.ts';
import {CommandError, invalidInput, UsageError} from './command-error.ts';
import type {CommandContext, GlobalValues} from './command.ts';
import {confirm, maxNamed} from './confirm.ts';
import {correctionHint, draftChanges} from './draft-fields.ts';
import {exitCode, type ExitCode} from './exit-codes.ts';
import {invalidText} from './files/read-files.ts';
import {nameOf} from './name-of.ts';
import {sendOmitting, type OmitOptions} from './omit-refused.ts';
import {openListed, type Sending} from './open-listed.ts';
import type {CommandSession} from './open-session.ts';
import type {ResultValues} from './output/output-format.ts';
import {printResults, type ChangeResult, type CompleteResults, type LineOf} from './output/result.ts';
import {printBulk} from './report-bulk.ts';
import {runBulk, type BulkRun} from './run-bulk.ts';
import {showAccepted} from './single-options.ts';

export type EditOptions = GlobalValues &
	ResultValues &
	TargetOptions &
	OmitOptions &
	UnprotectOptions & {
		readonly set: readonly string[];
		readonly replace: readonly string[];
		readonly editor: boolean;
		readonly acceptUnknownTemplate: boolean;
		readonly acceptInvalid: boolean;
		readonly retries: number;
	};

/** A notification with its content before and after the edit. */
type Edit = {
	readonly of: Notification;
	readonly before: Draft;
	readonly after: Draft;
	readonly input: NotificationInput;
};

/** Edits notifications by replacement. Returns the exit code. @throws CommandError */
export async function runEdit(ids: readonly string[], options: EditOptions, context: CommandContext): Promise<number> {
	const {set, replace, editor} = options;
	const request = await readTargets(ids, options);
	if ([set.length > 0 || replace.length > 0, editor].filter(Boolean).length !== 1) {
		throw new UsageError('Say what to change: --set FIELD=VALUE, --replace FIELD=/pattern/text/, or --editor.');
	}

	const changes = await draftChanges(options, context.host.input);
	await using listed = await openListed(options, context);
	const {opened, interrupt, listing} = listed;
	const rules = await requireRules(opened.session);
	const guarded = leaveOutProtected(
		findTargets(listing, request, options),
		request,
		{rules, unprotect: options.unprotect},
		context,
	);
	const {left: targets, kept} = guarded;
	const complete = (results: Iterable<ChangeResult>) => [
		...withUnchanged(results, targets),
		...keptResults(guarded, 'replace'),
	];
	const drafts = await knownDrafts(targets, options, opened);
	const afters = editor
		? await editTexts(
				drafts.map(({of, before}) => ({of, draft: before})),
				opened,
				context,
			)
		: drafts.map(({before}) => withChanges(before, changes));
	const edits = drafts
		.map(({of, before}, index): Edit => ({of, before, after: afters[index]!, input: toHeldInput(afters[index]!, of)}))
		.filter(edit => changesOfEdit(edit).length > 0);
	const withKey = edits.find(edit => changesOfEdit(edit).some(change => holdsSecret(change.new)));
	if (withKey !== undefined) {
		throw keyInContentError(`the edit of ${withKey.of.id}`);
	}

	checkEdits(edits, createPolicyCheck(rules), options, context);
	if (edits.length === 0) {
		context.printError(
			targets.length === 0 ? 'Nothing matches the query.' : 'Nothing to change: the fields have these values already.',
		);
		await printResults(complete([]), idsLine, options, context);
		return withKept(exitCode.done, kept.length);
	}

	await refusePending(
		edits.map(({of}) => of),
		opened,
	);
	const warnings = warnOfPartialMatch(
		request,
		edits.map(({of}) => of),
		context,
	);
	const withAll = (results: Iterable<ChangeResult>) => withWarnings(complete(results), warnings);
	const linesOf = (edit: Edit) => [
		`~ ${edit.of.id} ${sanitiseCell(edit.of.name)}`.trimEnd(),
		...changesOfEdit(edit).map(change => `    ${changeText(change)}`),
		...undocumentedSentences(bodyOf(edit), edit.of.raw).map(text => `    ${sanitiseCell(text)}`),
	];
	if (options.dryRun) {
		context.print(
			options.json
				? safeJson(
						hideSecretsInJson(
							JSON.stringify(
								edits.map(edit => ({
									id: edit.of.id,
									changes: changesOfEdit(edit),
									alsoSent: [...undocumentedPaths(bodyOf(edit)).keys()],
									notSent: pathsNotSent(edit.of.raw, bodyOf(edit)),
									warning: warnings.get(edit.of.id),
								})),
								undefined,
								2,
							),
						),
					)
				: edits.flatMap(edit => linesOf(edit)).join('\n'),
		);
		return 0;
	}

	if (!options.yes) {
		const others = edits.length - maxNamed;
		const lines = [
			...edits.slice(0, maxNamed).flatMap(edit => linesOf(edit)),
			...(others > 0 ? [`  and ${numberText(others)} more; --dry-run shows all`] : []),
		];
		context.printError(lines.join('\n'));
	}

	const count = numberText(edits.length);
	await confirm(
		{
			text: `Replace ${edits.length === 1 ? nameOf(edits[0]!.of) : `${count} notifications`} on ${opened.place}? ${edits.length === 1 ? 'Its ID changes' : 'Their IDs change'}.`,
			answer: edits.length === 1 ? 'y' : String(edits.length),
			signal: interrupt.signal,
		},
		options,
		context,
	);
	interrupt.throwIfInterrupted();
	const editing = {opened, interrupt, options, context};
	// The account is closed when this function returns, so the result is awaited.
	return withKept(
		await (edits.length === 1 ? sendEdit(edits[0]!, withAll, editing) : sendEdits(edits, withAll, editing)),
		kept.length,
	);
}

const changesOfEdit = ({before, after}: Edit): MemberChange[] => draftChangesBetween(before, after);

const bodyOf = ({input, of}: Edit) => toSentBody(input, of.raw);

const withChanges = (draft: Draft, changes: readonly DraftChange[]): Draft => {
	let changed = draft;
	for (const change of changes) {
		changed = change(changed);
	}

	return changed;
};

/** The current drafts of notifications. @throws CommandError, exit code 5, if the old template or topics are unknown and not replaced. */
async function knownDrafts(
	targets: readonly Notification[],
	{set, acceptUnknownTemplate, editor}: EditOptions,
	{session, services}: CommandSession,
) {
	const {ledger} = await services.openLedger();
	const given = new Set(
		set.map(text => parseFieldName(text.split('=', 1)[0]!)).flatMap(parsed => (parsed.ok ? [parsed.value] : [])),
	);
	const known = targets.map(of => toEditable(of, ledger.sent.get(session.profileKey, of.id)));
	const lost = known.filter(editable => losesContent(editable, editable.before, given)).map(({of}) => sanitise(of.id));
	if (lost.length > 0 && !acceptUnknownTemplate) {
		throw new CommandError({
			exitCode: exitCode.invalid,
			kind: 'template-unknown',
			message: `Nothing was sent: the template or topics of ${lost.slice(0, 10).join(', ')}${lost.length > 10 ? ` and ${numberText(lost.length - 10)} more` : ''} are unknown on this machine. An edit would lose them.`,
			hint: editor
				? 'Pass --accept-unknown-template, and enter the template in the editor.'
				: 'Pass --set template=… to set a new one, or --accept-unknown-template to leave it out.',
		});
	}

	return known;
}

/** Runs the form's checks on the changes. @throws CommandError with all fields that prevent sending. */
function checkEdits(
	edits: readonly Edit[],
	findBroken: FindBroken,
	{quiet, acceptInvalid}: EditOptions,
	{printError}: CommandContext,
): void {
	const checked = edits.map(({of, before, after}) => ({
		id: of.id,
		...checkedDraft(after, {held: before, acceptInvalid, findBroken}),
	}));
	const errors = checked.flatMap(({errors: found}) => found);
	if (errors.length > 0) {
		const issues = checked.flatMap(({id, errors: found}) =>
			found.map(({field, message}) => ({field: pathOf(field), message: `${id}: ${message}`})),
		);
		throw invalidInput(
			`Nothing was sent. ${issues
				.slice(0, 10)
				.map(({field, message}) => `${field} of ${message}`)
				.join('; ')}.`,
			correctionHint(errors),
			issues,
		);
	}

	for (const {id, warnings} of quiet ? [] : checked) {
		for (const {field, message} of warnings) {
			printError(sanitise(`Warning: ${pathOf(field)} of ${id} ${message}.`));
		}
	}
}

/** Describes a change in one line, safe to show. */
const changeText = ({field, old, new: after}: MemberChange): string =>
	`${field}: ${shownValue(old)} → ${shownValue(after)}`;

async function sendEdit(
	{of, input}: Edit,
	complete: CompleteResults,
	editing: Sending<EditOptions>,
): Promise<ExitCode> {
	const {opened, interrupt} = editing;
	const result = await sendOmitting(
		input,
		of.raw,
		async sent =>
			showAccepted(editing, async single =>
				opened.session.operations.replace(of, sent, {...single, isUnprotected: editing.options.unprotect}),
			),
		editing,
	);
	await printOne(result, editing, idsLine, complete);
	return interrupt.exitCode() ?? exitCode.done;
}

async function sendEdits(
	edits: readonly Edit[],
	complete: CompleteResults,
	{opened, interrupt, options, context}: Sending<EditOptions>,
): Promise<ExitCode> {
	const run: BulkRun = {
		opened,
		interrupt,
		options,
		context,
		verb: 'replaced',
		retries: options.retries,
		omitRefused: options.omitRefused,
	};
	const result = await runBulk(run, async bulk => opened.session.operations.bulkReplace(edits, bulk));
	return printBulk(run, result, idsLine, complete);
}

/** A line with the old and the new ID. */
const idsLine: LineOf = ({oldId, id}) => [oldId, id];

/** The results of all targets in their order, including those to which nothing was sent because they had the values already. */
function withUnchanged(results: Iterable<ChangeResult>, targets: readonly Notification[]): ChangeResult[] {
	const byId = new Map(Iterator.from(results).map(result => [result.oldId, result]));
	return targets.map(
		({id}) =>
			byId.get(id) ?? {
				place: null,
				change: null,
				action: 'replace',
				status: 'skipped',
				id,
				oldId: id,
				message: 'Nothing to change: the fields have these values already.',
				issues: [],
			},
	);
}

/** Opens the drafts as YAML in the editor. Returns the edited drafts in the same order. @throws CommandError */
async function editTexts(
	entries: ReadonlyArray<{readonly of: Notification; readonly draft: Draft}>,
	{services}: CommandSession,
	{host}: Pick<CommandContext, 'host'>,
): Promise<readonly Draft[]> {
	if (!host.isInputTerminal()) {
		throw new UsageError('--editor needs a terminal.');
	}

	const {editableText, readEditedText} = await import('../files/edited-text.ts');
	const result = await services.edit(entries.map(entry => editableText(entry)).join(''), 'notifications.yaml');
	if (!result.ok) {
		throw new CommandError({
			exitCode: exitCode.failed,
			kind: 'editor',
			message: `Nothing was sent. ${result.problem}.`,
		});
	}

	try {
		return await readEditedText(result.text, entries);
	} catch (error) {
		throw error instanceof BodiesError ? invalidText(error) : error;
	}
}
