import {useEffect} from 'react';
import {useSession} from '../shared/session-context.ts';
import {useBulkTask} from './use-bulk-task.ts';
import {BulkRunView} from './bulk-run-view.tsx';

export type BulkResumeScreenProps = {
	readonly batch: number;
};

/** Goes on with a batch that was begun and not ended. */
export function BulkResumeScreen({batch}: BulkResumeScreenProps) {
	const {ledger} = useSession();
	const {kind} = ledger!.journal.batch(batch);
	const task = useBulkTask(kind);
	useEffect(() => {
		task.carryOn(batch, 'finish');
	}, [batch]);

	return <BulkRunView kind={kind} task={task}/>;
}
