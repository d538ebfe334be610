import path from 'node:path';
import {openAccount, type Account, type Memory, type Told} from '../door.ts';
import {settlingTime} from '../helpers/model-service/arbitraries.ts';
import {plainListing, plainWrite} from '../helpers/model-service/fates.ts';
import type {ModelServer} from '../helpers/model-service/server.ts';
import type {Step} from './life.ts';
import {createOperator, type Operator} from './operator.ts';
import {createRecorder, type AnnouncedRequest, type Recorder, type RecorderOptions} from './recorder.ts';

/** A machine with a ledger, and somebody who uses the program on it. */
export type Home = {
	readonly recorder: Recorder;
	readonly operator: Operator;
	/** The run of the program that is not killed. */
	readonly account: () => Account;
	/** Prepares the machine for a step. `onRequest` is called when the service has taken a request, with how many there were. */
	readonly prepare: (
		step: Pick<Step, 'writes' | 'listings'> & Partial<Pick<Step, 'clockChange' | 'isRestarted'>>,
		onRequest?: (count: number) => Promise<void>,
	) => void;
	/** Has something done, and kills the program at the given step of it. */
	readonly perform: (
		what: string,
		act: (account: Account) => Promise<Told | undefined>,
		killAt?: number,
	) => Promise<void>;
	readonly note: (line: string) => void;
};

export type HomeOptions = RecorderOptions & {
	readonly server: ModelServer;
	/** For the ledger. */
	readonly folder: string;
};

/** 2026-11-20T23:49:00Z */
const epoch = Date.UTC(2026, 10, 20, 23, 49);

/** Starts the program on a machine that has nothing yet. */
export function createHome({server, folder, ...options}: HomeOptions): Home {
	const {model, note} = options;
	const recorder = createRecorder(options);
	const memory: Memory = {records: []};
	let fates: Pick<Step, 'writes' | 'listings'> = {writes: [], listings: []};
	let used = {writes: 0, listings: 0};
	let clockChange = 0;
	let boot = {era: 1, at: 0};
	let requests = 0;
	let onRequest: ((count: number) => Promise<void>) | undefined;

	const start = (): Account => {
		let announced: AnnouncedRequest | undefined;
		let listedAt: number | undefined;
		const client = server.connect(model, {
			nextWrite: () => fates.writes[used.writes++ % fates.writes.length] ?? plainWrite,
			nextListing() {
				const index = used.listings++;
				const fate = fates.listings[index % fates.listings.length] ?? plainListing;
				// A hiccup passes: it does not come again and again.
				return fate.answer === 'empty' && index >= fates.listings.length ? plainListing : fate;
			},
			async beforeAnswer({method}) {
				if (method !== 'GET') {
					recorder.takeWrite(announced, opened.change, listedAt);
					announced = undefined;
				}

				requests++;
				await onRequest?.(requests);
				await opened.step();
			},
		});
		const opened = openAccount({
			service: {baseUrl: client.baseUrl, apiKey: ''},
			apiKey: model.apiKey,
			ledgerFile: path.join(folder, 'ledger.sqlite'),
			machine: {
				wallClock: () => epoch + model.now() + clockChange,
				uptime: () => ({era: `boot ${boot.era}`, at: model.now() - boot.at}),
			},
			settlingTime,
			memory,
			// Several would not arrive in the same order in every run.
			atOnce: 1,
			onPause: model.advance,
			onAnnounced(request) {
				announced = request;
			},
			onListing(listed, {isComplete, age}) {
				listedAt = isComplete ? model.now() - age : listedAt;
				recorder.takeListing(listed);
			},
		});
		return {
			...opened,
			close() {
				client.disconnect();
				opened.close();
			},
		};
	};

	let account = start();

	return {
		recorder,
		operator: createOperator(recorder.operatorOptions),
		account: () => account,
		note,
		prepare(step, listener) {
			clockChange = step.clockChange ?? clockChange;
			fates = step;
			used = {writes: 0, listings: 0};
			requests = 0;
			onRequest = listener;
			if (step.isRestarted === true) {
				note('the machine restarts');
				boot = {era: boot.era + 1, at: model.now()};
				account.close();
				memory.saved = memory.records;
				account = start();
			}
		},
		async perform(what, act, killAt) {
			note(what);
			const running = account;
			const told = await running.run(killAt, async () => act(running));
			if (told === 'killed') {
				running.close();
				note('killed');
				account = start();
			} else {
				await running.show();
				note(told === undefined ? 'there was nothing to do' : `told: ${told.kind} ${told.reason ?? ''}`.trimEnd());
			}

			recorder.takeChanges(account.changes());
		},
	};
}
