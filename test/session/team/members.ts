import {onTestFinished} from 'vitest';
import {createPauseControl} from '../../../source/operations/bulk/pause-control.ts';
import type {Notification, NotificationInput} from '../../../source/domain/notification.ts';
import {createListingCache} from '../../../source/storage/listing-cache.ts';
import {createSession, type SessionOptions} from '../../../source/session/create-session.ts';
import {createRetryStatus} from '../../../source/session/retry-status.ts';
import {createSessionLedger} from '../../../source/session/session-ledger.ts';
import type {Session} from '../../../source/session/session.ts';
import {createHandClock, type HandClock} from '../../helpers/hand-clock.ts';
import type {HoldableSandbox} from '../../helpers/holdable-sandbox.ts';
import {createMemoryBoard} from '../../helpers/memory-board.ts';
import {createElsewhere} from '../../operations/harness.ts';
import {start} from '../../sandbox/client.ts';
import {input, temporaryFile} from '../../storage/ledgers.ts';

export const {signal} = new AbortController();

export const bulk = () => ({signal, pauseControl: createPauseControl(), onProgress: () => undefined});

/** A member of a team: a machine with a ledger of its own, with its account open. */
export type TeamMember = {
	readonly session: Session;
	readonly clock: HandClock;
	readonly notices: readonly string[];
	readonly listed: (id: string) => Promise<Notification>;
	readonly journal: () => Promise<Awaited<ReturnType<SessionOptions['ledger']['open']>>['ledger']['journal']>;
	readonly close: () => Promise<void>;
};

/** Milliseconds. */
export const settlingTime = 3000;

/** Opens the account of a sandbox as a member of a team. */
export function openMember(sandbox: HoldableSandbox, openBoard: (clock: HandClock) => NonNullable<SessionOptions['team']>['openBoard'], {isRequired = false, file = temporaryFile(), account = 'payments'} = {}): TeamMember {
	const clock = createHandClock();
	const ledger = createSessionLedger({file, clock, onBusy: () => undefined});
	const session = createSession({
		id: 1,
		profileKey: `${sandbox.baseUrl} team`,
		profile: {name: 'payments', isSandbox: false, baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, isReadOnly: false, hasColour: false},
		connection: {baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, timeout: 10_000},
		clock,
		ledger,
		listingCache: createListingCache(`${file}-listings`, clock.now),
		retryStatus: createRetryStatus(clock),
		settlingTime,
		team: {account, isRequired, openBoard: openBoard(clock)},
	});
	const notices: string[] = [];
	session.team!.onNotice(text => notices.push(text));
	let closing: Promise<void> | undefined;
	const close = async () => {
		closing ??= (async () => {
			session.pending.close();
			await session.listing.close();
			await session.team!.close();
			await ledger.close();
		})();
		return closing;
	};

	onTestFinished(close);
	return {
		session, clock, notices, close,
		async listed(id) {
			const {promise, resolve} = Promise.withResolvers<Notification>();
			const stop = session.listing.onListing(({listing: {records}}) => {
				const found = records.find(record => record.kind === 'notification' && record.id === id);
				if (found?.kind === 'notification') {
					stop();
					resolve(found);
				}
			});
			session.listing.refresh();
			return promise;
		},
		async journal() {
			const opened = await ledger.open();
			return opened.ledger.journal;
		},
	};
}

/** The input that edits a listed notification. */
export const inputOf = ({userId, channel, name, recipient, network, eventType, addresses, filters}: Notification, change: Partial<NotificationInput>): NotificationInput => (
	{userId, channel, name, recipient, network, eventType, addresses, filters, template: 'Look', topics: ['', '', '', ''], ...change}
);

/** A sandbox with notifications, and a board for the members of a team. `pass`: lets time pass on the board. */
export async function setUp(count = 1) {
	const sandbox = await start();
	for (let index = 0; index < count; index++) {
		await createElsewhere(sandbox, {...input, userId: `user-${index}`});
	}

	let time = 1_000_000;
	const board = createMemoryBoard(() => time);
	const member = (name: string, host: string, options = {}) => openMember(sandbox, clock => board.open(name, host, clock.withSleep), options);
	return {
		sandbox, board, member,
		pass(milliseconds: number) {
			time += milliseconds;
		},
	};
}
