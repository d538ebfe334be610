import {Text, useIsScreenReaderEnabled} from 'ink';
import {scopes, type Scope, type Action, type Binding} from '../keys/bindings.ts';
import {useKeys} from '../keys/use-keys.ts';
import {Frame, useBodySize} from '../ui/frame.tsx';
import {scrollStatus} from '../ui/layout.ts';
import {useNavigation} from '../ui/navigation.ts';
import {PromptLine} from '../ui/text-field.tsx';
import {useScroll} from '../ui/list.tsx';
import {useTextInput} from '../keys/text-edit.ts';
import {lineOfSpans, Lines, type Line, type Span, gap} from '../ui/line.tsx';
import {range, upperFirst} from '../../platform/text.ts';
import {fit, truncate} from '../../terminal/width.ts';
import {nameOfAction, textKeys, type KeysRow} from '../keys/action-names.ts';
import {fittingKeys, bindingsOf, keyToShow} from '../keys/match.ts';

/** The help: the keys of the screen below on one page, then all keys from the table of bindings. Typing filters them. */
export function HelpScreen({scope}: {readonly scope: Scope}) {
	const {columns, rows} = useBodySize();
	const isReader = useIsScreenReaderEnabled();
	const {edit: search, keys: typed} = useTextInput();
	const lines = helpLines(scope, columns - 1, search.text, isReader);
	const height = Math.max(1, rows - 1);
	const {top, moves} = useScroll(lines.length, height);
	const {pop} = useNavigation();
	const keys = useKeys('help', {
		actions: {
			...moves,
			help() {
				pop();
			},
		},
		onKey(key) {
			typed.onKey(key);
			moves.first();
		},
		onPaste(text) {
			typed.onPaste(text);
			moves.first();
		},
	});

	return (
		<Frame keys={keys} isPlain title={`help · ${scopes[scope].title}`} status={scrollStatus(top, height, lines.length)}>
			<PromptLine prompt=" / " columns={columns} {...search} />
			{lines.length === 0 && <Text> No key matches.</Text>}
			<Lines lines={lines.slice(top, top + height).map(lineOf => lineOf())} />
		</Frame>
	);
}

/**
The keys of a scope on one page, in groups and with short names; then all keys in full, first those of the scope, then the common ones. Returns what lays out each line, of at most `columns`: most are not in sight.

@param scope - The scope whose keys come first.
@param columns - Terminal columns.
@param search - Without the page, only keys are shown whose line contains all of these words, in any case, or whose section does.
@param isReader - Whether a screen reader reads them. Otherwise the page has several columns.
*/
export function helpLines(scope: Scope, columns: number, search = '', isReader = false): Array<() => Line> {
	const words = search.trim().toLowerCase().split(/\s+/v);
	const order = [scope, 'everywhere', ...Object.keys(scopes)] as Scope[];
	return [
		...(search.trim() !== '' ? [] : [...helpPage(scope, isReader ? 1 : columns), gap].map(line => () => line)),
		...[...new Set(order)].flatMap(section => [
			...sectionLines(scopes[section].title, bindingsOf(section), columns, words),
			...(section === 'form' ? sectionLines('text', textKeys, columns, words) : []),
		]),
	];
}

function sectionLines(
	title: string,
	rows: readonly KeysRow[],
	columns: number,
	words: readonly string[],
): Array<() => Line> {
	const found = rows.filter(({keys, label}) =>
		words.every(word => `${title} ${keys.join(' ')} ${label}`.toLowerCase().includes(word)),
	);
	const width = Math.min(keyColumns, Math.floor(columns / 3));
	const lines = found.map(({keys, label}) => () => {
		const names = keys.join(' ').padEnd(width - 4);
		return lineOfSpans([
			{text: '  '},
			{text: names, role: 'key'},
			{text: truncate(`  ${label}`, columns - 2 - names.length)},
		]);
	});
	return found.length === 0 ? [] : [() => lineOfSpans([headingOf(title)]), ...lines, () => gap];
}

const headingOf = (title: string): Span => ({text: upperFirst(title), role: 'title'});

/** The width of the keys if there is room, in columns. */
const keyColumns = 26;

type Group = readonly [title: string, actions: readonly Action[]];

/** The keys of the list on its page, by what they are for. The others come last. */
const listGroups: readonly Group[] = [
	['change', ['new', 'edit', 'delete', 'park', 'clone', 'repeat-edit', 'undo', 'plan-file']],
	['mark', ['mark', 'mark-all', 'invert']],
	['find', ['search', 'back', 'changed', 'sort', 'view', 'duplicates', 'wide', 'fold', 'up']],
	['look', ['open', 'raw', 'copy', 'open-link', 'try', 'history', 'refresh']],
];

/** Actions that have one entry together: under the first one. */
const together: ReadonlyArray<readonly [name: string, actions: readonly Action[]]> = [
	['Move', ['up', 'down', 'page-up', 'page-down', 'first', 'last']],
	['Previous, next', ['left', 'right']],
	['Mark row, range', ['mark', 'range']],
	['Mark, unmark all', ['mark-all', 'unmark-all']],
	['Fold, unfold group', ['fold', 'unfold']],
	['Sort, group', ['sort', 'group']],
	['All columns, preview', ['wide', 'preview']],
	['Activity', ['history', 'pending']],
	['Refresh, watch', ['refresh', 'watch']],
	['Undo, redo', ['undo', 'redo']],
	['Edit, in $EDITOR', ['edit', 'edit-text']],
	['Delete, park or resume', ['delete', 'park']],
	['Quit', ['quit', 'exit']],
	['Help, palette', ['help', 'palette']],
	['Suspend, redraw', ['suspend', 'redraw']],
];

/** The width of an entry at least, so that its name can be read, and of the keys in it. */
const entryWidth = 38;
const keysWidth = 13;

/** The keys of a screen and the common ones, in groups and with short names, in as many columns as fit: one page in most terminals. */
export function helpPage(scope: Scope, columns: number): Line[] {
	const count = Math.max(1, Math.floor(columns / entryWidth));
	const width = Math.floor(columns / count);
	const own = bindingsOf(scope);
	const common = bindingsOf('everywhere').filter(({action}) => own.every(row => row.action !== action));
	const rows = [...own, ...common];
	const actionsOf = (some: readonly Binding[]) => some.map(({action}) => action);
	const named = listGroups.flatMap(([, actions]) => actions);
	const groups: readonly Group[] =
		scope === 'list'
			? [...listGroups, ['program', actionsOf(rows).filter(action => !named.includes(action))]]
			: [
					[scopes[scope].title, actionsOf(own)],
					[scopes.everywhere.title, actionsOf(common)],
				];
	const entryOf = (action: Action): Array<readonly Span[]> => {
		const [name, all] = together.find(([, actions]) => actions.includes(action)) ?? ['', [action]];
		const members = all.flatMap(each => rows.filter(row => row.action === each));
		const [row] = members;
		if (row?.action !== action) {
			return [];
		}

		const first = keyToShow(row, scope);
		const isAlone = members.length === 1;
		const keys = isAlone
			? [first, ...row.keys.filter(key => key !== first)]
			: members.slice(0, 2).map(member => keyToShow(member, scope));
		const shown = fittingKeys(keys, keysWidth);
		const said = fit(isAlone ? nameOfAction(row)[0] : name, width - keysWidth - 4);
		return [[{text: '  '}, {text: fit(shown, keysWidth), role: 'key'}, {text: ` ${said} `}]];
	};

	const blocks = groups.map(([title, actions]) => [
		[headingOf(fit(title, width))],
		...actions.flatMap(action => entryOf(action)),
	]);
	// A heading stands over the keys of its group, not at the end of a column.
	const cellsIn = (height: number) =>
		blocks.reduce<ReadonlyArray<readonly Span[]>>((cells, block) => {
			const gaps = (cells.length + 1) % height === 0 ? [[{text: ' '.repeat(width)}]] : [];
			return [...cells, ...gaps, ...block];
		}, []);
	let height = Math.ceil(blocks.flat().length / count);
	while (cellsIn(height).length > height * count) {
		height++;
	}

	const cells = cellsIn(height);
	return range(height).map(row => lineOfSpans(range(count).flatMap(column => cells[column * height + row] ?? [])));
}
