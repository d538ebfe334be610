import {profileKey} from '../ledger/profile-key.ts';
import {mergeValues, noValues, type KnownValues} from '../notifications/suggest.ts';
import type {Session} from './state/session.ts';

export type LearnedValues = {
	readonly read: (session: Session) => Promise<KnownValues>;
	readonly learn: (session: Session, values: KnownValues) => Promise<void>;
};

/** What services took, from the ledger where there is one; where it cannot be opened, as long as the program runs. */
export function createLearnedValues(ledgerFile: string): LearnedValues {
	const here = new Map<string, KnownValues>();
	const open = async () => {
		const [{openLedger}, learned] = await Promise.all([import('../ledger/ledger.ts'), import('../ledger/learned.ts')]);
		return {ledger: openLedger(ledgerFile), ...learned};
	};

	return {
		async read({connection}) {
			const key = profileKey(connection);
			const recent = here.get(key) ?? noValues;
			try {
				const {ledger, readLearned} = await open();
				try {
					return mergeValues(readLearned(ledger, key), recent);
				} finally {
					ledger.close();
				}
			} catch {
				return recent;
			}
		},
		async learn({connection}, values) {
			const key = profileKey(connection);
			here.set(key, mergeValues(here.get(key) ?? noValues, values));
			try {
				const {ledger, writeLearned} = await open();
				writeLearned(ledger, key, values);
				ledger.close();
			} catch {
				// Suggestions are a comfort: without a ledger they last as long as the program.
			}
		},
	};
}
