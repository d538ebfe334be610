import {useApp} from 'ink';
import {useEffect, useMemo, useReducer, useState} from 'react';
import type {Failure} from '../../api/failure.ts';
import {sameJobAs} from '../../notifications/canonical.ts';
import {toInput, type Draft, type FieldId} from '../../notifications/draft.ts';
import type {ListedRecord} from '../../notifications/notification.ts';
import {collect, valuesIn} from '../../notifications/suggest.ts';
import {sampleEvent} from '../../notifications/try-filters.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeyOffer} from '../hooks/use-key-offer.ts';
import {useListing} from '../hooks/use-listing.ts';
import {useOperation} from '../hooks/use-operation.ts';
import {reduceForm} from '../state/form-reducer.ts';
import {openForm} from '../state/form.ts';
import {useNavigation} from '../state/navigation.ts';
import type {Notice} from '../state/route.ts';
import {useSession} from '../state/session.ts';
import type {Sample} from '../state/try-lines.ts';
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

const none: readonly ListedRecord[] = [];

/** Writes a notification, shows what will be sent, and sends it. */
export function FormScreen({draft, focus, onLeave}: FormScreenProps) {
	const session = useSession();
	const {profile, services} = session;
	const {pop, announce} = useNavigation();
	const {suspendTerminal} = useApp();
	const {listing, refresh} = useListing();
	const records = 'value' in listing ? listing.value.records : none;
	const [form, dispatch] = useReducer(reduceForm, {draft, focus}, openForm);
	const [outcome, setOutcome] = useState<CreateOutcome | undefined>(undefined);
	const [sample, setSample] = useState<Sample>({origin: 'a built-in sample', event: sampleEvent});
	const {isRunning, start, cancel} = useOperation();
	const failure = failureOf(outcome);
	useKeyOffer(failure);

	useEffect(() => {
		dispatch({type: 'known', values: {seen: valuesIn(records)}});
	}, [records]);
	useEffect(() => {
		// What another key was refused for is over.
		setOutcome(undefined);
		void (async () => {
			dispatch({type: 'known', values: {learned: await services.readLearned(session)}});
		})();
	}, [session.id]);

	const input = useMemo(() => toInput(form.draft), [form.draft]);
	const isReviewing = form.mode === 'review';
	const listed = useMemo(() => isReviewing ? sameJobAs(input, records) : [], [isReviewing, input, records]);
	const duplicates = outcome?.kind === 'duplicates' ? outcome.duplicates : listed;

	const leave = (notice: Notice) => {
		refresh();
		onLeave(undefined);
		pop(notice);
	};

	const onOutcome = (ended: CreateOutcome) => {
		setOutcome(ended);
		switch (ended.kind) {
			case 'done': {
				const {newId, note} = ended.operation;
				void services.learn(session, collect([input]));
				leave({tone: 'good', text: newId === undefined
					? `✓ Created. ${note}`
					: `✓ Created ${sanitise(newId)} on ${sanitise(profile.name)}.`});
				break;
			}

			case 'open': {
				leave({tone: 'bad', text: `✗ ${ended.reason}`});
				break;
			}

			case 'failed':
			case 'refused': {
				dispatch({type: 'answered', issues: ended.failure?.issues ?? []});
				break;
			}

			case 'duplicates':
			case 'unchecked': {
				break;
			}
		}
	};

	const send = () => {
		start(async signal => {
			const {create} = await import('../../operations/create.ts');
			return create(services.bench(session, signal), input, {
				acceptedIds: new Set(duplicates.map(({id}) => id)),
				isUnchecked: outcome?.kind === 'unchecked',
			});
		}, onOutcome);
	};

	const write = () => {
		dispatch({type: 'write'});
	};

	switch (form.mode) {
		case 'write':
		case 'pick': {
			return (
				<WriteView
					form={form}
					dispatch={dispatch}
					failure={failure}
					note={outcome?.kind === 'failed' && failure === undefined ? outcome.operation.note : undefined}
					onReview={() => {
						setOutcome(undefined);
						dispatch({type: 'review'});
					}}
					onEdit={() => {
						void suspendTerminal(async () => {
							const edited = await services.edit(form.draft.template);
							if (edited.ok) {
								dispatch({type: 'template', text: edited.text});
							} else {
								announce({tone: 'bad', text: `✗ The template is as it was: ${sanitise(edited.problem)}.`});
							}
						});
					}}
					onLeave={() => {
						onLeave(form.draft);
						pop({tone: 'plain', text: 'Not sent. Press n to go on writing.'});
					}}
				/>
			);
		}

		case 'review': {
			return (
				<ReviewView
					form={form}
					input={input}
					duplicates={duplicates}
					outcome={outcome}
					isSending={isRunning}
					onSend={send}
					onCancel={cancel}
					onBack={write}
				/>
			);
		}

		case 'try': {
			return <TryView filters={input.filters} sample={sample} onSample={setSample} onBack={write}/>;
		}
	}
}

function failureOf(outcome: CreateOutcome | undefined): Failure | undefined {
	return outcome?.kind === 'failed' || outcome?.kind === 'refused' ? outcome.failure : undefined;
}
