import {useEffect, useRef, useState} from 'react';
import {recordsOf} from '../../account/listing-state.ts';
import type {AccountChange} from '../../account/session.ts';
import {useNavigation} from '../ui/navigation.ts';
import {useListing, useSession} from '../ui/session.ts';

/** Checks with the first listing whether a new API key belongs to the account used before, and asks the operator if the listing cannot answer this. `isBusy`: the operator is typing and must not be interrupted. */
export function useAccountQuestion(isBusy: boolean): void {
	const session = useSession();
	const {
		services: {keyDecisions},
		replaceSession,
		earlier,
		connection,
		profileKey,
	} = session;
	const {isTop, push, announce} = useNavigation();
	const {listing} = useListing();
	const [question, setQuestion] = useState<AccountChange>();
	const asked = useRef<AccountChange>(undefined);
	const current = useRef<number | undefined>(session.id);
	useEffect(() => {
		current.current = session.id;
		return () => {
			current.current = undefined;
		};
	}, [session.id]);
	const checkedProfile = useRef<string>(undefined);

	useEffect(() => {
		if (earlier === undefined || listing.state !== 'ready' || checkedProfile.current === profileKey) {
			return;
		}

		checkedProfile.current = profileKey;
		const change: AccountChange = {session, connection, earlier, account: profileKey, name: undefined};
		void (async () => {
			const verdict = await keyDecisions.judge(change, recordsOf(listing));
			// Another key may have been entered, or another profile opened, in the meantime.
			if (current.current !== session.id) {
				return;
			}

			if (verdict === 'unsure') {
				setQuestion(change);
				return;
			}

			const decided = await keyDecisions.decide(change, 'same');
			if (current.current !== session.id) {
				return;
			}

			if (decided.ok) {
				replaceSession(decided.session);
				announce({
					text: 'The API key is new, the account is the same: history, drafts and pending changes are kept.',
				});
			} else {
				setQuestion(change);
			}
		})();
	}, [session, keyDecisions, replaceSession, announce, earlier, connection, profileKey, listing]);

	useEffect(() => {
		if (question === undefined || asked.current === question || !isTop || isBusy) {
			return;
		}

		asked.current = question;
		push({name: 'account', change: question});
	}, [question, isTop, isBusy, push]);
}
