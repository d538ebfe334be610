import {parseDocument} from 'yaml';
import * as z from 'zod/mini';
import {screenSettingNames, type ScreenSettingName} from './screen-setting-names.ts';
import {settingProblem} from './setting-problem.ts';
import {membersOf, textSchema, yesOrNoSchema} from './setting-schemas.ts';
import {lineAt} from './yaml-line.ts';

/** The names that the settings may use. */
export type SettingVocabulary = {
	/** Fields that have a column. */
	readonly columns: readonly string[];
	/** Fields to sort by. */
	readonly sorts: readonly string[];
	/** Fields to group by. */
	readonly groups: readonly string[];
};

/** A search with a name, a sort order and a grouping. */
export type ViewSetting = {
	readonly name: string;
	/** The query as typed after `/`. */
	readonly query: string;
	readonly sort?: {readonly field: string; readonly isDescending: boolean} | undefined;
	readonly group?: string | undefined;
	/** `count`: the largest group first; undefined: sorted by value. */
	readonly groupOrder?: 'count' | undefined;
};

/** The settings for the screens that are given and valid. */
export type ScreenSettings = {
	/** Whether the notification under the cursor is shown beside or below the list. `on` needs fewer columns beside it than `auto`. */
	readonly preview?: 'on' | 'off' | 'auto' | undefined;
	/** The columns of the list, by the names of their fields, in order. */
	readonly columns?: readonly string[] | undefined;
	readonly views?: readonly ViewSetting[] | undefined;
	/** Keys by scope and action. The screens validate the names. */
	readonly keys?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> | undefined;
	readonly theme?: 'auto' | 'dark' | 'light' | 'mono' | undefined;
	readonly mouse?: boolean | undefined;
	/** The URL template of a block explorer's page for each network, with `{address}` after the host. */
	readonly explorers?: Readonly<Record<string, string>> | undefined;
};

export type ReadSettings = {
	readonly settings: ScreenSettings;
	/** The problems found, one sentence each with its line number. A setting with a problem is ignored as a whole. */
	readonly problems: readonly string[];
	/** The line number, from 1, of a setting or of a value in it; undefined if it does not exist. */
	readonly lineOf: (path: readonly PropertyKey[]) => number | undefined;
};

/**
Reads the settings for the screens.

@param text - The content of config.yaml. If it is not valid YAML, there are no settings: the problem is reported when the profiles are read.
@param vocabulary - The names that the settings may use.
*/
export function readScreenSettings(text: string, vocabulary: SettingVocabulary): ReadSettings {
	const document = parseDocument(text, {logLevel: 'error'});
	const content = document.errors.length === 0 ? contentOf(document) : {};
	const lineOf = (path: readonly PropertyKey[]) => lineAt(document, text, path);
	const schemas = schemasOf(vocabulary);
	const settings: Record<string, unknown> = {};
	const problems: string[] = [];
	for (const name of screenSettingNames) {
		// A setting without a value counts as missing.
		if ((content[name] ?? undefined) === undefined) {
			continue;
		}

		const read = schemas[name].safeParse(content[name]);
		if (read.success) {
			settings[name] = read.data;
		} else {
			problems.push(
				settingProblem(
					{
						file: 'config.yaml',
						text,
						document,
						content,
					},
					read.error.issues[0]!,
					[name],
				),
			);
		}
	}

	return {settings, problems, lineOf};
}

function contentOf(document: ReturnType<typeof parseDocument>): Readonly<Record<string, unknown>> {
	try {
		const content: unknown = document.toJS();
		return typeof content === 'object' && content !== null ? (content as Readonly<Record<string, unknown>>) : {};
	} catch {
		return {};
	}
}

function schemasOf({columns, sorts, groups}: SettingVocabulary) {
	const sort = z.pipe(
		z.enum(
			sorts.flatMap(field => [field, `-${field}`]),
			`must be one of ${sorts.join(', ')}, with - before it for descending`,
		),
		z.transform(text => ({field: text.replace(/^-/v, ''), isDescending: text.startsWith('-')})),
	);
	return {
		preview: z.pipe(
			z.union([z.enum(['on', 'off', 'auto']), z.boolean()], 'must be on, off or auto'),
			z.transform(value => (typeof value === 'boolean' ? (value ? 'on' : 'off') : value)),
		),
		columns: z
			.array(z.enum(columns, `must be one of ${columns.join(', ')}`), 'must be a list of columns')
			.check(z.minLength(1, 'must name a column')),
		views: z.array(
			membersOf({
				name: textSchema.check(z.minLength(1, 'must not be empty')),
				query: z._default(textSchema, ''),
				sort: z.optional(sort),
				group: z.optional(z.enum(groups, `must be one of ${groups.join(', ')}`)),
				groupOrder: z.optional(
					z.pipe(
						z.enum(['value', 'count'], 'must be value or count'),
						z.transform(order => (order === 'count' ? order : undefined)),
					),
				),
			}),
			'must be a list of views',
		),
		keys: z.record(
			z.string(),
			z.record(
				z.string(),
				z.array(z.string('must be a key such as x or ctrl+x'), 'must be a list of keys'),
				'must be actions with their keys',
			),
			'must be scopes with their actions',
		),
		theme: z.enum(['auto', 'dark', 'light', 'mono'], 'must be auto, dark, light or mono'),
		mouse: yesOrNoSchema,
		explorers: z.record(
			z.string(),
			z
				.string('must be an address with {address} in it')
				.check(z.refine(isExplorer, 'must be an https:// address with {address} in it, after the host')),
			'must be networks with the addresses of their explorers',
		),
	} satisfies Record<ScreenSettingName, unknown>;
}

/** Whether a template has `{address}` only after the host. Two addresses are inserted; if the results have the same host, no address can name another one. */
function isExplorer(template: string): boolean {
	const [one, other] = ['x', 'y'].map(address => URL.parse(template.replaceAll('{address}', address)));
	return (
		one !== null &&
		other !== null &&
		one!.href !== other!.href &&
		['https:', 'http:'].includes(one!.protocol) &&
		(['protocol', 'username', 'password', 'host'] as const).every(part => one![part] === other![part])
	);
}
