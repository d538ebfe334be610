import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import type {LabelPart} from '../shared/account-label.ts';
import type {ColumnLayout} from './columns.ts';

/** Columns that are not worth a beginning of the text. */
const leastRoom = 12;

/** What all rows have in common, for the header: `all ETH_MAINNET · ADDRESS_ACTIVITY`. Empty where nothing is the same, or there is no room. */
export function foldedText(folded: ColumnLayout['folded'], room: number): string {
	const values = folded.filter(({value}) => value !== '').map(({value}) => sanitiseCell(value));
	const missing = folded.filter(({value}) => value === '').map(({field}) => `no ${field.name}`);
	const text = [...values.length === 0 ? [] : [`all ${values.join(' · ')}`], ...missing].join(' · ');
	return room < leastRoom && widthOf(text) > room ? '' : truncate(text, room);
}

/** Columns that a header has room for between the account and the status, with a separator. */
export function foldedRoom(label: readonly LabelPart[], status: string, columns: number): number {
	const title = ' chainbell · ';
	return columns - widthOf(title + label.map(({text}) => text).join('')) - widthOf(`   ${status} · `);
}
