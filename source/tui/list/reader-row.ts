import {notificationSentence} from '../../notification/sentence.ts';
import type {ListRow} from '../../query/view.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';
import {numberText} from '../../platform/text.ts';
import type {ClaimedRow} from '../../session/team/claimed-rows.ts';
import {claimedRowText} from '../shared/use-team.ts';

/** The state of the row under the cursor that a screen reader is told besides its content. */
export type ReaderRowState = {
	/** The index of the row, from 0. */
	readonly index: number;
	readonly count: number;
	readonly isMarked: boolean;
	readonly isPending: boolean;
	/** Who is changing it, and since when. */
	readonly claimed?: ClaimedRow | undefined;
	readonly change: 'appeared' | 'vanished' | undefined;
	/** Whether the group of this header is folded. */
	readonly isFolded: boolean;
};

/** The row under the cursor as a screen reader reads it: `E-mail ops@example.com when value > 10 at 0xd8dA…6045 on ETH, Treasury, ops-1, row 2 of 12`. */
export function readerRow(
	row: ListRow,
	{index, count, isMarked, isPending, claimed, change, isFolded}: ReaderRowState,
): string {
	const signs = [
		isMarked && 'marked',
		isPending && 'pending change',
		claimed && claimedRowText(claimed),
		change,
	].filter(sign => typeof sign === 'string');
	return [...contentOf(row, isFolded), ...signs, `row ${numberText(index + 1)} of ${numberText(count)}`]
		.map(text => sanitiseCell(text))
		.join(', ');
}

function contentOf(row: ListRow, isFolded: boolean): string[] {
	switch (row.kind) {
		case 'group': {
			return [
				`group ${row.value === '' ? `no ${row.field}` : row.value}`,
				`${numberText(row.members.length)} ${row.members.length === 1 ? 'notification' : 'notifications'}`,
				isFolded ? 'folded' : 'unfolded',
			];
		}

		case 'unreadable': {
			return [`unreadable record: ${row.problem}`];
		}

		case 'notification': {
			return [notificationSentence(row, 'short'), row.name === '' ? `no name, ID ${row.id}` : row.name, row.userId];
		}
	}
}
