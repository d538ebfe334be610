import {useEffect, useSyncExternalStore} from 'react';
import type {AccountRules} from '../../domain/policies/account-rules.ts';
import {useSession} from '../shared/session-context.ts';

/** The rules of config.yaml for the account, which are read again when a screen opens; undefined until they are read for the first time. */
export function useRules(): AccountRules | undefined {
	const {rules} = useSession();
	useEffect(() => {
		void rules.load();
	}, [rules]);
	return useSyncExternalStore(rules.subscribe, rules.get);
}
