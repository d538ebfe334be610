import {
	mkdir,
	readFile,
	rename,
	stat,
	writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {isMap, parseDocument, type Document} from 'yaml';
import * as z from 'zod';

const profileSchema = z.strictObject({
	baseUrl: z.string(),
	apiKey: z.string().optional(),
	apiKeyEnv: z.string().optional(),
	apiKeyCommand: z.array(z.string()).min(1).optional(),
	readOnly: z.boolean().default(false),
	colour: z.boolean().default(true),
}).refine(
	({apiKey, apiKeyEnv, apiKeyCommand}) => [apiKey, apiKeyEnv, apiKeyCommand].filter(source => source !== undefined).length === 1,
	'needs exactly one of apiKeyEnv, apiKeyCommand and apiKey',
);

const fileSchema = z.strictObject({
	/** The one opened when none is named. */
	profile: z.string().optional(),
	profiles: z.record(z.string(), profileSchema).default({}),
});

export type ProfileSettings = z.infer<typeof profileSchema>;

export type ProfileFile = z.infer<typeof fileSchema>;

export type ProfileFileResult =
	| {readonly ok: true; readonly value: ProfileFile}
	| {readonly ok: false; readonly problem: string};

/**
Reads config.yaml. A missing file holds no profiles.

@returns The file's content, or in one line what is wrong with it; also when it holds an API key and others than its owner can read it.
*/
export async function readProfileFile(file: string): Promise<ProfileFileResult> {
	let text: string;
	try {
		text = await readFile(file, 'utf8');
	} catch (error) {
		return isMissing(error) ? {ok: true, value: {profiles: {}}} : {ok: false, problem: `${file} cannot be read: ${String(error)}`};
	}

	const document = parseDocument(text);
	const [syntaxError] = document.errors;
	if (syntaxError !== undefined) {
		return {ok: false, problem: `${file}: ${syntaxError.message.split('\n', 1)[0]}`};
	}

	const read = fileSchema.safeParse(document.toJS() ?? {});
	if (!read.success) {
		const {path: where, message} = read.error.issues[0]!;
		return {ok: false, problem: `${file}: ${where.join('.')} ${message}`};
	}

	const isHoldsKey = Object.values(read.data.profiles).some(profile => profile.apiKey !== undefined);
	return isHoldsKey && await canOthersRead(file) ? {ok: false, problem: `${file} holds an API key and others can read it. Run: chmod 600 ${file}`} : {ok: true, value: read.data};
}

/**
Adds a profile to config.yaml, or replaces the one of that name, keeping the rest of the file with its comments. The file is written whole beside the old one and renamed over it, mode 0600.

@throws When the directory or the file cannot be written, or the file is there and is not YAML.
*/
export async function saveProfile(file: string, name: string, settings: Partial<ProfileSettings>): Promise<void> {
	const document = await readDocument(file);
	document.setIn(['profiles', name], document.createNode(settings));
	if (!document.has('profile')) {
		document.set('profile', name);
	}

	await mkdir(path.dirname(file), {recursive: true, mode: 0o700});
	const fresh = `${file}.${process.pid}.new`;
	await writeFile(fresh, document.toString(), {mode: 0o600});
	await rename(fresh, file);
}

async function readDocument(file: string): Promise<Document> {
	const text = await readFile(file, 'utf8').catch((error: unknown) => {
		if (isMissing(error)) {
			return '';
		}

		throw error;
	});
	const document: Document = parseDocument(text);
	const [syntaxError] = document.errors;
	if (syntaxError !== undefined) {
		throw syntaxError;
	}

	if (!isMap(document.contents)) {
		document.contents = document.createNode({});
	}

	return document;
}

async function canOthersRead(file: string): Promise<boolean> {
	const {mode} = await stat(file);
	// The last two octal digits: group and others.
	return process.platform !== 'win32' && !mode.toString(8).endsWith('00');
}

function isMissing(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
