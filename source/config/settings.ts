import * as z from 'zod/mini';
import {parseDocument, type Document, isMap, isNode, isScalar, isSeq, type ParsedNode, type Scalar} from 'yaml';
import {isObject, member} from '../platform/json.ts';
import {nearest, parsed, suggestion, wrong, type Parsed} from '../platform/text.ts';
import {changeFile, screenSettingNames, type ScreenSettingName} from './config-file.ts';

// Uses zod/mini: the first page waits for config.yaml, and creating the schemas of the full zod takes longer than reading the file.

/** A text. A value that YAML reads as a number, true or false has to be quoted. */
export const textSchema = z.string({
	error: ({input}) =>
		`must be text${typeof input === 'number' || typeof input === 'boolean' ? '; put it in quotes' : ''}`,
});

/** True or false. YAML 1.2 reads `on`, `off`, `yes` and `no` as texts. */
export const yesOrNoSchema = z.pipe(
	z.union([z.boolean(), z.enum(['yes', 'no', 'on', 'off'])], 'must be true or false'),
	z.transform(value => [true, 'yes', 'on'].includes(value)),
);

/** Whether an unknown name may be repeated in a message: only letters are, because an API key may have been written in place of a name. */
const isPlainName = (name: string) => /^[a-z]{1,20}$/iv.test(name);

/**
A mapping that has only these members.

@param shape - The schemas of the members.
*/
export function membersOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
	const names = Object.keys(shape);
	return z.strictObject(shape, {
		error(issue) {
			if (issue.code !== 'unrecognized_keys') {
				return `must have settings: ${names.join(', ')}`;
			}

			const [name] = (issue as unknown as z.core.$ZodIssueUnrecognizedKeys).keys;
			const near = name !== undefined && isPlainName(name) ? nearest(name, names) : undefined;
			return near === undefined
				? `is no setting. The settings here are ${names.join(', ')}`
				: `is no setting. Did you mean ${near}?`;
		},
	});
}

/** The names that the settings may use: fields that have a column, to sort by and to group by. */
type SettingVocabulary = Readonly<Record<'columns' | 'sorts' | 'groups', readonly string[]>>;

/** The settings for the screens that are given and valid. */
export type ScreenSettings = {
	readonly [Name in ScreenSettingName]?: z.infer<ReturnType<typeof schemasOf>[Name]> | undefined;
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
	const config = parseConfig('config.yaml', text);
	if (!config.ok) {
		return {settings: {}, problems: [], lineOf: () => undefined};
	}

	const read = config.value;
	const schemas = schemasOf(vocabulary);
	const settings: Record<string, unknown> = {};
	const problems: string[] = [];
	for (const name of screenSettingNames) {
		// A setting without a value counts as missing.
		if ((valueAt(read.content, [name]) ?? undefined) === undefined) {
			continue;
		}

		const checked = checkSetting<z.core.$ZodType>(read, schemas[name], [name]);
		if (checked.ok) {
			settings[name] = checked.value;
		} else {
			problems.push(checked.problem);
		}
	}

	return {settings, problems, lineOf: path => lineAt(read, path)};
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
		/** Whether the notification under the cursor is shown beside or below the list. */
		preview: z.pipe(
			z.union([z.enum(['on', 'off', 'auto']), z.boolean()], 'must be on, off or auto'),
			z.transform(value => {
				const named = value === true ? 'on' : value;
				return named === false ? 'off' : named;
			}),
		),
		/** The columns of the list, by the names of their fields, in order. */
		columns: z
			.array(z.enum(columns, `must be one of ${columns.join(', ')}`), 'must be a list of columns')
			.check(z.minLength(1, 'must name a column')),
		/** Searches, as typed after `/`, with a name, a sort order and a grouping. */
		views: z.array(
			membersOf({
				name: textSchema.check(z.minLength(1, 'must not be empty')),
				query: z._default(textSchema, ''),
				sort: z.optional(sort),
				group: z.optional(z.enum(groups, `must be one of ${groups.join(', ')}`)),
				/** `count`: the largest group first; undefined: sorted by value. */
				groupOrder: z.optional(
					z.pipe(
						z.enum(['value', 'count'], 'must be value or count'),
						z.transform(order => (order === 'count' ? order : undefined)),
					),
				),
			}),
			'must be a list of views',
		),
		/** Keys by scope and action. The screens validate the names. */
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
		/** The URL template of a block explorer's page for each network, with `{address}` after the host. */
		explorers: z.record(
			z.string(),
			z
				.string('must be an address with {address} in it')
				.check(z.refine(isExplorer, 'must be an https:// address with {address} in it, after the host')),
			'must be networks with the addresses of their explorers',
		),
		/** The files of contract ABIs whose events topics can name. */
		abis: z.array(textSchema, 'must be a list of files'),
	} satisfies Record<ScreenSettingName, unknown>;
}

/** Whether a template has `{address}` only after the host. Two addresses are inserted; if the results have the same host, no address can name another one. */
function isExplorer(template: string) {
	const [one, other] = ['x', 'y'].map(address => URL.parse(template.replaceAll('{address}', address)));
	return (
		one !== null &&
		other !== null &&
		one!.href !== other!.href &&
		['https:', 'http:'].includes(one!.protocol) &&
		(['protocol', 'username', 'password', 'host'] as const).every(part => one![part] === other![part])
	);
}

/** A config file that was read and parsed. */
export type ReadText = {
	/** The name of the file in messages. */
	readonly file: string;
	/** The content. */
	readonly text: string;
	/** The document that was parsed from the text. */
	readonly document: Document;
	/** The document as plain data. */
	readonly content: unknown;
};

/** Whether two keys are written the same: as numbers, addresses with the same beginning would be. */
function isSameKey(a: ParsedNode, b: ParsedNode) {
	const {source} = a as Scalar.Parsed;
	return source !== undefined && source === (b as Scalar.Parsed).source;
}

/** Parses the text of config.yaml. `file`: the name of the file in messages. */
export function parseConfig(file: string, text: string): Parsed<ReadText> {
	const document: Document = parseDocument(text, {logLevel: 'error', uniqueKeys: isSameKey});
	const [error] = document.errors;
	if (error !== undefined) {
		// The error's own message is not used, because it quotes the file.
		const {code, linePos} = error;
		const place = linePos === undefined ? '' : ` at line ${linePos[0].line}`;
		return wrong(`${file} is not YAML: ${code.toLowerCase().replaceAll('_', ' ')}${place}`);
	}

	try {
		return parsed<ReadText>({file, text, document, content: document.toJS() ?? {}});
	} catch {
		return wrong(`${file}: it has an alias (*) that is not defined, or expands too far`);
	}
}

/**
Checks a value of config.yaml. A problem is the file and line, the path of the setting, and the values that are allowed, in one line without a full stop at the end. It never quotes a value.

@param read - The file.
@param schema - The messages of its issues complete "… must be text".
@param place - The path of the value in the file; empty for the whole file.
*/
export function checkSetting<T extends z.core.$ZodType>(
	read: ReadText,
	schema: T,
	place: readonly PropertyKey[] = [],
): Parsed<z.infer<T>> {
	const result = z.safeParse(schema, valueAt(read.content, place));
	return result.success ? parsed(result.data) : wrong(settingProblem(read, result.error.issues[0]!, place));
}

function settingProblem(read: ReadText, issue: z.core.$ZodIssue, place: readonly PropertyKey[]) {
	const {file, content} = read;
	const found = [...place, ...issue.path];
	const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
	const path = [...found, ...unknown];
	// For a missing setting this is the line of its parent.
	const line = path.map((_, index) => lineAt(read, path.slice(0, path.length - index))).find(at => at !== undefined);
	const names = [...found.map(step => plainName(step)), ...unknown.map(name => (isPlainName(name) ? name : '…'))];
	const where = names.length === 0 ? 'it' : names.join('.');
	return `${file}${line === undefined ? '' : ` line ${line}`}: ${where} ${what(issue, valueAt(content, found))}`;
}

function what(issue: z.core.$ZodIssue, value: unknown) {
	if (value === undefined) {
		return 'is missing';
	}

	if (value === null) {
		return `is empty. It ${issue.message}`;
	}

	const near = typeof value === 'string' ? nearest(value, allowedIn(issue)) : undefined;
	return near === undefined ? issue.message : `${issue.message}.${suggestion(near)}`;
}

/** The value at a path of a config file; undefined if there is none. */
export const valueAt = (content: unknown, path: readonly PropertyKey[]): unknown =>
	path.reduce((value, step) => member(value, String(step)), content);

/** The values that are allowed. */
function allowedIn(issue: z.core.$ZodIssue): string[] {
	if (issue.code === 'invalid_union') {
		return issue.errors.flat().flatMap(error => allowedIn(error));
	}

	return issue.code === 'invalid_value' ? issue.values.filter(value => typeof value === 'string') : [];
}

/** Repeats only plain names, such as those of profiles, because an API key may have been written in place of a name. */
const plainName = (step: PropertyKey) =>
	/^[\d\p{Letter} \-_]{1,40}$/v.test(String(step)) && !isLikeKey(String(step)) ? String(step) : '…';

/** Whether a name looks like an API key: a long sequence of letters and digits, as in no name of a profile or a network. */
const isLikeKey = (name: string) =>
	/[\d\p{Letter}]{21}/v.test(name) || (name.match(/[\d\p{Letter}]{9,}/gv) ?? []).some(word => /\d/v.test(word));

/** The line of the name of a setting, or of the item of a list, from 1; undefined if it is not there. */
export function lineAt({document, text}: ReadText, path: readonly PropertyKey[]): number | undefined {
	let node: unknown = document.contents;
	let found: unknown;
	for (const step of path) {
		if (isMap(node)) {
			const pair = node.items.find(({key}) => isScalar(key) && String(key.value) === String(step));
			[found, node] = [pair?.key, pair?.value];
		} else {
			node = isSeq(node) ? node.items[Number(step)] : undefined;
			found = node;
		}
	}

	const offset = isNode(found) ? found.range?.[0] : undefined;
	return offset === undefined ? undefined : text.slice(0, offset).split('\n').length;
}

/** The path of a value in config.yaml: a setting for the screens, followed by names or indexes. */
export type SettingPath = readonly [ScreenSettingName, ...Array<string | number>];

/**
Writes one setting for the screens to config.yaml, which is created if it is missing. The rest of the file is kept, including comments.

@param file - The path of config.yaml.
@param path - An index one past the end of a list adds to it.
@param value - Plain data.
@throws When the file cannot be read or written, is not YAML, or others can write to it.
*/
export async function saveSetting(file: string, path: SettingPath, value: unknown) {
	await changeFile(file, text => {
		const config = parseConfig(file, text);
		if (!config.ok) {
			throw new Error(config.problem);
		}

		const {document, content} = config.value;
		if (!isMap(document.contents)) {
			if (!isObject(content)) {
				throw new Error(`${file} holds no settings`);
			}

			document.contents = document.createNode({}) as never;
		}

		document.setIn(path, document.createNode(value));
		return document.toString();
	});
}
