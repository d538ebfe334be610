import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import type {LabelPart} from '../shared/account-label.ts';
import type {ColumnLayout} from './columns.ts';

/** Where it is said what all rows have in common: before the status in the header, or above the footer while there is no notice. One of both is empty. */
export type FoldedText = {
	readonly header: string;
	readonly idle: string;
};

/**
What all rows have in common, which no column shows: `all ETH_MAINNET · ADDRESS_ACTIVITY`.

@param folded - The columns that are left out.
@param room - What the header has room for, in terminal columns.
@param columns - Of the terminal.
*/
export function foldedText(folded: ColumnLayout['folded'], room: number, columns: number): FoldedText {
	const values = folded.filter(({value}) => value !== '').map(({value}) => sanitiseCell(value));
	const missing = folded.filter(({value}) => value === '').map(({field}) => `no ${field.name}`);
	const text = [...values.length === 0 ? [] : [`all ${values.join(' · ')}`], ...missing].join(' · ');
	return widthOf(text) <= room ? {header: text, idle: ''} : {header: '', idle: truncate(text, columns - 2)};
}

/** Columns that a header has room for between the account and the status, with a separator. */
export function foldedRoom(label: readonly LabelPart[], status: string, columns: number): number {
	const title = ' chainbell · ';
	return columns - widthOf(title + label.map(({text}) => text).join('')) - widthOf(`   ${status} · `);
}
