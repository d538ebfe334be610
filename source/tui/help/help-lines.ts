import {wrap} from '../../terminal/width.ts';
import {bindingsOf} from '../keys/match.ts';
import type {Binding} from '../keys/bindings.ts';
import {scopes, type Scope} from '../keys/scopes.ts';
import {textKeys} from '../keys/text-keys.ts';
import type {TextLine} from '../detail/detail-lines.ts';

/** The keys of a scope, then the common ones, then all others, as lines of at most `columns`. */
export function helpLines(scope: Scope, columns: number): TextLine[] {
	const order = [scope, 'everywhere', ...Object.keys(scopes)] as Scope[];
	return [...new Set(order)].flatMap(section => [
		...sectionLines(scopes[section].title, bindingsOf(section), columns),
		...section === 'form' ? sectionLines('text', textKeys, columns) : [],
	]);
}

type Row = Pick<Binding, 'keys' | 'label'>;

function sectionLines(title: string, rows: readonly Row[], columns: number): TextLine[] {
	return rows.length === 0
		? []
		: [
			{label: '', text: title[0]!.toUpperCase() + title.slice(1), isFaint: true},
			...rows.flatMap(row => rowLines(row, columns)),
			{label: '', text: ''},
		];
}

/** Keys and label on one line where they fit, otherwise below each other. */
function rowLines({keys, label}: Row, columns: number): TextLine[] {
	const column = Math.min(28, Math.floor(columns / 2));
	const names = `  ${keys.join(' ')} `;
	return names.length <= column && column + label.length <= columns
		? [{label: '', text: names.padEnd(column) + label}]
		: [names, ...wrap(label, columns - 6).map(line => `      ${line}`)].map(text => ({label: '', text}));
}
