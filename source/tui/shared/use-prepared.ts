import {useEffect} from 'react';
import type {NotificationInput} from '../../domain/notification.ts';
import {useSession} from './session-context.ts';

/** Makes ready what a question leads to while it is read. `input`: what is to be created, if anything is. */
export function usePrepared(input?: NotificationInput): void {
	const {operations} = useSession();
	useEffect(() => {
		operations.prepare({input});
	}, [operations, input]);
}
