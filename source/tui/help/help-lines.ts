import {range, upperFirst} from '../../platform/text.ts';
import {fit, truncate, widthOf} from '../../terminal/width.ts';
import {scopes, type Binding, type Scope} from '../keys/bindings.ts';
import {bindingsOf} from '../keys/match.ts';
import {textKeys} from '../keys/text-keys.ts';
import {faint, type Line, gap} from '../ui/line.ts';
import {helpPage} from './help-page.ts';

/**
The keys of a scope on one page, with short names; then all keys in full, first those of the scope, then the common ones. Lines of at most `columns`.

@param scope - The scope whose keys come first.
@param columns - Terminal columns.
@param search - Without the page, only keys are shown whose line contains all of these words, in any case, or whose section does.
@param isReader - Whether a screen reader reads them. Otherwise keys stand side by side where there is room.
*/
export function helpLines(scope: Scope, columns: number, search = '', isReader = false): Line[] {
	const words = search
		.toLowerCase()
		.split(/\s+/v)
		.filter(word => word !== '');
	const order = [scope, 'everywhere', ...Object.keys(scopes)] as Scope[];
	const page = words.length > 0 ? [] : [...helpPage(scope, isReader ? 1 : columns), ''].map(text => ({text}));
	return [
		...page,
		...[...new Set(order)].flatMap(section => [
			...sectionLines(scopes[section].title, bindingsOf(section), columns, words, isReader),
			...(section === 'form' ? sectionLines('text', textKeys, columns, words, isReader) : []),
		]),
	];
}

type Row = Pick<Binding, 'keys' | 'label'>;

function sectionLines(
	title: string,
	rows: readonly Row[],
	columns: number,
	words: readonly string[],
	isReader: boolean,
): Line[] {
	const found = rows.filter(({keys, label}) =>
		words.every(word => `${title} ${keys.join(' ')} ${label}`.toLowerCase().includes(word)),
	);
	return found.length === 0
		? []
		: [
				faint(upperFirst(title)),
				...inColumns(
					found.map(row => rowText(row, columns)),
					isReader ? 1 : columns,
				).map(text => ({text})),
				gap,
			];
}

/** The least width of keys with their labels side by side, the same in all sections. */
const besideWidth = 79;

/** Lines side by side, one column after the other, in a terminal that is wide enough to cut none. */
function inColumns(lines: readonly string[], columns: number): readonly string[] {
	const widest = Math.max(...lines.map(line => widthOf(line)));
	const count = Math.floor(columns / Math.max(besideWidth, widest + 1));
	if (count < 2) {
		return lines;
	}

	const height = Math.ceil(lines.length / count);
	const width = Math.floor(columns / count);
	return range(height).map(row =>
		range(count)
			.map(column => fit(lines[column * height + row] ?? '', width))
			.join('')
			.trimEnd(),
	);
}

/** The width of the keys if there is room, in columns. */
const keyColumns = 26;

/** Keys and label on one line. If it is too long, the label is cut at its end. */
function rowText({keys, label}: Row, columns: number): string {
	const names = `  ${keys.join(' ')}  `;
	const column = Math.min(keyColumns, Math.floor(columns / 3));
	return truncate(`${names}${' '.repeat(Math.max(0, column - widthOf(names)))}${label}`, columns);
}
