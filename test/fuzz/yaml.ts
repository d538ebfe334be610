import assert from 'node:assert/strict';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import {saveProfile, readProfileFile} from '../../source/config/profile-file.ts';
import {edited, editsWith, hostileText} from './arbitraries.ts';
import {assertShowable} from './shown.ts';
import {defineTarget, type Target} from './target.ts';

type Input = {
	/** The content of config.yaml. */
	readonly text: string;
	/** The name of the profile that is saved. */
	readonly name: string;
};

const secret = 'sk-fuzz-0123456789';

const known = [
	`profile: prod\nprofiles:\n  prod:\n    baseUrl: https://api.example.com/\n    apiKey: ${secret}\n    readOnly: true # never\n  "test 2": {baseUrl: 'https://b', apiKeyEnv: TEST_KEY, limits: {listing: 2 GB, records: 5}}\n`,
	`# ours\nstorage: {keepListings: no, history: 90d}\nprofiles:\n  a: &a\n    baseUrl: https://a.example/\n    apiKeyCommand: [pass, show, ${secret}]\n  b: *a\n`,
	`profiles:\n  a: {baseUrl: https://a, apiKey: ${secret}}\n  b:\n    <<: {apiKeyEnv: X}\n    baseUrl: |\n      https://b\n`,
	'profiles:\n  # none yet\n',
	'profiles: ~\nstorage: ~\nprofile: ~\n',
	`--- !!map\nprofiles: !!map\n  a: {baseUrl: "https://\\u0061", apiKey: !!str ${secret}}\n...\n`,
	'',
];

const words = [
	'*a',
	'&a ',
	'<<: ',
	'<<: *a\n',
	'!!',
	'!!binary ',
	'!!set ',
	'!!js/function ',
	'? ',
	'- ',
	'---\n',
	'...\n',
	'%YAML 1.1\n',
	'|\n',
	'>-\n',
	'  ',
	'~',
	'{}',
	'[]',
	'{',
	'}',
	'[',
	']',
	'__proto__: ',
	'profiles:\n',
	'profiles: ',
	'yes',
	'#',
	': ',
	'"',
	'0x1F',
	'.inf',
	'2026-01-01',
];

const texts = fc.oneof(
	{
		weight: 30,
		arbitrary: fc.tuple(fc.constantFrom(...known), editsWith(...words)).map(([file, edits]) => edited(file, edits)),
	},
	{
		weight: 1,
		arbitrary: fc
			.tuple(
				fc.constantFrom('[', '{a: ', '- ', '? ', '&a [*a, ', '!!seq [', '"', '> '),
				fc.oneof({weight: 9, arbitrary: fc.integer({min: 10, max: 200})}, {weight: 1, arbitrary: fc.constant(3000)}),
			)
			.map(([part, count]) => part.repeat(count)),
	},
	{
		weight: 1,
		arbitrary: fc
			.integer({min: 2, max: 30})
			.map(
				count =>
					`a0: &a0 [x]\n${Array.from({length: count}, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]\n`).join('')}`,
			),
	},
	{
		weight: 9,
		arbitrary: fc
			.array(
				fc.oneof(
					fc.constantFrom(...words, '\n', 'a'),
					hostileText.map(found => found.slice(0, 50)),
				),
				{maxLength: 20},
			)
			.map(parts => parts.join('')),
	},
);

const names = fc.oneof(
	fc.constantFrom(...'prod a b new __proto__ << ~ yes 1 a.b *a'.split(' '), ''),
	fc.string({maxLength: 8}),
);

/** Saves a profile, or refuses to. */
async function wasSaved(file: string, profile: string): Promise<boolean> {
	const before = readFileSync(file, 'utf8');
	const [saving] = await Promise.allSettled([
		saveProfile(file, profile, {baseUrl: 'https://saved.example/', apiKeyEnv: 'SAVED_KEY'}),
	]);
	if (saving.status === 'fulfilled') {
		return true;
	}

	assertProblem(String(saving.reason).replace(file, 'FILE'));
	assert.equal(readFileSync(file, 'utf8'), before, 'A file was changed although saving failed.');
	return false;
}

function assertProblem(problem: string): void {
	assertShowable(problem);
	assert.ok(!problem.includes('sk-fuzz'), 'A problem quotes a value.');
	assert.ok(problem.length < 500, 'A problem is too long.');
}

/** Config.yaml. */
export const yaml: Target = defineTarget<Input>(
	'yaml',
	'Any config.yaml is read, or refused in one line that quotes no value. A profile saved to one that was read can be read, and the other profiles stay as they were. It never throws.',
	fc.record({text: texts, name: names}),
	async input => {
		const folder = mkdtempSync(path.join(os.tmpdir(), 'chainbell-fuzz-'));
		const file = path.join(folder, 'config.yaml');
		try {
			writeFileSync(file, input.text, {mode: 0o600});
			const read = await readProfileFile(file);
			if (!read.ok) {
				assertProblem(read.problem.replace(file, 'FILE'));
			}

			const isSaved = await wasSaved(file, input.name);
			assert.ok(!isSaved || read.ok, 'A profile was saved to a file that cannot be read.');
			if (!isSaved || !read.ok) {
				return;
			}

			const again = await readProfileFile(file);
			assert.ok(again.ok, again.ok ? '' : again.problem);
			const {[input.name]: saved, ...others} = Object.fromEntries(Object.entries(again.value.profiles));
			const {[input.name]: _replaced, ...othersBefore} = Object.fromEntries(Object.entries(read.value.profiles));
			assert.equal(saved?.baseUrl, 'https://saved.example/');
			assert.deepEqual(others, othersBefore);
			assert.deepEqual(again.value.storage, read.value.storage);
		} finally {
			rmSync(folder, {recursive: true, force: true});
		}
	},
);
