import {setImmediate as turn} from 'node:timers/promises';
import {openLedger, type Ledger} from '../../source/storage/ledger.ts';
import type {AwaitedJournal} from '../../source/storage/awaited-ledger.ts';
import type {ListedRecord, Notification} from '../../source/domain/notification.ts';
import {notificationsIn, type Sighting, type OperationContext} from '../../source/operations/operation-context.ts';
import {createMonotonicClock, type Moment} from '../../source/platform/clock.ts';
import {settlingTime} from '../helpers/model-service/arbitraries.ts';
import type {ModelService} from '../helpers/model-service/model.ts';
import type {Fates, ModelServer} from '../helpers/model-service/server.ts';
import {awaited, createContext} from '../operations/context.ts';
import {createKillSwitch} from './kill-switch.ts';

/** The clocks of the machine that the program runs on. */
export type Machine = {
	/** What the system's clock says, in milliseconds since the epoch. */
	readonly wallClock: () => number;
	/** The present boot: its name, and the milliseconds since it began. */
	readonly uptime: () => Moment;
};

/** A request that an operation has written down before sending it. */
export type AnnouncedRequest = {readonly operation: number; readonly method: string};

export type ProgramOptions = {
	readonly model: ModelService;
	readonly server: ModelServer;
	readonly machine: Machine;
	readonly ledgerFile: string;
	/** The listing on the screen, which the next run of the program remembers. */
	readonly screen: {records: readonly ListedRecord[]};
	readonly fates: Omit<Fates, 'beforeAnswer'>;
	/** Called when the service has taken a POST or DELETE, with what the journal said of it before, and when the last complete listing before it began. */
	readonly onWrite: (announced: AnnouncedRequest | undefined, listedAt: number | undefined) => void;
	/** Called with what a listing showed. */
	readonly onListing: (notifications: readonly Notification[]) => void;
	/** Called when the service has taken any request; the answer waits for it. */
	readonly onRequest: () => Promise<void>;
};

/** One run of the program: its ledger and its connection to the service. */
export type Program = {
	readonly ledger: Ledger;
	readonly journal: AwaitedJournal;
	/** With the API key that is valid now. */
	readonly context: () => OperationContext;
	/** Shows the last listing on the screen, as happens after an operation and a refresh. Returns it, unless it is there already. */
	readonly adoptListing: () => Sighting | undefined;
	/** Runs an operation, and kills the program at the given step of it. What was killed does nothing more. */
	readonly run: <T>(killAt: number | undefined, act: () => Promise<T>) => Promise<T | 'killed'>;
	readonly close: () => void;
};

/** Starts the program on a ledger. */
export function startProgram({
	model,
	server,
	machine,
	ledgerFile,
	screen,
	fates,
	onWrite,
	onListing,
	onRequest,
}: ProgramOptions): Program {
	const killSwitch = createKillSwitch();
	const {ledger} = openLedger(ledgerFile, {now: machine.wallClock});
	let announced: AnnouncedRequest | undefined;
	let listedAt: number | undefined;
	const client = server.connect(model, {
		...fates,
		async beforeAnswer({method}) {
			if (method !== 'GET') {
				onWrite(announced, listedAt);
				announced = undefined;
			}

			await onRequest();
			await killSwitch.step();
		},
	});

	const note = (name: string, [operation, request]: readonly unknown[]) => {
		if (name === 'requestSent' || name === 'itemSent') {
			announced = {operation: operation as number, method: (request as {method: string}).method};
		}
	};

	const {journal, sent} = awaited(ledger);
	const guarded = killSwitch.guard(journal, note);
	const {era} = machine.uptime();
	const elapsed = createMonotonicClock(era, () => machine.uptime().at);
	const seen = new Map<string, Moment>();
	/** The last listing that an operation read. */
	let latest: Sighting | undefined;
	/** The last listing on the screen in this run. */
	let displayed: Sighting | undefined;
	const adoptListing = () => {
		const sighting = latest;
		displayed = sighting ?? displayed;
		screen.records = sighting?.listing.records ?? screen.records;
		latest = undefined;
		return sighting;
	};

	const base = createContext({service: {baseUrl: client.baseUrl, apiKey: ''}, ledger, log: guarded});
	const close = () => {
		client.disconnect();
		ledger.close();
	};

	return {
		ledger,
		journal: guarded,
		context() {
			let lastSighting: Sighting | undefined;
			return {
				...base,
				elapsed,
				settlingTime,
				knownSince: id => seen.get(id),
				listed: () => screen.records,
				lastListed: () => latest?.listing.records ?? screen.records,
				displayed: () => displayed,
				lastSighting: () => lastSighting,
				onListing(sighting) {
					lastSighting = sighting;
					latest = sighting;
					listedAt = sighting.listing.complete
						? model.now() - elapsed.between(sighting.startedAt, elapsed.now())
						: listedAt;
					const notifications = notificationsIn(sighting.listing);
					onListing(notifications);
					for (const {id} of notifications) {
						seen.set(id, seen.get(id) ?? elapsed.now());
					}
				},
				connection: {...base.connection, apiKey: model.apiKey()},
				sent: killSwitch.guard(sent),
				retry: {
					async sleep(milliseconds) {
						await killSwitch.step();
						model.advance(milliseconds);
						await turn();
					},
				},
				now: machine.wallClock,
			};
		},
		async run(killAt, act) {
			killSwitch.arm(killAt);
			const acting = act();
			// What was killed may fail when its connection or its ledger is closed.
			acting.catch(() => undefined);
			const result = await Promise.race([acting, killSwitch.killed]);
			killSwitch.arm(undefined);
			if (result === 'killed') {
				close();
			}

			return result;
		},
		adoptListing,
		close,
	};
}
