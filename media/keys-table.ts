import {bindings, type Binding, type Scope} from '../source/tui/keys/bindings.ts';

const titles: Readonly<Record<Scope, string>> = {
	everywhere: 'everywhere',
	list: 'list',
	detail: 'detail',
	form: 'form',
	picker: 'channel picker',
	delete: 'delete',
	connect: 'connect',
	key: 'API key',
	help: 'help',
};

/** README's key table, from the table that matches the keys. */
export function keysTable(): string {
	const rows = Object.entries(titles).map(([scope, title]) => {
		const keys = (bindings as readonly Binding[])
			.filter(binding => binding.scope === scope)
			.map(binding => `${binding.keys.map(key => `\`${key}\``).join(' ')} ${binding.label}`);
		return `| ${title} | ${keys.join(' · ')} |\n`;
	});
	return `| where | keys |\n|---|---|\n${rows.join('')}`;
}
