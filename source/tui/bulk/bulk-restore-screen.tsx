import {useEffect, useState} from 'react';
import type {RestoreSurvey} from '../../operations/bulk/restorable.ts';
import {Frame, useBodySize} from '../shared/frame.tsx';
import {Header} from '../shared/header.tsx';
import {Messages} from '../shared/messages.tsx';
import {useKeys} from '../keys/use-keys.ts';
import {capped} from '../shared/message.ts';
import {placeOf} from '../../session/session.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {restoreLines} from './bulk-lines.ts';
import {useBulkTask} from './use-bulk-task.ts';
import {BulkRunView} from './bulk-run-view.tsx';

export type BulkRestoreScreenProps = {
	/** The batch of the bulk delete to undo. */
	readonly deletion: number;
};

/** Undoes a bulk delete, after asking: recreates what it deleted. */
export function BulkRestoreScreen({deletion}: BulkRestoreScreenProps) {
	const {operations} = useSession();
	const task = useBulkTask('restore');
	const onConfirm = () => {
		task.run(async options => operations.undoBatch(deletion, options));
	};

	return task.isRunning || task.outcome !== undefined
		? <BulkRunView kind='restore' task={task}/>
		: <QuestionView deletion={deletion} onConfirm={onConfirm}/>;
}

type QuestionViewProps = BulkRestoreScreenProps & {
	readonly onConfirm: () => void;
};

function QuestionView({deletion, onConfirm}: QuestionViewProps) {
	const session = useSession();
	const {ledger, profile} = session;
	const {columns, rows} = useBodySize();
	const survey = useSurvey(deletion);
	const keys = useKeys('bulk-restore', {
		question: {id: String(survey?.count)},
		guards: {hasRemaining: survey !== undefined && survey.count > 0, isWritable: ledger !== undefined && !profile.isReadOnly},
		actions: {send: onConfirm},
	});

	return (
		<Frame keys={keys} header={<Header/>}>
			<Messages messages={capped(restoreLines(survey, placeOf(session), columns), rows)}/>
		</Frame>
	);
}

/** What recreating would do; undefined until it is known. */
function useSurvey(deletion: number): RestoreSurvey | undefined {
	const {operations} = useSession();
	const {listing} = useListing();
	const records = 'value' in listing ? listing.value.records : undefined;
	const [survey, setSurvey] = useState<RestoreSurvey | undefined>(undefined);
	useEffect(() => {
		let isCurrent = true;
		void (async () => {
			const found = await operations.surveyUndo(deletion);
			if (isCurrent) {
				setSurvey(found);
			}
		})();

		return () => {
			isCurrent = false;
		};
	}, [operations, deletion, records]);

	return survey;
}
