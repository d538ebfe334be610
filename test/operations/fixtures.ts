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
import {openLedger} from '../../source/storage/ledger.ts';
import type {Batch} from '../../source/storage/batches/batch.ts';
import type {Operation} from '../../source/storage/journal/operation.ts';
import type {NotificationInput} from '../../source/domain/notification.ts';
import type {OperationContext} from '../../source/operations/operation-context.ts';
import type {BulkContext} from '../../source/operations/bulk/bulk-context.ts';
import {createPauseControl} from '../../source/operations/bulk/pause-control.ts';
import type {Fault} from '../../source/sandbox/faults/switches.ts';
import {startSandbox, type Sandbox} from '../../source/sandbox/server.ts';
import type {Errand, Order} from '../fixtures/run-operation.ts';
import {awaited, createContext, profile} from './context.ts';
import {createElsewhere, watchWrites} from './harness.ts';

export type {Errand} from '../fixtures/run-operation.ts';

const fixture = fileURLToPath(new URL('../fixtures/run-operation.ts', import.meta.url));
const program = 'run-operation.js';

export type Ending = {
	/** How the operation ended, or `killed`. */
	readonly kind: string;
	readonly steps: number;
};

/** An account and what this machine remembers of it, both on disk, so that they can be copied. */
export type Site = {
	readonly folder: string;
	readonly ledgerFile: string;
	readonly sandbox: Sandbox;
	/** The POSTs and DELETEs that arrived. */
	readonly writes: readonly string[];
};

/** A directory for sites, and for the program that runs errands, in one file since it is started often: gone after all tests of a file. */
export function temporaryGround(): string {
	const ground = mkdtempSync(path.join(os.tmpdir(), 'chainbell-crash-'));
	beforeAll(async () => {
		await build({input: fixture, platform: 'node', output: {file: path.join(ground, program), codeSplitting: false}});
	});
	afterAll(() => {
		rmSync(ground, {recursive: true, force: true});
	});
	return ground;
}

async function openSite(folder: string, faults: readonly Fault[] = []): Promise<Site> {
	const sandbox = await startSandbox({file: path.join(folder, 'sandbox.sqlite'), samples: 0, faults});
	onTestFinished(sandbox.close);
	return {folder, ledgerFile: path.join(folder, 'ledger.sqlite'), sandbox, writes: watchWrites(sandbox)};
}

/** The same site twice: nobody may be at it. */
export async function copySite({folder, sandbox}: Site, faults: readonly Fault[] = []): Promise<readonly [Site, Site]> {
	await sandbox.close();
	const copy = `${folder}-copy`;
	cpSync(folder, copy, {recursive: true});
	return [await openSite(folder, faults), await openSite(copy, faults)];
}

/** A site that holds these: 1, 2, … */
export async function newSite(ground: string, there: readonly NotificationInput[]): Promise<Site> {
	const site = await openSite(mkdtempSync(path.join(ground, 'site-')));
	for (const one of there) {
		await createElsewhere(site.sandbox, one);
	}

	return {...site, writes: watchWrites(site.sandbox)};
}

/** Runs an errand at a site in a process of its own, which does not survive step `killAt`. */
export async function run({folder, ledgerFile, sandbox: {baseUrl, apiKey}}: Site, errand: Errand, killAt?: number): Promise<Ending> {
	const order: Order = {...errand, service: {baseUrl, apiKey}, ledgerFile, killAt};
	const ground = path.dirname(folder);
	const child = spawn(process.execPath, [path.join(ground, program), JSON.stringify(order)], {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: {...process.env, NODE_COMPILE_CACHE: path.join(ground, 'compiled')},
	});
	const output = text(child.stdout);
	const [, signal] = await once(child, 'close') as [number | null, NodeJS.Signals | null];
	return signal === 'SIGKILL' ? {kind: 'killed', steps: killAt!} : JSON.parse(await output) as Ending;
}

/** As after the next start, for a batch: opens the ledger, and takes what is unfinished. Returns what `act` does, undefined where nothing is unfinished. */
export async function recoverBatch<T>({ledgerFile, sandbox}: Site, act: (bulk: BulkContext, batch: Batch) => Promise<T>): Promise<T | undefined> {
	const {ledger} = openLedger(ledgerFile, {now: () => 1});
	const {journal} = ledger;
	try {
		const [batch, ...others] = journal.unfinishedBatches(profile);
		if (batch === undefined) {
			return undefined;
		}

		if (others.length > 0 || !journal.claimBatch(batch.id)) {
			throw new Error('There is one batch, and its owner is dead.');
		}

		const context = createContext({service: sandbox, ledger});
		return await act({context, journal: awaited(ledger).journal, pauseControl: createPauseControl(), onProgress: () => undefined}, batch);
	} finally {
		ledger.close();
	}
}

/** As after the next start: opens the ledger, and takes what is unfinished. Returns what `act` does, undefined where nothing is unfinished. */
export async function recover<T>({ledgerFile, sandbox}: Site, act: (context: OperationContext, operation: Operation) => Promise<T>): Promise<T | undefined> {
	const {ledger} = openLedger(ledgerFile, {now: () => 1});
	try {
		const [operation, ...others] = ledger.journal.unfinished(profile);
		if (operation === undefined) {
			return undefined;
		}

		if (others.length > 0 || !ledger.journal.claim(operation.id)) {
			throw new Error('There is one operation, and its owner is dead.');
		}

		return await act(createContext({service: sandbox, ledger}), operation);
	} finally {
		ledger.close();
	}
}
