import {nameOfField} from '../draft/field-path.ts';
import type {FieldId} from '../fields.ts';

/** A command of chainbell: its arguments, not yet quoted for a shell. */
export type CommandWords = readonly string[];

/** The account of a command. */
export type CommandAccount = {
	readonly isSandbox: boolean;
	/** The name of the profile; the host of the service if none is saved. */
	readonly name: string;
	readonly baseUrl: string;
};

/** The options that name an account. The API key of one without a profile comes from CHAINBELL_API_KEY. */
export function accountWords({isSandbox, name, baseUrl}: CommandAccount): CommandWords {
	if (isSandbox) {
		return ['--sandbox'];
	}

	return URL.canParse(baseUrl) && name === new URL(baseUrl).host ? ['--base-url', baseUrl] : ['--profile', name];
}

/** The option of `edit` that sets a field. In a template, @ names a file. */
export const setWords = (field: FieldId, text: string): CommandWords => [
	'--set',
	`${nameOfField(field)}=${textOrFile(field, text)}`,
];

/** An option with a text value. */
export function optionWords(name: string, text: string): CommandWords {
	return text.startsWith('-') ? [`${name}=${text}`] : [name, text];
}

/** The text of an option whose value can name a file. */
export const textOrFile = (field: string, text: string): string =>
	field === 'template' && text.startsWith('@') ? `@${text}` : text;

/** IDs as arguments. */
export const idWords = (ids: readonly string[]): CommandWords => [
	...(ids.some(id => id.startsWith('-')) ? ['--'] : []),
	...ids,
];
