import {isDeepStrictEqual} from 'node:util';
import {useApp} from 'ink';
import {
	useEffect,
	useMemo,
	useReducer,
	useState,
} from 'react';
import type {Failure} from '../../api/failure.ts';
import type {DraftEntry} from '../../storage/drafts.ts';
import {findDuplicates} from '../../domain/equivalence.ts';
import {toInput} from '../../domain/draft/draft.ts';
import {sampleEvent} from '../../domain/filters/try-filters.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import {useListing} from '../shared/use-listing.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {useOperation} from '../shared/use-operation.ts';
import {useNavigation} from '../shared/navigation.ts';
import type {Notice} from '../shared/route.ts';
import {placeOf} from '../../session/session.ts';
import {useSession} from '../shared/session-context.ts';
import {sendForm, sentText} from './send-form.ts';
import {openForm} from './form.ts';
import {reduceForm} from './form-reducer.ts';
import {
	formStart,
	introOf,
	reviewIntro,
	titleOf,
	type FormOrigin,
} from './form-origin.ts';
import {useSavedDraft} from './use-saved-draft.ts';
import {useSeenValues} from './use-seen-values.ts';
import type {SampleEvent} from './try-lines.ts';
import {ReviewView} from './review-view.tsx';
import {TryView} from './try-view.tsx';
import {WriteView} from './write-view.tsx';

export type FormScreenProps = {
	readonly origin: FormOrigin;
	/** What was written before, and not sent. */
	readonly saved?: DraftEntry | undefined;
};

const keptTexts = {
	no: 'Not sent.',
	here: 'Not sent. The draft is kept until chainbell ends: n goes on with it.',
	yes: 'Not sent. The draft is kept: n goes on with it.',
} as const;

/** Writes a notification, shows what will be sent, and sends it. */
export function FormScreen({origin, saved}: FormScreenProps) {
	const session = useSession();
	const {services, ledger, profileKey} = session;
	const {pop, announce} = useNavigation();
	const {suspendTerminal} = useApp();
	const {listing} = useListing();
	const records = recordsOf(listing);
	const originId = origin.kind === 'new' || origin.kind === 'restore' ? undefined : origin.of.id;
	const sent = useMemo(() => originId === undefined ? undefined : ledger?.sent.get(profileKey, originId), [ledger, profileKey, originId]);
	const [start] = useState(() => formStart(origin, sent, saved));
	const [form, dispatch] = useReducer(reduceForm, start, openForm);
	const [outcome, setOutcome] = useState<CreateOutcome | undefined>(undefined);
	const [sample, setSample] = useState<SampleEvent>({origin: 'a built-in sample', event: sampleEvent});
	const operation = useOperation();
	const draft = useSavedDraft({draft: form.draft, start: start.draft, focus: form.focus, origin, saved});
	const failure = failureOf(outcome);
	useKeyOffer(failure);

	useSeenValues(records, seen => {
		dispatch({type: 'known', values: {seen}});
	});
	useEffect(() => {
		// What another key was refused for is over.
		setOutcome(undefined);
		if (ledger !== undefined) {
			dispatch({type: 'known', values: {learned: ledger.learned.read(profileKey)}});
		}
	}, [session.id, ledger]);

	const input = useMemo(() => toInput(form.draft), [form.draft]);
	const isReviewing = form.mode === 'review';
	const listed = useMemo(() => isReviewing ? findDuplicates(input, records) : [], [isReviewing, input, records]);
	const others = (outcome?.kind === 'duplicates' ? outcome.duplicates : listed).filter(({id}) => origin.kind !== 'edit' || id !== originId);

	const leave = (notice: Notice) => {
		pop(notice, ['detail', 'drafts', 'history']);
	};

	const onOutcome = (ended: CreateOutcome) => {
		setOutcome(ended);
		switch (ended.kind) {
			case 'done': {
				draft.discard();
				leave({tone: 'good', text: sentText(origin, ended.operation, session)});
				break;
			}

			case 'open': {
				leave({tone: 'bad', text: `✗ ${sanitise(ended.reason)} H finishes it or rolls it back; the draft is kept.`});
				break;
			}

			case 'failed':
			case 'refused': {
				dispatch({type: 'answered', issues: ended.failure?.issues ?? []});
				break;
			}

			case 'duplicates':
			case 'unchecked':
			case 'impossible': {
				break;
			}
		}
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
					title={titleOf(origin)}
					intro={introOf(origin)}
					failure={failure}
					detail={outcome?.kind === 'failed' && failure === undefined ? outcome.operation.detail : undefined}
					onReview={() => {
						if (origin.kind === 'edit' && isDeepStrictEqual(form.draft, formStart(origin, sent, undefined).draft)) {
							announce({tone: 'plain', text: 'Nothing was changed, so there is nothing to save.'});
							return;
						}

						setOutcome(undefined);
						dispatch({type: 'review'});
					}}
					onEdit={() => {
						void suspendTerminal(async () => {
							const edited = await services.edit(form.draft.template);
							if (edited.ok) {
								dispatch({type: 'template', text: edited.text});
							} else {
								announce({tone: 'bad', text: `✗ ${sanitise(edited.problem)}; template unchanged.`});
							}
						});
					}}
					onLeave={() => {
						pop({tone: 'plain', text: keptTexts[draft.keep()]});
					}}
				/>
			);
		}

		case 'review': {
			return (
				<ReviewView
					form={form}
					intro={reviewIntro(origin, placeOf(session))}
					input={input}
					duplicates={others}
					outcome={outcome}
					isSending={operation.isRunning}
					onSend={() => {
						operation.start(async signal => sendForm({
							session, origin, input, acceptedIds: others.map(({id}) => id), isUnchecked: outcome?.kind === 'unchecked', signal,
						}), onOutcome);
					}}
					onCancel={operation.cancel}
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
