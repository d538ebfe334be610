import {type MemberChange, toSentBody} from '../../service/body.ts';
import {changeLine, changeSigns, lineText, namedIds} from '../../files/notification-file.ts';
import {verbOf, type FileChange, type FilePlan} from '../../files/plan.ts';
import {countText, notInText, planNotes} from '../../files/plan-texts.ts';
import type {NotificationFields} from '../../notification/notification.ts';
import {kindWords} from '../../notification/operation-texts.ts';
import {nonEmpty, numberText} from '../../platform/text.ts';
import {applyFileChanges, rememberPlan} from '../../account/account-files.ts';
import {rulesProblemText} from '../../account/settings.ts';
import {sanitise, sanitiseCell} from '../../terminal/sanitise.ts';
import {runChange, type ChangeValues} from '../change-command.ts';
import {exitCode, jsonText, unconfirmed, UsageError} from '../command-error.ts';
import {printsResults, type Run, type Running} from '../command.ts';
import type {applyOptions, planCommandOptions} from '../commands/files.ts';
import {openListed} from '../open-session.ts';
import {dryRunText} from '../output/result.ts';
import type {Printed} from '../output/schemas.ts';
import {codeOfKept, requireRules} from '../targets.ts';
import {ownPlan, type PlanInput, planInput, type PlanValues, readPlanInput, withFiles} from './plan-account.ts';
import {writeOwn} from './write-own.ts';

/** Prints what applying files or the account of another profile would change, or whether a kept plan still fits. Nothing is sent. Returns the exit code. @throws CommandError */
export async function runPlan(run: Run<typeof planCommandOptions>) {
	const {options, words} = run;
	const read = await readPlanInput(words, run);
	await using listed = await openListed({...run, options: {...options, dryRun: true}});
	const {session} = listed;
	const rules = await session.rules.load();
	const {plan, tooMany} = await planInput(read, listed, run);
	const {mask} = options;
	if (options.json || options.output === 'json') {
		run.print(jsonText(planJson(plan, mask), 2));
	} else {
		run.print((options.output === 'markdown' ? planMarkdown(plan, mask) : planLines(plan, mask)).join('\n'));
	}

	const [problem] = rules.problems;
	const refusals = nonEmpty([
		tooMany !== undefined && `: ${tooMany}`,
		problem !== undefined && `. ${mask ? 'A rule of config.yaml cannot be used.' : rulesProblemText(problem)}`,
	]);
	for (const why of refusals) {
		run.printError(sanitise(`apply will refuse this plan${why}`));
	}

	if (options.out !== undefined) {
		const names = new Map(read.kind === 'files' ? read.files.map(({name, path = name}) => [name, path]) : []);
		const changes = withFiles(plan.changes, file => names.get(file) ?? file);
		await writeOwn(options.out, ownPlan({account: session.profileKey, changes}), 0o600);
	}

	if (refusals.length > 0) {
		return exitCode.failed;
	}

	return options.exitCode && isDifferent(plan) ? exitCode.changes : exitCode.done;
}

/** Whether the account is not as the files say, also where nothing can or will be done about it. */
const isDifferent = ({changes, unmanaged, kept, pending, notReplaced}: FilePlan) =>
	[changes, unmanaged, kept, pending, notReplaced].some(each => each.length > 0);

/** Makes an account equal to files or to that of another profile, or makes the changes of a kept plan, as one set. Returns the exit code. @throws CommandError */
export async function runApply(run: Run<typeof applyOptions>) {
	const {words, options} = run;
	const read = await readPlanInput(words, run);
	if (read.kind === 'plan' && (options.prune || options.acceptUnknownTemplate)) {
		throw new UsageError(
			'A kept plan is applied as it is: give --prune and --accept-unknown-template to chainbell plan.',
		);
	}

	return applyInput(read, run);
}

/** Makes the changes that an input asks for as one set, after asking. Returns the exit code. @throws CommandError */
export async function applyInput(read: PlanInput, run: Running<ChangeValues & PlanValues>): Promise<number> {
	const {options} = run;
	return runChange(run, async listed => {
		const {session, ledger, place} = listed;
		const {profileKey} = session;
		await requireRules(session);
		const {plan, tooMany, planAgain} = await planInput(read, listed, run);
		if (tooMany !== undefined && !options.dryRun) {
			throw unconfirmed(`Nothing was sent: ${tooMany}`, 'chainbell plan shows what would be deleted.');
		}

		const lines = planLines(plan);
		const {changes} = plan;
		const count = changes.length;
		if (count === 0 && !options.dryRun && !options.quiet) {
			run.printError(lines.join('\n'));
		}

		return {
			count,
			verb: 'changed',
			isCounted: true,
			send: async sending => applyFileChanges(session.changes, changes, {...sending, planAgain}),
			dryRun() {
				const json = planJson(plan, false);
				run.print(printsResults(options) ? dryRunText(json.changes, options, json) : lines.join('\n'));
			},
			preview: async () => lines,
			notes: options.yes ? [...keptLines(plan), ...notesOf(plan)] : [],
			question: `Make ${count === 1 ? 'this change' : `these ${numberText(count)} changes`} on ${place}?`,
			// The action, the old and the new ID.
			line: ({action, oldId, id}) =>
				action === 'delete' || action === 'park' ? [action, id, ''] : [action, oldId ?? '', id],
			async onSent({set}) {
				if (read.kind === 'files') {
					await rememberPlan(ledger, profileKey, read.files, plan, set.id);
				}
			},
			codeIfDone: codeOf(plan),
		};
	});
}

/** The exit code if all that was sent is done, but a pending change, a protection or a template that would be lost kept the account from becoming equal to the files. What is only pruned is no part of the files. */
const codeOf = ({kept, pending, notReplaced}: FilePlan) =>
	pending.length > 0
		? exitCode.unknown
		: codeOfKept(kept.filter(({kind}) => kind === 'replace').length + notReplaced.length);

/** The text that identifies a notification. `isMasked`, here and below: whether recipients, users, names and texts are left out, for a log that others can read. */
const toldOf = ({name, userId, channel, recipient}: NotificationFields, isMasked: boolean) =>
	nonEmpty(isMasked ? [channel] : [name, userId, channel, recipient]);

const fieldsOf = ({input, of}: FileChange): NotificationFields => input ?? of;

const placeOf = ({place}: FileChange) => (place === undefined ? '' : lineText(place));

const lineOf = (texts: readonly string[]) => texts.map(text => sanitiseCell(text)).join('  ');

/** The line of a change: `~ replace 17  Treasury  ops  a@example.com  (alerts.yaml, line 12)`. */
function headOf(change: FileChange, isMasked: boolean) {
	const {kind, of} = change;
	const place = placeOf(change);
	return lineOf([
		`${changeSigns[kind]} ${verbOf(change)}${of === undefined ? '' : ` ${of.id}`}`,
		...toldOf(fieldsOf(change), isMasked),
		...(place === '' ? [] : [`(${place})`]),
	]);
}

/** The old and new values of a change. A masked plan only says whether a field had and has a value. */
function membersOf({changes = []}: FileChange, isMasked: boolean): readonly MemberChange[] {
	const told = (text: string) => (isMasked && text !== '' ? '•••' : text);
	return changes.map(({field, old, new: after}) => ({field, old: told(old), new: told(after)}));
}

/** A plan as lines for a person; safe to show. */
const planLines = (plan: FilePlan, isMasked = false) => [
	...plan.changes.flatMap(change => [
		headOf(change, isMasked),
		...membersOf(change, isMasked).map(each => changeLine(each)),
	]),
	...keptLines(plan, isMasked),
	...notesOf(plan),
	countText(plan),
];

/** The lines of what is protected: `= protected 17  Treasury  ops  (not replaced: config.yaml line 3 has protect: user:=ops)`. A masked one does not have the query, which may name a user. */
const keptLines = ({kept}: FilePlan, isMasked = false) =>
	kept.map(({kind, listed, rule: {place, text}}) =>
		lineOf([
			`= protected ${listed.id}`,
			...toldOf(listed, isMasked),
			`(not ${kindWords[kind].done.toLowerCase()}: ${isMasked ? place : `${place} has protect: ${text}`})`,
		]),
	);

/** Describes the notifications that a plan leaves alone, in sentences that are safe to show. */
function notesOf(plan: FilePlan) {
	const {from, unmanaged} = plan;
	const [are, them] = unmanaged.length === 1 ? ['notification is', 'it'] : ['notifications are', 'them'];
	const pull = from === undefined ? `; chainbell pull adds ${them} to the file` : '';
	const notes = planNotes(plan, '--accept-unknown-template').map(({text}) => text);
	return unmanaged.length === 0
		? notes
		: [
				`${numberText(unmanaged.length)} ${are} in the scope and ${notInText(from)}: ${namedIds(unmanaged.map(({id}) => id))}. --prune deletes ${them}${pull}.`,
				...notes,
			];
}

/** A plan as one JSON document. */
function planJson(plan: FilePlan, isMasked: boolean): Printed<'plan'> {
	const {changes, pairs: _pairs, unmanaged, similar, kept, ...rest} = plan;
	return {
		changes: changes.map(change => ({
			action: verbOf(change),
			place: change.place === undefined ? null : placeOf(change),
			id: change.of?.id ?? null,
			...(!isMasked && change.input && {body: toSentBody(change.input)}),
			changes: membersOf(change, isMasked),
		})),
		unmanaged: unmanaged.map(({id}) => id),
		similar,
		protected: kept.map(({kind, listed: {id}, rule: {place, text}}) => ({
			action: kind,
			id,
			place,
			...(!isMasked && {protect: text}),
		})),
		...rest,
	};
}

/** A plan as Markdown, for the summary of a CI job. */
function planMarkdown(plan: FilePlan, isMasked: boolean) {
	const cell = (text: string) => sanitiseCell(text).replaceAll(/[\\`*_\{\}\[\]<>\(\)#+!\|~]/gv, String.raw`\$&`);
	const row = (change: FileChange) => {
		const changed = membersOf(change, isMasked)
			.map(each => cell(changeLine(each).trim()))
			.join('<br>');
		const told = toldOf(fieldsOf(change), isMasked).join(' · ');
		const cells = [verbOf(change), cell(change.of?.id ?? ''), cell(told), changed, cell(placeOf(change))];
		return `| ${cells.join(' | ')} |`;
	};

	const rows = plan.changes.map(change => row(change));
	return [
		`**${countText(plan)}**`,
		'',
		...(rows.length === 0 ? [] : ['| | ID | notification | changes | file |', '|---|---|---|---|---|', ...rows, '']),
		...[...keptLines(plan, isMasked), ...notesOf(plan)].map(note => `- ${cell(note)}`),
	];
}
