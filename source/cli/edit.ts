import {changeLine, namedIds} from '../files/notification-file.ts';
import {lostContent, toEditable, withChanges} from '../notification/edit.ts';
import {parseFieldName} from '../notification/field-path.ts';
import {toHeldInput, type Draft} from '../notification/fields.ts';
import {type Notification, type NotificationInput, rawOf} from '../notification/notification.ts';
import {pathsNotSent, undocumentedPaths, undocumentedSentences} from '../notification/undocumented.ts';
import {checkedDraft, createPolicyCheck} from '../query/rules.ts';
import {draftChangesBetween, type MemberChange, toSentBody} from '../service/body.ts';
import {sanitiseCell} from '../terminal/sanitise.ts';
import {holdsSecret} from '../terminal/secrets.ts';
import {firstLines, naming, runChange, type Changing} from './change-command.ts';
import {keyInContentError} from './change-errors.ts';
import {commandError, UsageError} from './command-error.ts';
import {printsResults, type Run, type ResultValues, type Running} from './command.ts';
import type {editOptions, deleteOptions} from './commands/change.ts';
import {draftChanges, learnAbis, isDraftGiven, printWarnings, requireValid, setTexts} from './draft-fields.ts';
import {type ChangeResult, dryRunText, toLine} from './output/result.ts';
import {writeRecords} from './output/write-records.ts';
import {completeTargets, findTargets, readTargets, skippedResult} from './targets.ts';
import {say} from '../changes/say.ts';
import {historyNotes, lossNotes, parkText} from '../notification/losses.ts';
import {doneText, kindWords} from '../notification/operation-texts.ts';

type Input = Run<typeof editOptions>;

/** A notification with its content before and after the edit. */
type Edit = {
	readonly of: Notification;
	readonly before: Draft;
	readonly after: Draft;
	readonly input: NotificationInput;
	readonly changes: readonly MemberChange[];
};

const unchanged = 'Nothing to change: the fields have these values already.';

/** Edits notifications by replacement. Returns the exit code. @throws CommandError */
export async function runEdit(run: Input) {
	const {words, options} = run;
	const {editor} = options;
	const request = readTargets(words, options);
	if (isDraftGiven(options) === editor) {
		throw new UsageError(
			'Say what to change: --to VALUE, --set FIELD=VALUE, --replace FIELD=/pattern/text/, or --editor.',
		);
	}

	await learnAbis(run);
	const changes = await draftChanges(options, run.host.input);
	return runChange(run, async listed => {
		const targets = await findTargets(listed, request);
		const {left, rules} = targets;
		const drafts = knownDrafts(left, listed);
		const afters = editor ? await editTexts(drafts, listed) : drafts.map(({before}) => withChanges(before, changes));
		const edits = drafts
			.map(({of, before}, index): Edit => {
				const after = afters[index]!;
				return {of, before, after, input: toHeldInput(after, of), changes: draftChangesBetween(before, after)};
			})
			.filter(edit => edit.changes.length > 0);
		const withKey = edits.find(edit => edit.changes.some(change => holdsSecret(change.new)));
		if (withKey !== undefined) {
			throw keyInContentError(`the edit of ${withKey.of.id}`);
		}

		const findBroken = createPolicyCheck(rules);
		const {acceptInvalid} = options;
		const checked = edits.map(({of: {id}, before, after}) => ({
			id,
			...checkedDraft(after, {held: before, acceptInvalid, findBroken}),
		}));
		requireValid(checked, listed.options);
		printWarnings(checked, listed);
		const edited = edits.map(({of}) => of);
		const count = edits.length;
		if (count === 0 && left.length > 0) {
			run.printError(unchanged);
		}

		const {warnings, codeIfDone, complete} = completeTargets(targets, edited, 'replace', listed);
		return {
			count,
			verb: 'replaced',
			send: async sending =>
				listed.session.changes.run(
					edits.map(({of, input}) => ({kind: 'replace', of, input})),
					sending,
				),
			dryRun:
				count === 0
					? undefined
					: () => {
							const lines = () => edits.flatMap(edit => linesOf(edit)).join('\n');
							run.print(printsResults(options) ? editsAsJson(edits, warnings, options) : lines());
						},
			preview: async () => firstLines(edits, linesOf),
			question: `Replace ${naming(edited)} on ${listed.place}? ${count === 1 ? 'Its ID changes' : 'Their IDs change'}.`,
			line: ({oldId, id}) => [oldId, id],
			complete: results => complete(withUnchanged(results, left)),
			codeIfDone,
		};
	});
}

const bodyOf = ({input, of}: Edit) => toSentBody(input, rawOf(of));

const linesOf = (edit: Edit) => [
	`~ ${edit.of.id} ${sanitiseCell(edit.of.name)}`.trimEnd(),
	...edit.changes.map(change => changeLine(change)),
	...undocumentedSentences(bodyOf(edit), rawOf(edit.of)).map(text => `    ${sanitiseCell(text)}`),
];

/** The bodies that would be sent, as JSON. */
function editsAsJson(edits: readonly Edit[], warnings: ReadonlyMap<string, string>, options: Input['options']) {
	const shown = edits.map(edit => ({
		id: edit.of.id,
		changes: edit.changes,
		alsoSent: [...undocumentedPaths(bodyOf(edit)).keys()],
		notSent: pathsNotSent(rawOf(edit.of), bodyOf(edit)),
		warning: warnings.get(edit.of.id),
	}));
	return dryRunText(shown, options);
}

/** The current drafts of notifications. @throws CommandError, exit code 5, if the old template or topics are unknown and not replaced. */
function knownDrafts(targets: readonly Notification[], {session, ledger, options}: Changing<Input['options']>) {
	const {acceptUnknownTemplate, editor} = options;
	const given = new Set(
		setTexts(options)
			.map(text => parseFieldName(text.split('=', 1)[0]!))
			.flatMap(parsed => (parsed.ok ? [parsed.value] : [])),
	);
	const known = targets.map(of => toEditable(of, ledger.sent.get(session.profileKey, of.id)));
	const lost = known
		.filter(editable => lostContent(editable, editable.before, given) !== undefined)
		.map(({of}) => of.id);
	if (lost.length > 0 && !acceptUnknownTemplate) {
		throw commandError(
			'invalid',
			'template-unknown',
			`Nothing was sent: the template or topics of ${namedIds(lost)} are unknown on this machine. An edit would lose them.`,
			editor
				? 'Pass --accept-unknown-template, and enter the template in the editor.'
				: 'Pass --set template=… to set a new one, or --accept-unknown-template to leave it out.',
		);
	}

	return known;
}

/** The results of all targets in their order, including those to which nothing was sent because they had the values already. */
function withUnchanged(results: Iterable<ChangeResult>, targets: readonly Notification[]) {
	const byId = new Map(Iterator.from(results).map(result => [result.oldId, result]));
	return targets.map(({id}) => byId.get(id) ?? skippedResult('replace', id, unchanged));
}

/** Opens the drafts as YAML in the editor. Returns the edited drafts in the same order. @throws CommandError, BodiesError */
async function editTexts(
	drafts: ReadonlyArray<Pick<Edit, 'of' | 'before'>>,
	{services, host}: Changing<Input['options']>,
) {
	if (!host.isInputTerminal()) {
		throw new UsageError('--editor needs a terminal.');
	}

	const entries = drafts.map(({of, before: draft}) => ({of, draft}));
	const {editableText, readEditedText} = await import('../files/edited-text.ts');
	const result = await services.edit(entries.map(entry => editableText(entry)).join(''), 'notifications.yaml');
	if (!result.ok) {
		throw commandError('failed', 'editor', `Nothing was sent. ${result.problem}.`);
	}

	return readEditedText(result.text, entries);
}

/** Deletes notifications after confirmation. Returns the exit code. @throws CommandError */
export const runDelete = async (run: Run<typeof deleteOptions>) => remove(run, 'delete');

/** Deletes notifications after confirmation, and keeps them as parked. Returns the exit code. @throws CommandError */
export const runPark = async (run: Run<typeof deleteOptions>) => remove(run, 'park');

async function remove(run: Run<typeof deleteOptions>, verb: 'delete' | 'park') {
	const {words, options} = run;
	const request = readTargets(words, options);
	return runChange(run, async listed => {
		const {session, place, shown} = listed;
		const {changes, profile, team} = session;
		const targets = await findTargets(listed, request);
		const {left} = targets;
		const count = left.length;
		const {codeIfDone, complete} = completeTargets(targets, left, verb, listed);
		const [undo, question] =
			verb === 'park'
				? ['Resuming', `Park ${naming(left)} on ${place}? ${parkText(count, team !== undefined)}`]
				: ['chainbell undo', `Delete ${naming(left)} from ${place}? The service cannot undo this.`];
		return {
			count,
			verb: kindWords[verb].done.toLowerCase(),
			send: async sending =>
				changes.run(
					left.map(of => ({kind: 'delete', of, pause: verb === 'park' ? verb : undefined})),
					{...sending, shown},
				),
			dryRun: async () => printTargets(left, run),
			preview: async () => [
				...firstLines(left, target => [`- ${lineOf(target)}`]),
				...lossNotes(await changes.surveyDelete(left), count, undo),
				...(verb === 'park' ? [] : historyNotes(profile.storage?.history, undo)),
			],
			question,
			complete,
			said: item => doneText({...item, detail: say(item)}),
			codeIfDone,
		};
	});
}

/** Prints the notifications to be deleted: a line for each, or as JSON the records as the service sent them. */
async function printTargets(targets: readonly Notification[], run: Running<ResultValues>) {
	if (printsResults(run.options)) {
		const {notificationOutput} = await import('./output/notification-output.ts');
		await writeRecords(targets, notificationOutput, run.options.json ? 'json' : 'jsonl', run);
		return;
	}

	for (const target of targets) {
		run.print(lineOf(target));
	}
}

const lineOf = ({id, name, userId, recipient}: Notification) => toLine([id, name, userId, recipient]);
