import {sanitiseCell} from '../../terminal/sanitise.ts';
import {truncate, widthOf} from '../../terminal/width.ts';
import type {ColumnLayout} from './columns.ts';
import {fitStatus, wholeStatus, type StatusPart} from './fit-status.ts';

/** The values that all rows have in common, placed before the status in the header or, while there is no notice, above the footer. One of the two is empty. */
export type FoldedText = {
	readonly header: string;
	readonly idle: string;
};

/**
The text of the values that all rows have in common, which no column shows: `every row: ETH_MAINNET, ADDRESS_ACTIVITY`.

@param folded - The columns that are left out, with their values.
@param room - The room in the header, in terminal columns.
@param columns - The width of the terminal.
*/
export function foldedText(folded: ColumnLayout['folded'], room: number, columns: number): FoldedText {
	const values = folded.filter(({value}) => value !== '').map(({value}) => sanitiseCell(value));
	const missing = folded.filter(({value}) => value === '').map(({field}) => `no ${field.name}`);
	const text = [...values.length === 0 ? [] : [`every row: ${values.join(', ')}`], ...missing].join(' · ');
	return widthOf(text) <= room ? {header: text, idle: ''} : {header: '', idle: truncate(text, columns - 2)};
}

/**
The status in the header of the list, and the line above the footer.

@param folded - The columns that are left out, with their values.
@param parts - The status of the list.
@param room - The room for the status, in columns.
@param columns - The width of the terminal.
*/
export function listHeader(folded: ColumnLayout['folded'], parts: readonly StatusPart[], room: number, columns: number): {readonly status: string; readonly same: string} {
	const whole = wholeStatus(parts);
	const {header, idle} = foldedText(folded, room - widthOf(`${whole} · `), columns);
	return {status: header === '' ? fitStatus(parts, room) : `${header} · ${whole}`, same: idle};
}
