import {type MemberChange, toSentBody} from '../../service/body.ts';
import {changeSigns, lineText, namedIds} from '../../files/notification-file.ts';
import type {FileChange, FilePlan} from '../../files/plan.ts';
import {countText, notInText, planNotes} from '../../files/plan-texts.ts';
import type {NotificationFields} from '../../notification/notification.ts';
import {kindWords} from '../../notification/operation-texts.ts';
import {numberText} from '../../platform/text.ts';
import {rulesProblemText} from '../../account/settings.ts';
import {sanitise, sanitiseCell, shownValue} from '../../terminal/sanitise.ts';
import {jsonText, exitCode} from '../command-error.ts';
import type {Run} from '../command.ts';
import type {planCommandOptions} from '../commands/files.ts';
import {openListed} from '../open-session.ts';
import type {Printed} from '../output/schemas.ts';
import {ownPlan, planInput, readPlanInput, withFiles} from './plan-account.ts';
import {writeOwn} from './write-own.ts';

/** Prints what applying files or the account of another profile would change, or whether a kept plan still fits. Nothing is sent. Returns the exit code. @throws CommandError */
export async function runPlan(run: Run<typeof planCommandOptions>) {
	const {options, words} = run;
	const read = await readPlanInput(words, run);
	await using listed = await openListed({...run, options: {...options, dryRun: true}});
	const {session} = listed;
	const rules = await session.rules.load();
	const {plan, tooMany} = await planInput(read, {listed, rules}, run);
	const {mask} = options;
	if (options.json || options.output === 'json') {
		run.print(jsonText(planJson(plan, mask), 2));
	} else {
		run.print((options.output === 'markdown' ? planMarkdown(plan, mask) : planLines(plan, mask)).join('\n'));
	}

	if (tooMany !== undefined) {
		run.printError(sanitise(`apply will refuse this plan: ${tooMany}`));
	}

	for (const problem of rules.problems.slice(0, 1)) {
		run.printError(
			sanitise(
				`apply will refuse this plan. ${mask ? 'A rule of config.yaml cannot be used.' : rulesProblemText(problem)}`,
			),
		);
	}

	if (options.out !== undefined) {
		const names = new Map(read.kind === 'files' ? read.files.map(({name, path = name}) => [name, path]) : []);
		const changes = withFiles(plan.changes, file => names.get(file) ?? file);
		await writeOwn(options.out, ownPlan({account: session.profileKey, changes}), 0o600);
	}

	if (tooMany !== undefined || rules.problems.length > 0) {
		return exitCode.failed;
	}

	return options.exitCode && isDifferent(plan) ? exitCode.changes : exitCode.done;
}

/** Whether the account is not as the files say, also where nothing can or will be done about it. */
const isDifferent = ({changes, unmanaged, kept, pending, notReplaced}: FilePlan): boolean =>
	[changes, unmanaged, kept, pending, notReplaced].some(each => each.length > 0);

const masked = '•••';

/** The text that identifies a notification. `isMasked`, here and below: whether recipients, users, names and texts are left out, for a log that others can read. */
const toldOf = ({name, userId, channel, recipient}: NotificationFields, isMasked: boolean): string[] =>
	(isMasked ? [channel] : [name, userId, channel, recipient]).filter(text => text !== '');

const fieldsOf = (change: FileChange): NotificationFields => (change.kind === 'delete' ? change.of : change.input);

const placeOf = ({place}: FileChange): string => (place === undefined ? '' : lineText(place));

const lineOf = (texts: readonly string[]): string => texts.map(text => sanitiseCell(text)).join('  ');

/** The line of a change: `~ replace 17  Treasury  ops  a@example.com  (alerts.yaml, line 12)`. */
function headOf(change: FileChange, isMasked: boolean): string {
	const {kind, of} = change;
	const place = placeOf(change);
	return lineOf([
		`${changeSigns[kind]} ${kind}${of === undefined ? '' : ` ${of.id}`}`,
		...toldOf(fieldsOf(change), isMasked),
		...(place === '' ? [] : [`(${place})`]),
	]);
}

const changeLine = ({field, old, new: after}: MemberChange, isMasked: boolean): string => {
	const [before, now] = [old, after].map(text => (text !== '' && isMasked ? masked : shownValue(text)));
	return `    ${sanitiseCell(field)}: ${before!} → ${now!}`;
};

/** A plan as lines for a person; safe to show. */
export const planLines = (plan: FilePlan, isMasked = false): string[] => [
	...plan.changes.flatMap(change => [
		headOf(change, isMasked),
		...(change.changes ?? []).map(each => changeLine(each, isMasked)),
	]),
	...keptLines(plan, isMasked),
	...notesOf(plan),
	countText(plan),
];

/** The lines of what is protected: `= protected 17  Treasury  ops  (not replaced: config.yaml line 3 has protect: user:=ops)`. A masked one does not have the query, which may name a user. */
export const keptLines = ({kept}: FilePlan, isMasked = false): string[] =>
	kept.map(({kind, listed, rule: {place, text}}) =>
		lineOf([
			`= protected ${listed.id}`,
			...toldOf(listed, isMasked),
			`(not ${kindWords[kind].done.toLowerCase()}: ${isMasked ? place : `${place} has protect: ${text}`})`,
		]),
	);

/** Describes the notifications that a plan leaves alone, in sentences that are safe to show. */
export function notesOf(plan: FilePlan): string[] {
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
export function planJson(plan: FilePlan, isMasked: boolean): Printed<'plan'> {
	const {changes, pairs: _pairs, unmanaged, similar, kept, ...rest} = plan;
	return {
		changes: changes.map(change => ({
			action: change.kind,
			place: change.place === undefined ? null : placeOf(change),
			id: change.of?.id ?? null,
			...(!isMasked && change.input && {body: toSentBody(change.input)}),
			changes: (change.changes ?? []).map(each => (isMasked ? {field: each.field, old: masked, new: masked} : each)),
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
function planMarkdown(plan: FilePlan, isMasked: boolean): string[] {
	const cell = (text: string) => sanitiseCell(text).replaceAll(/[\\`*_\{\}\[\]<>\(\)#+!\|~]/gv, String.raw`\$&`);
	const row = (change: FileChange) => {
		const changed = (change.changes ?? []).map(each => cell(changeLine(each, isMasked).trim())).join('<br>');
		const told = toldOf(fieldsOf(change), isMasked).join(' · ');
		const cells = [change.kind, cell(change.of?.id ?? ''), cell(told), changed, cell(placeOf(change))];
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
