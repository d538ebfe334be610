import type {Dispatch} from 'react';
import {toSentInput} from '../../service/body.ts';
import {discardSentDrafts, hasUnsentDrafts, unsentDrafts} from '../../account/drafts.ts';
import type {Services} from '../../account/services.ts';
import type {Session} from '../../account/session.ts';
import {readOnlyReason} from '../../config/profile.ts';
import {joined, sentence} from '../../platform/text.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {keyOf} from '../keys/match.ts';
import {settledNotice} from '../ui/notices.ts';
import type {NavigationAction} from '../ui/navigation.ts';
import type {AwaitedLedger} from '../../ledger/awaited-ledger.ts';
import type {ChangeSet} from '../../ledger/item.ts';
import type {useKeySource} from '../keys/use-keys.ts';
import {moveOf} from '../list/first-page.ts';

export type OpenedLedger = Awaited<ReturnType<Services['openLedger']>>;

type StartServices = Pick<Services, 'settings' | 'clock' | 'openLedger' | 'isLedgerLarge' | 'retryStatus'>;

/** Creates what follows the settings and the open accounts of a run, and tells what they say. Each function returns one that stops it. */
export function createStart(
	{settings, clock, openLedger, isLedgerLarge, retryStatus}: StartServices,
	dispatch: Dispatch<NavigationAction>,
) {
	/** The account whose pending changes and drafts were told. */
	let told: string | undefined;
	/** What was told of the rules. */
	let toldOfRules: string | undefined;
	return {
		/** Warns of the problems in the screen settings, whenever they are read. */
		followSettings(): () => void {
			let warned: readonly string[] = [];
			const warn = () => {
				const {problems} = settings.get();
				if (problems !== warned && problems.length > 0) {
					warned = problems;
					dispatch({type: 'warn', warning: `${sentences(problems)} The default is used instead.`});
				}
			};

			warn();
			return settings.subscribe(warn);
		},
		/** Opens the ledger after the first frame. While a large one is checked, keys other than those that move in the list wait, until the returned function is called. */
		openLedger(source: ReturnType<typeof useKeySource>, show: (opened: OpenedLedger) => void): () => void {
			// Other keys depend on what the ledger says. The check takes moments; another process may lock the ledger for longer.
			const release = isLedgerLarge() ? source.hold(key => moveOf(key) !== undefined) : () => undefined;
			const stop = retryStatus.subscribe(() => {
				if (retryStatus.isLedgerBusy()) {
					release();
				}
			});
			void (async () => {
				show(await openLedger());
			})();

			return () => {
				stop();
				release();
			};
		},
		/** Follows the account, its rules, and the board of its team. */
		followAccount(session: Session): () => void {
			const warn = () => {
				const warning = rulesWarning(session);
				if (warning !== undefined && warning !== toldOfRules) {
					dispatch({type: 'warn', warning});
				}

				toldOfRules = warning;
			};

			warn();
			const stops = [
				session.rules.subscribe(warn),
				session.pending.onSettled(changes => {
					dispatch({type: 'notice', notice: settledNotice(changes)});
				}),
				...followTeam(session, clock, dispatch),
			];
			return () => {
				for (const stop of stops) {
					stop();
				}
			};
		},
		/** Shows the pending changes of the account, and announces unsent drafts and any notice about the ledger. A ledger that cannot be written causes a warning, which stays until it is acknowledged. */
		tellLedger({ledger, notice}: OpenedLedger, {profileKey, pending}: Session) {
			pending.update();
			if (told === profileKey) {
				return;
			}

			told = profileKey;
			// Changes that colleagues left are no reason to begin with them.
			const hasOwn = pendingChanges(ledger, profileKey).some(({by}) => by === undefined);
			if (hasOwn) {
				dispatch({type: 'push', route: {name: 'activity'}});
			}

			const isReadable = ledger.problem === undefined;
			if (!isReadable) {
				dispatch({type: 'warn', warning: notice!});
			}

			void discardSentDrafts(ledger, profileKey);
			const said = isReadable ? notice : undefined;
			const text = joined([said, draftsText(ledger, profileKey, hasOwn), otherDraftsText(ledger, profileKey)], ' ');
			if (text !== '') {
				dispatch({type: 'notice', notice: {tone: said === undefined ? undefined : 'bad', text}});
			}
		},
	};
}

/** The problems as sentences. */
const sentences = (problems: readonly string[]): string => problems.map(problem => sentence(problem)).join(' ');

/** Why nothing, or nothing new, is sent to an account because of config.yaml; undefined if it is. */
function rulesWarning({profile, rules}: Session): string | undefined {
	if (profile.configProblem !== undefined) {
		return readOnlyReason(profile);
	}

	const {problems = []} = rules.get() ?? {};
	return problems.length === 0
		? undefined
		: `${sanitise(sentences(problems))} Nothing new is sent until it is corrected; undo and pending changes still work.`;
}

/** Milliseconds between two listings because of colleagues, however many changes they make. */
const interval = 10_000;

/** Follows the board of an account's team once its first listing is there, so that neither the first frame nor the first key waits for it. Tells what it says, and lists again when a colleague's change has ended since the last listing began. Returns functions that stop it. */
function followTeam(
	{team, listing}: Pick<Session, 'team' | 'listing'>,
	clock: Services['clock'],
	dispatch: Dispatch<NavigationAction>,
): ReadonlyArray<() => void> {
	if (team === undefined) {
		return [];
	}

	let last = -Infinity;
	const refresh = () => {
		const {endedAt} = team.get().received;
		const startedAt = listing.latest()?.startedAt;
		const {at} = clock.elapsed.now();
		// A listing in progress is not cut off.
		const isFree = listing.get().progress === undefined && at - last >= interval;
		if (isFree && endedAt !== undefined && startedAt !== undefined && startedAt.at < endedAt.at) {
			last = at;
			listing.refresh();
		}
	};

	const follow = () => {
		stopWaiting();
		void team.follow();
	};

	const stopWaiting = listing.onListing(follow);
	if (listing.latest() !== undefined) {
		follow();
	}

	return [
		stopWaiting,
		team.onNotice((text, isBad) => {
			dispatch({type: 'notice', notice: {tone: isBad ? 'bad' : undefined, text}});
		}),
		team.subscribe(refresh),
		clock.every(interval, refresh),
	];
}

/** The notice about unsent drafts. `isElsewhere`: whether another screen than the list is shown, on which its key does nothing. */
function draftsText(ledger: OpenedLedger['ledger'], profileKey: string, isElsewhere: boolean): string {
	const findPending = ledger.changes.awaitedAlike(profileKey, true);
	const drafts = unsentDrafts(ledger, profileKey).filter(({draft}) => findPending(toSentInput(draft)) === undefined);
	const {length: count} = drafts;
	const key = `${keyOf('list', 'new')}${isElsewhere ? ' in the list' : ''}`;
	const how = `${key}, then ${keyOf('form', 'drafts')}, continues`;
	const texts = ['', `1 unsent draft. ${how} it.`];
	return texts[count] ?? `${count} unsent drafts. ${how} one.`;
}

/** The notice about unsent drafts of other profiles. Those of the sandbox are told there. */
function otherDraftsText(ledger: OpenedLedger['ledger'], profileKey: string): string {
	const others = ledger.drafts
		.profiles()
		.filter(key => key !== profileKey && !key.startsWith('sandbox:') && hasUnsentDrafts(ledger, key));
	// The key of an account has the base URL before the name.
	const names = new Set(others.map(key => sanitise(key.split(' ')[1] ?? '')));
	return names.size === 0
		? ''
		: `An unsent draft waits in profile ${[...names].join(', ')}: ${keyOf('list', 'profiles')} opens it.`;
}

/** The pending changes of an account, without those that another process is working on. */
export const pendingChanges = ({changes}: Pick<AwaitedLedger, 'changes'>, profileKey: string): ChangeSet[] =>
	changes.pending(profileKey).filter(({id}) => changes.holder(id) === undefined);
