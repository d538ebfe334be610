import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, mkdtempSync, rmSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {build} from 'rolldown';
import {afterAll, beforeAll, onTestFinished} from 'vitest';
import rolldownConfig from '../../rolldown.config.ts';
import {openLedger} from '../../source/storage/ledger.ts';
import type {Batch} from '../../source/storage/batches/batch.ts';
import type {Operation} from '../../source/storage/journal/operation.ts';
import type {NotificationInput} from '../../source/domain/notification.ts';
import type {OperationContext} from '../../source/operations/operation-context.ts';
import type {BulkContext} from '../../source/operations/bulk/bulk-context.ts';
import {createPauseControl} from '../../source/operations/bulk/pause-control.ts';
import type {Fault} from '../../source/sandbox/faults/switches.ts';
import {startHoldableSandbox, type HoldableSandbox} from '../helpers/holdable-sandbox.ts';
import type {OperationRequest, RunOptions} from '../fixtures/run-operation.ts';
import {awaited, createContext, profile} from './context.ts';
import {createElsewhere, watchWrites} from './harness.ts';

export type {OperationRequest} from '../fixtures/run-operation.ts';

const source = fileURLToPath(new URL('../fixtures/run-operation.ts', import.meta.url));
const program = 'run-operation.mjs';

export type RunResult = {
	/** How the operation ended, or `killed`. */
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

/** Makes a directory for the fixtures of a test file, with the program that `runOperation` starts in it. It is removed after the last test. */
export function temporaryRoot(): string {
	const root = mkdtempSync(path.join(os.tmpdir(), 'chainbell-crash-'));
	beforeAll(async () => {
		// One small file, because it is started hundreds of times. Without the alias of the real build, ofetch would load undici at every start.
		const {resolve, transform} = rolldownConfig;
		await build({input: source, platform: 'node', resolve: resolve!, transform: transform!, output: {file: path.join(root, program), codeSplitting: false, minify: true}});
	});
	afterAll(() => {
		rmSync(root, {recursive: true, force: true});
	});
	return root;
}

async function openFixture(folder: string, faults: readonly Fault[] = []): Promise<Fixture> {
	const sandbox = await startHoldableSandbox({file: path.join(folder, 'sandbox.sqlite'), samples: 0, faults});
	onTestFinished(sandbox.close);
	return {folder, ledgerFile: path.join(folder, 'ledger.sqlite'), sandbox, writes: watchWrites(sandbox)};
}

/** Stops the sandbox of a fixture and opens a copy of the fixture with a sandbox of its own. It can be copied again. No process may be using it. */
export async function copyFixture({folder, sandbox}: Fixture, faults: readonly Fault[] = []): Promise<Fixture> {
	await sandbox.close();
	const copy = mkdtempSync(`${folder}-copy-`);
	cpSync(folder, copy, {recursive: true});
	return openFixture(copy, faults);
}

/** Makes a fixture whose account holds these notifications, with IDs from 1. */
export async function createFixture(root: string, existing: readonly NotificationInput[]): Promise<Fixture> {
	const fixture = await openFixture(mkdtempSync(path.join(root, 'fixture-')));
	for (const one of existing) {
		await createElsewhere(fixture.sandbox, one);
	}

	return {...fixture, writes: watchWrites(fixture.sandbox)};
}

/** Runs an operation in a process of its own, which kills itself with SIGKILL at step `killAt`. */
export async function runOperation({folder, ledgerFile, sandbox: {baseUrl, apiKey}}: Fixture, request: OperationRequest, killAt?: number): Promise<RunResult> {
	const options: RunOptions = {...request, service: {baseUrl, apiKey}, ledgerFile, killAt};
	const root = path.dirname(folder);
	const child = spawn(process.execPath, [path.join(root, program), JSON.stringify(options)], {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: {...process.env, NODE_COMPILE_CACHE: path.join(root, 'compiled')},
	});
	const output = text(child.stdout);
	const [, signal] = await once(child, 'close') as [number | null, NodeJS.Signals | null];
	return signal === 'SIGKILL' ? {kind: 'killed', steps: killAt!} : JSON.parse(await output) as RunResult;
}

/** Opens the ledger as the next start does, claims its one unfinished batch and passes it to `act`. Returns undefined where nothing is unfinished. */
export async function recoverBatch<T>({ledgerFile, sandbox}: Fixture, act: (bulk: BulkContext, batch: Batch) => Promise<T>): Promise<T | undefined> {
	const {ledger} = openLedger(ledgerFile, {now: () => 1});
	const {journal} = ledger;
	try {
		const [batch, ...others] = journal.unfinishedBatches(profile);
		if (batch === undefined) {
			return undefined;
		}

		if (others.length > 0 || !journal.claimBatch(batch.id)) {
			throw new Error('Expected exactly one unfinished batch that no live process holds.');
		}

		const context = createContext({service: sandbox, ledger});
		return await act({context, journal: awaited(ledger).journal, pauseControl: createPauseControl(), onProgress: () => undefined}, batch);
	} finally {
		ledger.close();
	}
}

/** Opens the ledger as the next start does, claims its one unfinished operation and passes it to `act`. Returns undefined where nothing is unfinished. */
export async function recover<T>({ledgerFile, sandbox}: Fixture, act: (context: OperationContext, operation: Operation) => Promise<T>): Promise<T | undefined> {
	const {ledger} = openLedger(ledgerFile, {now: () => 1});
	try {
		const [operation, ...others] = ledger.journal.unfinished(profile);
		if (operation === undefined) {
			return undefined;
		}

		if (others.length > 0 || !ledger.journal.claim(operation.id)) {
			throw new Error('Expected exactly one unfinished operation that no live process holds.');
		}

		return await act(createContext({service: sandbox, ledger}), operation);
	} finally {
		ledger.close();
	}
}
