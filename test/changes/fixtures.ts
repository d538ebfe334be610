import {Buffer} from 'node:buffer';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {build} from 'rolldown';
import {afterAll, onTestFinished} from 'vitest';
import rolldownConfig from '../../rolldown.config.ts';
import {openAccount, type Account, type Act, type Body, type Listed} from '../door.ts';
import type {RunOptions} from '../fixtures/run-operation.ts';
import {startHoldableSandbox, type Fault, type HoldableSandbox} from '../helpers/holdable-sandbox.ts';
import {bodyOf} from '../helpers/model-service/bodies.ts';
import {listedForm} from '../helpers/model-service/stored-body.ts';
import {list, post, watchWrites} from '../sandbox/client.ts';

const source = fileURLToPath(new URL('../fixtures/run-operation.ts', import.meta.url));

export type RunResult = {
	/** How it ended. */
	readonly kind: string;
	readonly steps: number;
};

/** A sandbox and a ledger, both on disk, so that they can be copied. */
export type Fixture = {
	readonly folder: string;
	readonly ledgerFile: string;
	readonly sandbox: HoldableSandbox;
	/** The POSTs and DELETEs that arrived. */
	readonly writes: readonly string[];
};

const {event_details: details} = bodyOf('');
const filters = [{field_name: 'value', operator: 'GT', value: '1000', value_type: 'NUMBER'}];

/** What is created in these tests. */
export const bodyFor = (user: string): Body =>
	bodyOf(user, {template: 'Look: {{hash}}', event_details: {...details, filters}});

/** Makes a directory for the fixtures of a test file. It is removed after the last test. */
export function temporaryRoot(): string {
	const root = mkdtempSync(path.join(os.tmpdir(), 'chainbell-crash-'));
	afterAll(() => {
		rmSync(root, {recursive: true, force: true});
	});
	return root;
}

/** The programs that do so, by the directory they are in. */
const programs = new Map<string, Promise<string>>();

/** Bundles the program. Few small files, because it is started dozens of times. In one file, or without the alias of the real build, ofetch would load undici at every start. */
async function buildProgram(root: string) {
	const {resolve, transform} = rolldownConfig;
	const dir = path.join(root, 'program');
	const {output} = await build({
		input: source,
		platform: 'node',
		resolve: resolve!,
		transform: transform!,
		output: {dir, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs', minify: true},
	});
	return path.join(dir, output[0].fileName);
}

async function openFixture(folder: string, faults: readonly Fault[] = []) {
	const sandbox = await startHoldableSandbox({file: path.join(folder, 'sandbox.sqlite'), samples: 0, faults});
	onTestFinished(sandbox.close);
	return {folder, ledgerFile: path.join(folder, 'ledger.sqlite'), sandbox, writes: watchWrites(sandbox)};
}

/** Stops the sandbox of a fixture and opens a copy of the fixture with a sandbox of its own. It can be copied again. No process may be using it. */
export async function copyFixture({folder, sandbox}: Fixture, faults: readonly Fault[] = []): Promise<Fixture> {
	await sandbox.close();
	return openFixture(copyFolder(folder), faults);
}

/** Makes a fixture whose account holds these notifications, with IDs from 1. */
export async function createFixture(root: string, existing: readonly Body[]): Promise<Fixture> {
	const fixture = await openFixture(mkdtempSync(path.join(root, 'fixture-')));
	for (const one of existing) {
		await post(fixture.sandbox, one);
	}

	return {...fixture, writes: watchWrites(fixture.sandbox)};
}

/** What a kill leaves. */
export type Wreck = {
	/** The steps, from 1, at which it leaves just this. */
	readonly steps: readonly number[];
	/** A copy of the fixture's folder. Where it was already over, nothing is left to recover. */
	readonly folder: string;
	/** The POSTs and DELETEs that had arrived. */
	readonly writes: readonly string[];
};

/** Has something done in a process of its own. */
export async function runAct(fixture: Fixture, act: Act): Promise<RunResult> {
	const {child, lines} = await start(fixture, act, {pauses: false});
	const [result] = await Promise.all([lines.next(), once(child, 'close')]);
	return JSON.parse(result.value!) as RunResult;
}

/**
Has something done to its end, and copies the fixture at every step, while the process stands still: SIGKILL at that step would leave the same files, and the claims of a process that has ended. One process for all steps takes a third of the time of one for each.

@returns The wrecks that differ, in order. Most steps only read, and leave every byte as it was at the step before.
*/
export async function copyAtEveryStep(
	fixture: Fixture,
	act: Act,
): Promise<RunResult & {readonly wrecks: readonly Wreck[]}> {
	const {child, lines} = await start(fixture, act, {pauses: true});
	const closed = once(child, 'close');
	const found: Array<{readonly contents: readonly Uint8Array[]; readonly wreck: Wreck & {readonly steps: number[]}}> =
		[];
	for await (const line of lines) {
		if (line.startsWith('{')) {
			await closed;
			return {...(JSON.parse(line) as RunResult), wrecks: found.map(({wreck}) => wreck)};
		}

		const {folder, writes} = fixture;
		const contents = contentsOf(folder, writes);
		// Most often it is as at the step before.
		const known = found.findLast(other => isEqual(other.contents, contents));
		if (known === undefined) {
			found.push({contents, wreck: {folder: copyFolder(folder), writes: [...writes], steps: [Number(line)]}});
		} else {
			known.wreck.steps.push(Number(line));
		}

		child.stdin.write('\n');
	}

	throw new Error('The process ended without a result.');
}

/** Has something done in a process of its own, and kills it with SIGKILL at a step, from 1. */
export async function killAtStep(fixture: Fixture, act: Act, step: number): Promise<void> {
	const {child, lines} = await start(fixture, act, {pauses: true});
	for await (const line of lines) {
		if (Number(line) === step) {
			break;
		}

		child.stdin.write('\n');
	}

	const closed = once(child, 'close');
	child.kill('SIGKILL');
	await closed;
}

async function start(
	{folder, ledgerFile, sandbox: {baseUrl, apiKey}}: Fixture,
	act: Act,
	{pauses}: Pick<RunOptions, 'pauses'>,
) {
	const options = {act, service: {baseUrl, apiKey}, ledgerFile, pauses};
	const root = path.dirname(folder);
	const program = programs.get(root) ?? buildProgram(root);
	programs.set(root, program);
	const child = spawn(process.execPath, [await program, JSON.stringify(options)], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: {...process.env, NODE_COMPILE_CACHE: path.join(root, 'compiled')},
	});
	return {child, lines: createInterface(child.stdout)[Symbol.asyncIterator]()};
}

/** Opens what a kill left, with a sandbox of its own. It can be copied. */
export const openWreck = async ({folder}: Pick<Wreck, 'folder'>, faults: readonly Fault[] = []): Promise<Fixture> =>
	openFixture(copyFolder(folder), faults);

/** All that a recovery finds: names and contents of the files, and the writes. The index of SQLite's log is left out: the next process that opens the file makes it anew (https://sqlite.org/wal.html, section 2.2). */
function contentsOf(folder: string, writes: readonly string[]) {
	const names = readdirSync(folder)
		.filter(each => !each.endsWith('-shm'))
		.toSorted();
	return [Buffer.from(JSON.stringify([names, writes])), ...names.map(name => readFileSync(path.join(folder, name)))];
}

const isEqual = (one: readonly Uint8Array[], other: readonly Uint8Array[]) =>
	one.every((bytes, index) => other[index] !== undefined && Buffer.compare(bytes, other[index]) === 0);

function copyFolder(folder: string) {
	const copy = mkdtempSync(`${folder}-copy-`);
	cpSync(folder, copy, {recursive: true});
	return copy;
}

/** Opens the account of a fixture as the next start does. */
export async function within<T>({ledgerFile, sandbox}: Fixture, act: (account: Account) => Promise<T>): Promise<T> {
	const account = openAccount({service: sandbox, ledgerFile});
	try {
		return await act(account);
	} finally {
		account.close();
	}
}

/** Clears all faults, and returns what the service lists. */
export async function listed({sandbox}: Pick<Fixture, 'sandbox'>): Promise<Listed[]> {
	sandbox.faults.clear();
	const records = await list(sandbox);
	return records.map(record => ({id: String(record.id), body: record as unknown as Body}));
}

/** The form of each notification that is listed, by ID. Clears all faults. */
export async function accountOf(fixture: Pick<Fixture, 'sandbox'>): Promise<Record<string, string>> {
	const all = await listed(fixture);
	return Object.fromEntries(all.map(({id, body}) => [id, formOf(body)]));
}

/** A text that is equal for those that are listed alike. */
export const formOf = listedForm;
