import type {Connection} from '../service/connection.ts';
import {type Profile, readOnlyReason} from '../config/profile.ts';
import type {ListedRecord} from '../notification/notification.ts';
import type {Clock} from '../platform/clock.ts';
import {createListeners} from '../platform/listeners.ts';
import type {EarlierAccount} from '../ledger/accounts.ts';
import type {AwaitedLedger} from '../ledger/awaited-ledger.ts';
import {noListingCache, type ListingCache} from '../ledger/listing-cache.ts';
import {recordsOf} from './listing-state.ts';
import {createListingStore, type ListingStore} from './listing-store.ts';
import {createOperationRunner, type RunnerOptions} from './operation-runner.ts';
import {type OperationAccount, createAccountOperations} from './operations.ts';
import {createPendingChanges, type PendingChanges} from './pending-changes.ts';
import type {RetryStatus} from './retry-status.ts';
import {noRuleStore, type RuleStore} from './rule-store.ts';
import type {SessionLedger} from './session-ledger.ts';
import type {Session} from './session.ts';
import type {SharedState, Team, TeamHandle, TeamOptions, TeamReport} from './team/team.ts';

export type SessionOptions = {
	/** A number that differs for every session. */
	readonly id: number;
	/** The key under which all data of the account is stored. */
	readonly profileKey: string;
	/** Set while it is not known whether the API key belongs to this account. */
	readonly earlier?: EarlierAccount | undefined;
	/** The listing store to continue with; a new one by default. */
	readonly listing?: ListingStore | undefined;
	readonly profile: Profile;
	readonly connection: Connection;
	readonly clock: Clock;
	readonly ledger: SessionLedger;
	readonly listingCache: ListingCache;
	readonly retryStatus: RetryStatus;
	/** Milliseconds. */
	readonly settlingTime: number;
	/** None by default. */
	readonly rules?: RuleStore;
	/** The team that shares the account, if one does. */
	readonly team?: Pick<TeamOptions, 'account' | 'isRequired' | 'openBoard'> | undefined;
};

const uncertainText =
	'It is not known yet whether this API key belongs to the account that the team of config.yaml shares. Run chainbell without a command to answer that.';

/** Opens an account for the screens. Nothing is sent until its listing is displayed or an operation is started. */
export function createSession({
	id,
	profileKey,
	earlier,
	listing: present,
	profile,
	connection,
	clock,
	ledger,
	listingCache,
	retryStatus: {retry},
	settlingTime,
	rules = noRuleStore,
	team: shared,
}: SessionOptions): Session {
	// While the account is uncertain, its listing is neither read from the cache nor saved there.
	const remembered = earlier === undefined && profile.storage?.keepListings !== false ? listingCache : noListingCache;
	const needsProof = () => runner.isRunning() || pending.get().count > 0;
	present?.rebind({connection, profileKey, remembered, needsProof});
	const listing = present ?? createListingStore({connection, profileKey, clock, retry, remembered, needsProof});
	const openLedger = async (signal?: AbortSignal) => {
		const opened = await ledger.open(signal);
		return opened.ledger;
	};

	const team =
		shared &&
		createTeamHandle(
			async report => {
				const {createTeam} = await import('./team/team.ts');
				const listed = () => {
					const {listing: current} = listing.get();
					return current.state === 'ready' && current.value.complete ? current.value.records : undefined;
				};

				return createTeam({...shared, profileKey, settlingTime, clock, openLedger, listed, report});
			},
			() => {
				pending.update();
			},
		);

	const account = {
		profileKey,
		connection,
		readOnly:
			readOnlyReason(profile) ??
			(earlier !== undefined && profile.team?.isRequired === true ? uncertainText : undefined),
		listing,
		openLedger,
		rules,
		createContext: ({journal, sent}, signal) => ({
			connection,
			profile: profileKey,
			profileName: profile.name,
			log: journal,
			sent,
			retry,
			now: clock.now,
			elapsed: clock.elapsed,
			settlingTime,
			knownSince: listing.knownSince,
			listed: () => recordsOf(listing.get().listing),
			displayed: listing.latest,
			signal,
		}),
		async guard(opened: AwaitedLedger, lastListed: () => readonly ListedRecord[] | undefined) {
			if (team === undefined) {
				return undefined;
			}

			const [opening, {guardByTeam}] = await Promise.all([team.open(), import('./team/team-journal.ts')]);
			return guardByTeam(opened, {team: opening, profileKey, settlingTime, clock, listed: lastListed});
		},
		onEnd() {
			listing.expectChange();
			pending.update();
		},
	} satisfies RunnerOptions & Pick<OperationAccount, 'connection'>;
	const runner = createOperationRunner(account);
	const settle: Session['settle'] = async sighting => {
		const settled = await runner.settlePending(sighting);
		team?.ifOpen(({send}) => {
			send();
		});
		return settled;
	};

	const pending: PendingChanges = createPendingChanges({profileKey, clock, listing, openLedger, settle});

	return {
		id,
		profileKey,
		earlier,
		profile: {...profile, apiKey: connection.apiKey, baseUrl: connection.baseUrl},
		connection,
		listing,
		operations: createAccountOperations(runner, account),
		pending,
		rules,
		settle,
		settlingTime,
		team,
	};
}

/** Creates the handle of a team, whose code is loaded when it is opened. `load`: loads the team. `onHeld`: see `TeamReport`. */
function createTeamHandle(load: (report: TeamReport) => Promise<Team>, onHeld: () => void): TeamHandle {
	const [listeners, notices] = [createListeners(), createListeners<[text: string, isBad: boolean]>()];
	let current: SharedState = {
		state: 'opening',
		waiting: 0,
		claims: new Map(),
		received: {count: 0, endedAt: undefined},
	};
	const set = (next: Partial<SharedState>) => {
		current = {...current, ...next};
		listeners.notify();
	};

	let opening: Promise<Team> | undefined;
	let opened: Team | undefined;

	return {
		subscribe: listeners.add,
		get: () => current,
		onNotice: notices.add,
		async open() {
			opening ??= load({
				state({state, problem, waiting, claims = current.claims}) {
					set({state, problem, waiting, claims});
				},
				notice: notices.notify,
				received(endedAt = current.received.endedAt) {
					set({received: {count: current.received.count + 1, endedAt}});
				},
				held: onHeld,
			});
			opened = await opening;
			return opened;
		},
		ifOpen(work) {
			if (opened !== undefined) {
				work(opened);
			}
		},
		async close() {
			await opened?.close();
		},
	};
}
