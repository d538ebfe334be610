import path from 'node:path';
import type {ListedRecord} from '../../source/domain/notification.ts';
import {plainListing, plainWrite} from '../helpers/model-service/fates.ts';
import type {ModelServer} from '../helpers/model-service/server.ts';
import {settleByScreen, type Told} from './adapter.ts';
import type {Step} from './life.ts';
import {createOperator, type Operator} from './operator.ts';
import {startProgram, type Program} from './program.ts';
import {createRecorder, type Recorder, type RecorderOptions} from './recorder.ts';

/** A machine with a ledger, and somebody who uses the program on it. */
export type Home = {
	readonly recorder: Recorder;
	readonly operator: Operator;
	/** The run of the program that is not killed. */
	readonly program: () => Program;
	/** Prepares the machine for a step. `onRequest` is called when the service has taken a request, with how many there were. */
	readonly prepare: (
		step: Pick<Step, 'writes' | 'listings'> & Partial<Pick<Step, 'clockChange' | 'isRestarted'>>,
		onRequest?: (count: number) => Promise<void>,
	) => void;
	/** Has something done, and kills the program at the given step of it. */
	readonly perform: (
		what: string,
		act: (running: Program) => Promise<Told | undefined>,
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
	const screen: {records: readonly ListedRecord[]} = {records: []};
	let fates: Pick<Step, 'writes' | 'listings'> = {writes: [], listings: []};
	let used = {writes: 0, listings: 0};
	let clockChange = 0;
	let boot = {era: 1, at: 0};
	let requests = 0;
	let onRequest: ((count: number) => Promise<void>) | undefined;

	const start = (): Program =>
		startProgram({
			model,
			server,
			ledgerFile: path.join(folder, 'ledger.sqlite'),
			screen,
			machine: {
				wallClock: () => epoch + model.now() + clockChange,
				uptime: () => ({era: `boot ${boot.era}`, at: model.now() - boot.at}),
			},
			fates: {
				nextWrite: () => fates.writes[used.writes++ % fates.writes.length] ?? plainWrite,
				nextListing: () => fates.listings[used.listings++ % fates.listings.length] ?? plainListing,
			},
			onWrite(announced, listedAt) {
				recorder.takeWrite(announced, program.ledger, listedAt);
			},
			onListing: recorder.takeListing,
			async onRequest() {
				requests++;
				await onRequest?.(requests);
			},
		});

	let program = start();

	return {
		recorder,
		operator: createOperator(recorder.operatorOptions),
		program: () => program,
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
				program.close();
				program = start();
			}
		},
		async perform(what, act, killAt) {
			note(what);
			const running = program;
			const told = await running.run(killAt, async () => act(running));
			if (told === 'killed') {
				note('killed');
				program = start();
			} else {
				await settleByScreen(running);
				note(told === undefined ? 'there was nothing to do' : `told: ${told.kind} ${told.reason ?? ''}`.trimEnd());
			}

			recorder.readJournal(program.ledger);
		},
	};
}
