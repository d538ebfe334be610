import {scopes, type Binding, type Scope} from '../source/tui/keys/bindings.ts';
import {textKeys} from '../source/tui/keys/action-names.ts';
import {bindingsOf} from '../source/tui/keys/match.ts';

type Row = Pick<Binding, 'keys' | 'label'>;

/** A key that does the same on at least so many screens is listed once. */
const screensOfShared = 8;

/** Docs/keys.md, from the table that matches the keys. */
export function keysPage(): string {
	const sections = Object.entries(scopes).map(([scope, {title}]) => [title, bindingsOf(scope as Scope)] as const);
	const counts = Map.groupBy(
		sections.flatMap(([, rows]) => rows),
		row => line(row),
	);
	const shared = [...counts.values()].filter(({length}) => length >= screensOfShared).map(([row]) => row!);
	const isShared = ({keys, label}: Row) =>
		shared.some(other => other.label === label && keys.every(key => other.keys.includes(key)));
	return [
		'# Keys\n\nAll keys, by screen. `?` shows those of the screen that you are on. Where text is typed, a letter is text. [Configuration](configuration.md#settings-of-the-screens) says how to change them. This page is written by `npm run docs`.\n',
		section('lists and texts', shared),
		...sections.map(([title, rows]) =>
			section(
				title,
				rows.filter(row => !isShared(row)),
			),
		),
		section('text fields', textKeys),
	]
		.filter(text => text !== '')
		.join('\n');
}

const line = ({keys, label}: Row): string => `- ${keys.map(key => `\`${key}\``).join(' ')} ${label}\n`;

const section = (title: string, rows: readonly Row[]): string =>
	rows.length === 0 ? '' : `## ${title}\n\n${rows.map(row => line(row)).join('')}`;
