import {useEffect, useState} from 'react';
import type {Restorable} from '../../operations/restorable.ts';
import {Frame, useBodySize} from '../components/frame.tsx';
import {Header} from '../components/header.tsx';
import {Messages} from '../components/messages.tsx';
import {useBulkTask} from '../hooks/use-bulk-task.ts';
import {useListing} from '../hooks/use-listing.ts';
import {useKeys} from '../keys/use-keys.ts';
import {restoreLines} from '../state/bulk-lines.ts';
import {capped} from '../state/message.ts';
import {placeOf, useSession} from '../state/session.ts';
import {BulkRunView} from './bulk-run.tsx';

export type BulkRestoreScreenProps = {
	/** The batch to be taken back. */
	readonly deletion: number;
};

/** Asks before what a bulk delete took is created again, and does it. */
export function BulkRestoreScreen({deletion}: BulkRestoreScreenProps) {
	const task = useBulkTask('restore');
	const onConfirm = () => {
		task.begin(async desk => {
			const {planRestores} = await import('../../operations/bulk-restore.ts');
			const plan = await planRestores(desk, deletion);
			return plan.kind === 'planned' ? plan.batch : plan;
		});
	};

	return task.handle.isRunning || task.outcome !== undefined
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
	const facts = {rest: survey !== undefined && survey.count > 0, writable: ledger !== undefined && !profile.isReadOnly};
	useKeys('bulk-restore', {facts, actions: {send: onConfirm}});

	return (
		<Frame scope='bulk-restore' facts={facts} header={<Header title='bulk restore'/>}>
			<Messages messages={capped(restoreLines(survey, placeOf(session), columns), rows)}/>
		</Frame>
	);
}

/** What there is to know first; undefined until it is known. */
function useSurvey(deletion: number): Restorable | undefined {
	const {ledger} = useSession();
	const {listing} = useListing();
	const records = 'value' in listing ? listing.value.records : undefined;
	const [survey, setSurvey] = useState<Restorable | undefined>(undefined);
	useEffect(() => {
		let isCurrent = true;
		void (async () => {
			const {surveyRestore} = await import('../../operations/restorable.ts');
			const found = ledger && await surveyRestore(ledger.journal, deletion, records ?? []);
			if (isCurrent) {
				setSurvey(found);
			}
		})();

		return () => {
			isCurrent = false;
		};
	}, [ledger, deletion, records]);

	return survey;
}
