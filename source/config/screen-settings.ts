import {parseDocument} from 'yaml';
import * as z from 'zod/mini';
import {screenSettingNames, type ScreenSettingName} from './screen-setting-names.ts';
import {settingProblem} from './setting-problem.ts';
import {membersOf, textSchema, yesOrNoSchema} from './setting-schemas.ts';
import {lineAt} from './yaml-line.ts';

/** What the settings may name. */
export type SettingVocabulary = {
	/** Fields that have a column. */
	readonly columns: readonly string[];
	/** Fields to sort by. */
	readonly sorts: readonly string[];
	/** Fields to group by. */
	readonly groups: readonly string[];
};

/** A search with a name, an order and a grouping. */
export type ViewSetting = {
	readonly name: string;
	/** As typed after `/`. */
	readonly query: string;
	readonly sort?: {readonly field: string; readonly isDescending: boolean} | undefined;
	readonly group?: string | undefined;
	/** The largest group first; undefined: by value. */
	readonly groupOrder?: 'count' | undefined;
};

/** The settings of the screens, as far as they are given and valid. */
export type ScreenSettings = {
	/** Whether the notification under the cursor is shown beside the list; `auto`: where there is room. */
	readonly preview?: 'on' | 'off' | 'auto' | undefined;
	/** The columns of the list, by the names of their fields, in order. */
	readonly columns?: readonly string[] | undefined;
	readonly views?: readonly ViewSetting[] | undefined;
	/** Keys by scope and action. The screens check the names. */
	readonly keys?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> | undefined;
	readonly theme?: 'auto' | 'dark' | 'light' | 'mono' | undefined;
	readonly mouse?: boolean | undefined;
	/** The address of a block explorer's page by network, with `{address}` in it, after the host. */
	readonly explorers?: Readonly<Record<string, string>> | undefined;
};

export type ReadSettings = {
	readonly settings: ScreenSettings;
	/** What is wrong, a sentence each with its line. A setting with a problem is left out as a whole. */
	readonly problems: readonly string[];
	/** The line, from 1, of a setting or of something in it; undefined if it is not there. */
	readonly lineOf: (path: readonly PropertyKey[]) => number | undefined;
};

/**
Reads the settings of the screens.

@param text - The content of config.yaml. One that is not YAML has no settings: who reads the profiles says what is wrong.
@param vocabulary - What the settings may name.
*/
export function readScreenSettings(text: string, vocabulary: SettingVocabulary): ReadSettings {
	const document = parseDocument(text, {logLevel: 'error'});
	const content = document.errors.length === 0 ? contentOf(document) : {};
	const lineOf = (path: readonly PropertyKey[]) => lineAt(document, text, path);
	const schemas = schemasOf(vocabulary);
	const settings: Record<string, unknown> = {};
	const problems: string[] = [];
	for (const name of screenSettingNames) {
		// One that is given without a value is not given.
		if ((content[name] ?? undefined) === undefined) {
			continue;
		}

		const read = schemas[name].safeParse(content[name]);
		if (read.success) {
			settings[name] = read.data;
		} else {
			problems.push(settingProblem({
				file: 'config.yaml', text, document, content,
			}, read.error.issues[0]!, [name]));
		}
	}

	return {settings, problems, lineOf};
}

function contentOf(document: ReturnType<typeof parseDocument>): Readonly<Record<string, unknown>> {
	try {
		const content: unknown = document.toJS();
		return typeof content === 'object' && content !== null ? content as Readonly<Record<string, unknown>> : {};
	} catch {
		return {};
	}
}

function schemasOf({columns, sorts, groups}: SettingVocabulary) {
	const sort = z.pipe(
		z.enum(sorts.flatMap(field => [field, `-${field}`]), `must be one of ${sorts.join(', ')}, with - before it for descending`),
		z.transform(text => ({field: text.replace(/^-/v, ''), isDescending: text.startsWith('-')})),
	);
	return {
		preview: z.pipe(z.union([z.enum(['on', 'off', 'auto']), z.boolean()], 'must be on, off or auto'), z.transform(value => typeof value === 'boolean' ? (value ? 'on' : 'off') : value)),
		columns: z.array(z.enum(columns, `must be one of ${columns.join(', ')}`), 'must be a list of columns').check(z.minLength(1, 'must name a column')),
		views: z.array(membersOf({
			name: textSchema.check(z.minLength(1, 'must not be empty')),
			query: z._default(textSchema, ''),
			sort: z.optional(sort),
			group: z.optional(z.enum(groups, `must be one of ${groups.join(', ')}`)),
			groupOrder: z.optional(z.pipe(z.enum(['value', 'count'], 'must be value or count'), z.transform(order => order === 'count' ? order : undefined))),
		}), 'must be a list of views'),
		keys: z.record(z.string(), z.record(z.string(), z.array(z.string('must be a key such as x or ctrl+x'), 'must be a list of keys'), 'must be actions with their keys'), 'must be scopes with their actions'),
		theme: z.enum(['auto', 'dark', 'light', 'mono'], 'must be auto, dark, light or mono'),
		mouse: yesOrNoSchema,
		explorers: z.record(z.string(), z.string('must be an address with {address} in it').check(z.refine(isExplorer, 'must be an https:// address with {address} in it, after the host')), 'must be networks with the addresses of their explorers'),
	} satisfies Record<ScreenSettingName, unknown>;
}

/** Two addresses that differ only after the host leave everything before it the same, so no address can name another host, or none. */
function isExplorer(template: string): boolean {
	const [one, other] = ['x', 'y'].map(address => URL.parse(template.replaceAll('{address}', address)));
	return one !== null && other !== null && one!.href !== other!.href && ['https:', 'http:'].includes(one!.protocol)
		&& (['protocol', 'username', 'password', 'host'] as const).every(part => one![part] === other![part]);
}
