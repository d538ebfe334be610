import {useEffect, useEffectEvent, useState} from 'react';
import type {KeyCommandWait} from '../../config/key-command.ts';
import {createAccountsBeside, type AccountsBeside} from '../../session/accounts-beside.ts';
import {compareProfiles, type ComparedProfiles} from '../../session/compare-profiles.ts';
import {useSession} from '../shared/session-context.ts';
import {useOperation} from '../shared/use-operation.ts';

export type ComparisonHandle = Pick<AccountsBeside, 'replace'> & {
	/** The result of the last comparison; undefined while both accounts are listed. */
	readonly result: ComparedProfiles | undefined;
	/** The number of notifications of each account that are listed so far. */
	readonly counts: readonly [number, number];
	/** The key command that is awaited. */
	readonly wait: KeyCommandWait | undefined;
	readonly isRunning: boolean;
	/** Compares again, unless a comparison is running. */
	readonly compareAgain: () => void;
	readonly cancel: () => void;
};

const noCounts: readonly [number, number] = [0, 0];

/** Compares the accounts of two profiles, first when the screen is opened. Accounts that it opens are left with the screen. */
export function useComparison(names: readonly [string, string]): ComparisonHandle {
	const session = useSession();
	const {services} = session;
	const [result, setResult] = useState<ComparedProfiles | undefined>(undefined);
	const [counts, setCounts] = useState(noCounts);
	const [wait, setWait] = useState<KeyCommandWait | undefined>(undefined);
	const {isRunning, start, cancel} = useOperation();
	const [beside] = useState(() => createAccountsBeside(services));

	const compare = () => {
		start(
			async signal =>
				compareProfiles(async (name, policy) => beside.open(name, session, policy), names, {
					signal,
					retry: services.retryStatus.retry,
					onWait: setWait,
					onProgress: setCounts,
				}),
			setResult,
		);
	};

	const compareAtStart = useEffectEvent(compare);
	useEffect(() => {
		// Deferred, because starting it sets state, which an effect must not do directly.
		queueMicrotask(() => {
			compareAtStart();
		});
		return beside.close;
	}, [beside]);

	return {
		result,
		counts,
		wait,
		isRunning,
		cancel,
		replace: beside.replace,
		compareAgain() {
			if (isRunning) {
				return;
			}

			setResult(undefined);
			setCounts(noCounts);
			compare();
		},
	};
}
