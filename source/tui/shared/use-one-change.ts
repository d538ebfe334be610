import {useState} from 'react';
import type {CreateOutcome} from '../../operations/one.ts';
import type {Operation} from '../../ledger/journal/operation.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import type {Route} from '../screens.tsx';
import {useTask} from '../ui/use-task.ts';
import {pendingNotice} from './change-notices.ts';
import {useNavigation} from './navigation.ts';
import {useListing} from './session-context.ts';
import {usePrepared} from './use-prepared.ts';

type OneChangeOptions = {
	/** The screens below that showed what is changed: they are left as well. */
	readonly closes: ReadonlyArray<Route['name']>;
	/** The notice of a change that is done. */
	readonly doneText: (operation: Operation) => string;
	/** What is added to the notice of one that the service has confirmed, and no listing yet. */
	readonly acceptedText?: string;
};

/** Makes one change for the screen of its question, which is left with a notice once the change is done or pending. */
export function useOneChange({closes, doneText, acceptedText}: OneChangeOptions) {
	const {pop} = useNavigation();
	const {refresh} = useListing();
	const {isRunning, phases = [], now, start, cancel} = useTask();
	const [outcome, setOutcome] = useState<CreateOutcome>();
	usePrepared();
	useKeyOffer(outcome !== undefined && 'failure' in outcome ? outcome.failure : undefined);
	return {
		isRunning,
		phases,
		now,
		/** What the attempt before came to, if the screen was not left. */
		outcome,
		forget() {
			setOutcome(undefined);
		},
		run(act: (options: Parameters<Parameters<typeof start>[0]>[0]) => Promise<CreateOutcome>) {
			start(act, ended => {
				setOutcome(ended);
				if (ended.kind === 'done') {
					pop({tone: 'good', text: doneText(ended.operation), follows: ended.operation.newId}, closes);
				} else if (ended.kind === 'accepted' || ended.kind === 'open') {
					pop(pendingNotice(ended, ended.kind === 'accepted' ? acceptedText : undefined), closes);
				}
			});
		},
		back() {
			if (isRunning) {
				cancel();
				return;
			}

			if (outcome !== undefined) {
				refresh();
			}

			pop();
		},
	};
}
