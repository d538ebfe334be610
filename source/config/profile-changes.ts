import {isDeepStrictEqual} from 'node:util';
import {isMap, isScalar, type Document} from 'yaml';
import {parseProfiles, type ParsedProfiles} from './profile-file.ts';
import type {ProfileFile, ProfileSettings} from './profile-schema.ts';
import {changeFile} from './text-file.ts';

/**
Adds a profile to config.yaml. The rest of the file is kept, including comments.

@throws When the file cannot be written, exists but is not valid, has a profile with that name, or would not be valid with the profile.
*/
export async function saveProfile(file: string, name: string, settings: Partial<ProfileSettings>): Promise<void> {
	await changeFile(file, async old => {
		const read = await parseProfiles(file, old);
		if (!read.ok) {
			throw new Error(read.problem);
		}

		const {document} = read;
		if (Object.hasOwn(read.value.profiles, name)) {
			throw new Error(`there is a profile ${name} already; choose another name`);
		}

		ensureProfiles(document);
		for (const [member, value] of Object.entries(settings)) {
			document.setIn(['profiles', name, member], value);
		}

		if (read.value.profile === undefined) {
			document.set('profile', name);
		}

		const text = document.toString();
		if (!isOnlyChange(name, read.value, await parseProfiles(file, text))) {
			throw new Error(`${file} cannot hold a profile with this name beside the others; choose another name`);
		}

		return text;
	});
}

/**
Removes a profile from config.yaml. The rest of the file is kept, as with `saveProfile`. If the profile was the default, the file has no default afterwards.

@throws When the file cannot be written or is not valid, has no such profile, or others refer to it by an alias.
*/
export async function removeProfile(file: string, name: string): Promise<void> {
	await changeFile(file, async text => {
		const {document, value} = await readToChange(file, text, name);
		document.deleteIn(['profiles', name]);
		if (value.profile === name) {
			deleteDefault(document);
		}

		const {[name]: _, ...others} = value.profiles;
		return textIfValid(
			file,
			document,
			({profiles}) => isDeepStrictEqual(profiles, others),
			`others in ${file} refer to the profile ${name}`,
		);
	});
}

/**
Sets the default profile in config.yaml: the one that is opened when none is named.

@throws When the file cannot be written or is not valid, or has no such profile.
*/
export async function setDefaultProfile(file: string, name: string): Promise<void> {
	await changeFile(file, async text => {
		const {document, value} = await readToChange(file, text, name);
		document.set('profile', name);
		return textIfValid(
			file,
			document,
			after => isDeepStrictEqual(after, {...value, profile: name}),
			`${file} cannot name this profile`,
		);
	});
}

/** Removes the setting for the default profile, and keeps the comment at the top of the file. */
function deleteDefault(document: Document): void {
	const [first, second] = isMap(document.contents) ? document.contents.items : [];
	if (isScalar(first?.key) && isScalar(second?.key) && first.key.value === 'profile') {
		second.key.commentBefore ??= first.key.commentBefore ?? null;
	}

	document.delete('profile');
}

/** Parses a file and checks that it has the profile. */
async function readToChange(
	file: string,
	old: string,
	name: string,
): Promise<Extract<ParsedProfiles, {readonly ok: true}>> {
	const read = await parseProfiles(file, old);
	if (!read.ok || !Object.hasOwn(read.value.profiles, name)) {
		throw new Error(read.ok ? `there is no profile ${name}` : read.problem);
	}

	return read;
}

async function textIfValid(
	file: string,
	document: Document,
	isExpected: (after: ProfileFile) => boolean,
	problem: string,
): Promise<string> {
	let text: string;
	try {
		text = document.toString();
	} catch {
		// The document has an alias whose anchor was removed.
		throw new Error(problem);
	}

	const after = await parseProfiles(file, text);
	if (!after.ok || !isExpected(after.value)) {
		throw new Error(problem);
	}

	return text;
}

/** Whether the new file is valid and the other profiles are unchanged in it. With YAML aliases, changing one profile can change another. */
function isOnlyChange(name: string, before: ProfileFile, after: ParsedProfiles): boolean {
	const others = ({profiles}: ProfileFile) => Object.entries(profiles).filter(([other]) => other !== name);
	return (
		after.ok &&
		Object.hasOwn(after.value.profiles, name) &&
		isDeepStrictEqual(others(after.value), others(before)) &&
		isDeepStrictEqual(after.value.storage, before.storage)
	);
}

/** Adds an empty `profiles` mapping to a file that has none, or only comments in it. */
function ensureProfiles(document: Document): void {
	const old = document.get('profiles', true);
	if (isMap(old)) {
		return;
	}

	const profiles = document.createNode({});
	profiles.commentBefore = isScalar(old) ? (old.comment ?? old.commentBefore ?? null) : null;
	document.set('profiles', profiles);
}
