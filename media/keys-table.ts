import {bindings, textKeys, type Binding, type Scope} from '../source/tui/keys/bindings.ts';

const titles: Readonly<Record<Scope, string>> = {
	everywhere: 'everywhere',
	list: 'list',
	detail: 'detail',
	form: 'form',
	picker: 'channel picker',
	review: 'review',
	drafts: 'drafts',
	history: 'history',
	search: 'search',
	sort: 'sort',
	group: 'group',
	recovery: 'unfinished',
	try: 'trying filters',
	file: 'sample file',
	delete: 'delete',
	bulk: 'deleting several',
	'bulk-restore': 'restoring several',
	'bulk-run': 'at work on several',
	'bulk-paused': 'paused',
	'bulk-end': 'after several',
	connect: 'connect',
	key: 'API key',
	help: 'help',
};

/** README's key table, from the table that matches the keys. */
export function keysTable(): string {
	const rows = Object.entries(titles).map(([scope, title]) => row(title, (bindings as readonly Binding[]).filter(binding => binding.scope === scope)));
	return `| where | keys |\n|---|---|\n${rows.join('')}${row('text', textKeys)}`;
}

function row(title: string, keys: ReadonlyArray<Pick<Binding, 'keys' | 'label'>>): string {
	const said = keys.map(binding => `${binding.keys.map(key => `\`${key}\``).join(' ')} ${binding.label}`);
	return `| ${title} | ${said.join(' · ')} |\n`;
}
