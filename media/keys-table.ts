import {scopes, type Binding, type Scope} from '../source/tui/keys/bindings.ts';
import {textKeys} from '../source/tui/tools/help.tsx';
import {bindingsOf} from '../source/tui/keys/match.ts';

/** The key table of docs/keys.md, from the table that matches the keys. */
export function keysTable(): string {
	const rows = Object.entries(scopes).map(([scope, {title}]) => row(title, bindingsOf(scope as Scope)));
	return `| where | keys |\n|---|---|\n${rows.join('')}${row('text', textKeys)}`;
}

function row(title: string, bindings: ReadonlyArray<Pick<Binding, 'keys' | 'label'>>): string {
	const cells = bindings.map(({keys, label}) => `${keys.map(key => `\`${key}\``).join(' ')} ${label}`);
	return `| ${title} | ${cells.join(' · ')} |\n`;
}
