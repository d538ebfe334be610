import {useApp} from 'ink';
import {useEffect, useReducer, useState} from 'react';
import {sameJobAs} from '../../notifications/canonical.ts';
import {toInput, type Draft, type FieldId} from '../../notifications/draft.ts';
import {collect, noValues, valuesIn} from '../../notifications/suggest.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeyOffer} from '../hooks/use-key-offer.ts';
import {useListing} from '../hooks/use-listing.ts';
import {useOperation} from '../hooks/use-operation.ts';
import {reduceForm} from '../state/form-reducer.ts';
import {openForm} from '../state/form.ts';
import {useNavigation} from '../state/navigation.ts';
import {useSession} from '../state/session.ts';
import {ReviewView} from './review.tsx';
import {TryView} from './try.tsx';
import {WriteView} from './write.tsx';

export type FormScreenProps = {
	/** What it starts from. */
	readonly draft: Draft;
	/** Where the cursor begins. */
	readonly focus?: FieldId | undefined;
	/** Takes the unsent draft when the operator leaves; undefined once it was sent. */
	readonly onLeave: (draft: Draft | undefined) => void;
};

/** Writes a notification, shows what will be sent, and sends it. */
export function FormScreen({draft, focus, onLeave}: FormScreenProps) {
	const session = useSession();
	const {profile, connection, services} = session;
	const {pop, announce} = useNavigation();
	const {suspendTerminal} = useApp();
	const {listing, refresh} = useListing();
	const records = 'value' in listing ? listing.value.records : [];
	const [form, dispatch] = useReducer(reduceForm, {
		draft, focus, seen: valuesIn(records), learned: noValues,
	}, openForm);
	const {operation, start, cancel, clear} = useOperation<CreateOutcome>();
	const [obstacle, setObstacle] = useState<CreateOutcome | undefined>(undefined);
	const failure = operation.state === 'failed' ? operation.failure : undefined;
	useKeyOffer(failure);

	useEffect(() => {
		// What another key was refused for is over.
		clear();
		void (async () => {
			dispatch({type: 'learned', values: await services.readLearned(session)});
		})();
	}, [session.id]);

	const input = toInput(form.draft);
	const duplicates = obstacle?.kind === 'duplicates' ? obstacle.duplicates : sameJobAs(input, records);

	const onOutcome = (outcome: CreateOutcome) => {
		if (outcome.kind !== 'created') {
			setObstacle(outcome);
			return;
		}

		void services.learn(session, collect([input]));
		refresh();
		onLeave(undefined);
		pop({tone: 'good', text: outcome.id === undefined
			? '✓ Created; the service did not say under which ID, and the listing does not tell yet.'
			: `✓ Created ${sanitise(outcome.id)} on ${sanitise(profile.name)}.`});
	};

	const send = () => {
		start(async signal => {
			const {create} = await import('../../operations/create.ts');
			const result = await create(connection, input, {
				acceptedIds: new Set(duplicates.map(({id}) => id)),
				isUnchecked: obstacle?.kind === 'unchecked',
				signal,
			});
			if (!result.ok) {
				dispatch({type: 'answered', issues: result.failure.issues ?? []});
			}

			return result;
		}, onOutcome);
	};

	const leave = () => {
		if (failure?.outcome === 'unknown') {
			refresh();
		}

		onLeave(form.draft);
		pop({tone: 'plain', text: 'Not sent. Press n to go on writing.'});
	};

	const edit = () => {
		void suspendTerminal(async () => {
			const edited = await services.edit(form.draft.template);
			if (edited.ok) {
				dispatch({type: 'replace', text: edited.text});
			} else {
				announce({tone: 'bad', text: `✗ The template is as it was: ${edited.problem}.`});
			}
		});
	};

	switch (form.mode) {
		case 'write':
		case 'pick': {
			return (
				<WriteView
					form={form}
					dispatch={dispatch}
					failure={failure}
					onReview={() => {
						clear();
						setObstacle(undefined);
						dispatch({type: 'review'});
					}}
					onEdit={edit}
					onLeave={leave}
				/>
			);
		}

		case 'review': {
			return (
				<ReviewView
					form={form}
					input={input}
					duplicates={duplicates}
					obstacle={obstacle}
					isSending={operation.state === 'running'}
					onSend={send}
					onCancel={cancel}
					onBack={() => {
						dispatch({type: 'mode', mode: 'write'});
					}}
				/>
			);
		}

		case 'try': {
			return (
				<TryView
					filters={input.filters}
					onBack={() => {
						dispatch({type: 'mode', mode: 'write'});
					}}
				/>
			);
		}
	}
}
