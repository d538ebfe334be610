import type {DistinctValue} from '../../domain/bulk-edit/distinct-values.ts';
import type {EditCounts} from '../../domain/bulk-edit/edit-outcomes.ts';
import type {FieldEdit} from '../../domain/bulk-edit/field-edits.ts';
import type {FieldId} from '../../domain/fields.ts';
import {numberText} from '../../platform/text.ts';
import {noValue, sanitise} from '../../terminal/sanitise.ts';
import {firstFitting} from '../../terminal/width.ts';
import {keyOf} from '../keys/match.ts';
import {warning, type Said} from '../ui/line.ts';
import {type BulkEditView, sharedValue} from './bulk-edit.ts';

/** The counts of a bulk edit on one line, the most important first: `152 change · 2 invalid · 150 templates unknown`. */
export function countsText({
	changed,
	invalid,
	refused,
	warned,
	duplicate,
	contentLost,
	leftOut,
	unchanged,
	protected: kept,
}: EditCounts): string {
	return [
		`${numberText(changed)} ${changed === 1 ? 'changes' : 'change'}`,
		...(invalid === 0 ? [] : [`${numberText(invalid)} invalid`]),
		...(refused === 0 ? [] : [`${numberText(refused)} refused`]),
		...(kept === 0 ? [] : [`${numberText(kept)} protected`]),
		...(warned === 0 ? [] : [`${numberText(warned)} warned of`]),
		...(duplicate === 0 ? [] : [`${numberText(duplicate)} ${duplicate === 1 ? 'duplicate' : 'duplicates'}`]),
		...(contentLost === 0
			? []
			: [`${numberText(contentLost)} ${contentLost === 1 ? 'template' : 'templates'} unknown`]),
		...(leftOut === 0 ? [] : [`${numberText(leftOut)} left out`]),
		...(unchanged === 0 ? [] : [`${numberText(unchanged)} unchanged`]),
	].join(' · ');
}

/** The counts for a line that is too short for all of them: the last ones are left out first, so that no number is cut. */
export function fewerCounts(counted: string): string[] {
	const parts = counted.split(' · ');
	return parts.map((_, index) => parts.slice(0, parts.length - index).join(' · '));
}

/** Which of the fields has the focus, where they do not fit: `field 3 of 9`, or `3/9`. Empty if they fit into `height`. */
export function fieldPosition(
	{values, focus}: Pick<BulkEditView, 'values' | 'focus'>,
	height: number,
): readonly string[] {
	const fields = values.keys().toArray();
	const place = fields.indexOf(focus) + 1;
	return fields.length <= height ? [] : [`field ${place} of ${fields.length}`, `${place}/${fields.length}`];
}

/** The text of a field without the focus. `ifEmpty`: the text if all notifications have none. `isFaint`: it describes the values. Not yet safe to show. */
export function fieldText(
	values: readonly DistinctValue[] | undefined,
	edit: FieldEdit | undefined,
	ifEmpty = noValue,
): {readonly text: string; readonly isFaint: boolean} {
	if (edit?.kind === 'text') {
		return {text: edit.text === '' ? noValue : edit.text, isFaint: edit.text === ''};
	}

	if (values === undefined) {
		return {text: '…', isFaint: true};
	}

	const total = `${numberText(values.length)} values`;
	const shared = sharedValue(values);
	if (edit?.kind === 'values') {
		return {text: `${numberText(edit.values.size)} of ${total} changed`, isFaint: false};
	}

	return {
		text: shared === undefined ? total : shared === '' ? ifEmpty : shared,
		isFaint: shared === undefined || shared === '',
	};
}

/** The hint about the values that the focused field takes, in a line of at most `columns` below the notifications. */
export function fieldHint(
	values: readonly DistinctValue[] | undefined,
	edit: FieldEdit | undefined,
	field: FieldId,
	columns: number,
): string {
	const replaces = field === 'template' ? '' : ' /old/new/ replaces within each.';
	const short = field === 'template' ? 'A text sets all.' : 'A text sets all, /old/new/ replaces.';
	const wordings =
		values !== undefined && values.length > 1 && edit?.kind !== 'text'
			? [
					`${keyOf('bulk-edit', 'accept')}: list the ${numberText(values.length)} values. A text sets all.${replaces}`,
					`${keyOf('bulk-edit', 'accept')}: ${numberText(values.length)} values. ${short}`,
				]
			: [
					`A text sets all.${replaces} ${keyOf('bulk-edit', 'back')}: leave it as it is.`,
					`${short} ${keyOf('bulk-edit', 'back')}: leave it.`,
				];
	return firstFitting([...wordings, short], columns);
}

/** The reason why the edit cannot be reviewed yet; undefined if it can. `sent`: the number of notifications that would be edited. */
export function whyNoReview(
	{problems, counts}: Pick<BulkEditView, 'problems' | 'counts'>,
	sent: number,
): string | undefined {
	const [problem] = problems.values();
	if (problem !== undefined) {
		return `Nothing was sent. ${sanitise(problem)}`;
	}

	if (counts.invalid > 0) {
		return `Nothing was sent: ${numberText(counts.invalid)} ${counts.invalid === 1 ? 'is' : 'are'} invalid. ${keyOf('bulk-edit', 'leave-out-invalid')} leaves ${counts.invalid === 1 ? 'it' : 'them'} out.`;
	}

	if (counts.refused > 0) {
		return `Nothing was sent: ${numberText(counts.refused)} ${counts.refused === 1 ? 'breaks' : 'break'} a policy. ${keyOf('bulk-edit', 'leave-out-invalid')} leaves ${counts.refused === 1 ? 'it' : 'them'} out.`;
	}

	if (sent > 0) {
		return undefined;
	}

	return counts.protected > 0 ? 'Nothing was sent: all that changes is protected.' : 'No changes to send.';
}

/** The texts of a review below its question. `hidden`: the number of the notifications that the search hides. */
export function reviewTexts(
	{
		counts: {changed, warned, duplicate, contentLost, protected: kept},
		acceptsInvalid,
	}: Pick<BulkEditView, 'counts' | 'acceptsInvalid'>,
	hidden: number,
): Said[] {
	const one = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural);
	const lost = one(contentLost, 'template that is', 'templates that are');
	return [
		hidden > 0 &&
			warning(
				`! ${numberText(hidden)} of these ${numberText(changed)} ${one(hidden, 'is', 'are')} hidden by the search.`,
			),
		kept > 0 &&
			warning(
				`! ${numberText(kept)} ${one(kept, 'is protected and stays as it is', 'are protected and stay as they are')}.`,
			),
		warned > 0 && warning(`! ${numberText(warned)} ${one(warned, 'breaks', 'break')} a policy that only warns.`),
		contentLost > 0 && warning(lostTemplatesText(contentLost, changed)),
		duplicate > 0 &&
			warning(
				`! ${numberText(duplicate)} ${one(duplicate, 'becomes a duplicate', 'become duplicates')} of another notification.`,
			),
		acceptsInvalid && warning('! Sent although a check fails.'),
		`${one(changed, 'It', 'Each')} gets a new ID: the new one is created and listed before the old one is deleted. ${keyOf('list', 'undo')} in the list takes it back${contentLost === 0 ? '' : `, without the ${lost} unknown`}.`,
	];
}

/** The warning that templates are lost: of so many of those that are changed. */
function lostTemplatesText(lost: number, changed: number): string {
	if (changed === 1) {
		return '! Its template is unknown here: the new one has none.';
	}

	return lost === 1
		? '! The template of 1 is unknown here: the new one has none.'
		: `! The templates of ${lost === changed ? 'all ' : ''}${numberText(lost)} are unknown here: the new ones have none.`;
}
