import {useEffect} from 'react';
import {useSession} from './session-context.ts';

/** Makes ready what a question leads to while it is read. */
export function usePrepared(): void {
	const {operations} = useSession();
	useEffect(() => {
		operations.prepare();
	}, [operations]);
}
