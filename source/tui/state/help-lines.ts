import {bindingsOf} from '../keys/match.ts';
import type {Binding, Scope} from '../keys/bindings.ts';
import type {Line} from './detail-lines.ts';

const titles: Readonly<Record<Scope, string>> = {
	everywhere: 'Everywhere',
	list: 'List',
	detail: 'Detail',
	form: 'Form',
	picker: 'Channel picker',
	delete: 'Delete',
	connect: 'Connect',
	key: 'API key',
	help: 'Help',
};

/** What a text field does, beside its scope's own keys (state/text-edit.ts). */
const textKeys: ReadonlyArray<readonly [string, string]> = [
	['← → ctrl+b ctrl+f', 'a character left, right'],
	['alt+b alt+f', 'a word left, right'],
	['home end ctrl+a ctrl+e', 'to the beginning, the end'],
	['backspace delete ctrl+d', 'delete a character before, after'],
	['ctrl+w ctrl+u ctrl+k', 'delete a word back, to the beginning, to the end'],
	['ctrl+y', 'put back what was deleted so'],
];

/** The keys of a scope, then those for everywhere, then everything else. */
export function helpLines(scope: Scope): Line[] {
	const order = [scope, 'everywhere', ...Object.keys(titles) as Scope[]];
	return [...new Set(order as Scope[])].flatMap(section => [
		...sectionLines(section, bindingsOf(section)),
		...section === 'form' ? textLines() : [],
	]);
}

function sectionLines(scope: Scope, bindings: readonly Binding[]): Line[] {
	return bindings.length === 0
		? []
		: [
			{label: '', text: titles[scope], isFaint: true},
			...bindings.map(({keys, label}) => keyLine(keys.join(' '), label)),
			{label: '', text: ''},
		];
}

function textLines(): Line[] {
	return [
		{label: '', text: 'Text', isFaint: true},
		...textKeys.map(([keys, label]) => keyLine(keys, label)),
		{label: '', text: ''},
	];
}

function keyLine(keys: string, label: string): Line {
	return {label: '', text: `  ${keys.padEnd(26)}${label}`};
}
