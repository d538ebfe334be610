import {useEffect, useEffectEvent} from 'react';
import {useSession} from '../shared/session-context.ts';
import {BulkRunView} from './bulk-run-view.tsx';
import {useBulkTask} from './use-bulk-task.ts';

/** Continues an interrupted batch as soon as it is shown. */
export function BulkResumeScreen({batch}: {readonly batch: number}) {
	const {ledger, operations} = useSession();
	const {kind} = ledger!.journal.batch(batch);
	const task = useBulkTask(kind);
	const resume = useEffectEvent(() => {
		task.run(async options => operations.resumeBatch(batch, options));
	});
	useEffect(() => {
		resume();
	}, []);

	return <BulkRunView kind={kind} task={task} />;
}
