import {parseDocument, type Document} from 'yaml';
import {readingProblem} from '../system/reading-problem.ts';
import {sanitise} from '../terminal/sanitise.ts';
import {canOthersRead, problemOfWriters} from './file-trust.ts';
import {checkFile, type ProfileFile} from './profile-schema.ts';
import {readText} from './text-file.ts';

export type ProfileFileResult =
	| {readonly ok: true; readonly value: ProfileFile}
	| {readonly ok: false; readonly problem: string};

/**
Reads config.yaml. A missing file has no profiles.

@returns The file's content, or what is wrong, in one line that never quotes a value. No other user may write to the file, and none may read it if it contains an API key.
*/
export async function readProfileFile(file: string): Promise<ProfileFileResult> {
	let text: string;
	try {
		// This check is needed for every config.yaml, because the file names commands that are run.
		const problem = await problemOfWriters(file);
		if (problem !== undefined) {
			return {ok: false, problem};
		}

		text = await readText(file);
	} catch (error) {
		return {ok: false, problem: `${sanitise(file)} cannot be read: ${sanitise(readingProblem(error))}`};
	}

	const read = await parseProfiles(file, text);
	if (!read.ok) {
		return read;
	}

	const {value} = read;
	const hasKey = Object.values(value.profiles).some(profile => profile.apiKey !== undefined);
	return hasKey && (await canOthersRead(file))
		? {ok: false, problem: `${file} contains an API key but other users can read it; run: chmod 600 ${file}`}
		: {ok: true, value};
}

/** The content of config.yaml, or the problem that prevents reading it. */
export type ParsedProfiles =
	| Extract<ProfileFileResult, {ok: false}>
	| {readonly ok: true; readonly value: ProfileFile; readonly document: Document};

/** Parses the text of config.yaml. `file`: the name of the file in messages. The code that describes problems is loaded only when there is one. */
export async function parseProfiles(file: string, text: string): Promise<ParsedProfiles> {
	const document: Document = parseDocument(text, {logLevel: 'error'});
	if (document.errors.length > 0) {
		const {syntaxProblem} = await import('./setting-problem.ts');
		return {ok: false, problem: syntaxProblem(file, document)!};
	}

	let content: unknown;
	try {
		content = document.toJS() ?? {};
	} catch {
		return {ok: false, problem: `${file}: it has an alias (*) that is not defined, or expands too far`};
	}

	const read = checkFile(content);
	if (read.success) {
		return {ok: true, value: read.data, document};
	}

	const {settingProblem} = await import('./setting-problem.ts');
	return {
		ok: false,
		problem: settingProblem(
			{
				file,
				text,
				document,
				content,
			},
			read.error.issues[0]!,
		),
	};
}
