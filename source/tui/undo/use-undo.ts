import {useMemo, useState} from 'react';
import {refusedMembers} from '../../api/refused-members.ts';
import {toSentBody} from '../../api/sent-body.ts';
import type {MemberPath} from '../../domain/undocumented.ts';
import {withoutMembers} from '../../domain/without-members.ts';
import type {JsonObject} from '../../platform/json.ts';
import type {CreateOutcome} from '../../operations/create.ts';
import {findDuplicates} from '../../domain/equivalence.ts';
import type {Notification} from '../../domain/notification.ts';
import {recordsOf} from '../../session/listing-state.ts';
import {listedIn, planUndo, type UndoPlan} from '../../session/undo-plan.ts';
import {placeOf} from '../../session/session.ts';
import {useKeyOffer} from '../api-key/use-key-offer.ts';
import type {PhaseStart} from '../form/phase-text.ts';
import {useNavigation} from '../shared/navigation.ts';
import {pendingNotice} from '../shared/pending-notice.ts';
import type {Notice} from '../shared/route.ts';
import {useListing, useSession} from '../shared/session-context.ts';
import {useOperation} from '../shared/use-operation.ts';
import {planListing} from './plan-listing.ts';
import {undoneText} from './undo-lines.ts';

export type UndoTask = {
	/** The plan according to the journal and the latest listing; while the undo is running, the confirmed plan. Undefined if there is nothing to undo. */
	readonly plan: UndoPlan | undefined;
	/** The outcome of the last attempt, unless it closed the screen. */
	readonly outcome: CreateOutcome | undefined;
	/** Listed notifications that recreating would duplicate. */
	readonly duplicates: readonly Notification[];
	/** The finished phases and the current one, while the undo is running; otherwise undefined. */
	readonly phases: readonly PhaseStart[] | undefined;
	/** The undocumented members that the service refused in the last attempt. */
	readonly refused: readonly MemberPath[];
	/** Leaves out the refused members. */
	readonly omit: () => void;
	/** Undoes the operation. This accepts `duplicates`. If the last attempt could not check for duplicates, it sends without the check. */
	readonly run: () => void;
	/** Stops waiting. */
	readonly cancel: () => void;
};

/** The screens that showed the undone change. They are closed together with the undo screen. */
const closedScreens = ['change', 'history', 'detail'] as const;

/** Plans the undo of an operation and runs it. `isUnprotected`: whether the operator has typed the name of a protected notification. When it succeeds or must be finished later, leaves the screen. */
export function useUndo(operationId: number | undefined, isUnprotected: boolean): UndoTask {
	const session = useSession();
	const {
		ledger,
		operations,
		services: {clock},
	} = session;
	const {pop} = useNavigation();
	const {listing, isOutdated} = useListing();
	const task = useOperation();
	const [phases, setPhases] = useState<readonly PhaseStart[]>([]);
	const [outcome, setOutcome] = useState<CreateOutcome>();
	const [confirmed, setConfirmed] = useState<UndoPlan>();
	const [omitted, setOmitted] = useState<readonly MemberPath[]>([]);
	const present = useMemo(() => {
		const operation = operationId === undefined ? undefined : ledger?.journal.get(operationId);
		const {records, isComplete} = planListing({listing, isOutdated});
		return operation && withoutOmitted(planUndo(ledger!.journal, operation, listedIn(records, isComplete)), omitted);
	}, [ledger, operationId, listing, isOutdated, omitted]);
	// While the undo is running, the journal already reports the operation as being undone.
	const plan = task.isRunning ? confirmed : present;
	const failure = outcome?.kind === 'failed' ? outcome.failure : undefined;
	const body = plan === undefined ? undefined : bodyOf(plan);
	const refused = failure === undefined || body === undefined ? [] : refusedMembers(failure, body);
	const duplicates = useMemo(() => duplicatesOf(plan, recordsOf(listing), outcome), [plan, listing, outcome]);
	useKeyOffer(
		outcome?.kind === 'failed' || outcome?.kind === 'refused' || outcome?.kind === 'unchecked'
			? outcome.failure
			: undefined,
	);

	const noticeOf = (ended: CreateOutcome): Notice | undefined => {
		switch (ended.kind) {
			case 'done': {
				return {tone: 'good', text: undoneText(ended.operation, placeOf(session)), follows: ended.operation.newId};
			}

			case 'accepted':
			case 'open': {
				return pendingNotice(ended);
			}

			case 'failed':
			case 'refused':
			case 'duplicates':
			case 'unchecked':
			case 'impossible': {
				return undefined;
			}
		}
	};

	const onOutcome = (ended: CreateOutcome) => {
		setOutcome(ended);
		const notice = noticeOf(ended);
		if (notice !== undefined) {
			pop(notice, closedScreens);
		}
	};

	return {
		plan,
		outcome,
		duplicates,
		phases: task.isRunning ? phases : undefined,
		refused,
		omit() {
			setOmitted([...omitted, ...refused]);
			setOutcome(undefined);
		},
		run() {
			if (plan === undefined) {
				return;
			}

			task.start(async signal => {
				setConfirmed(plan);
				setPhases([]);
				return operations.undo(plan, {
					isUnprotected,
					signal,
					onPhase(phase, facts) {
						const at = clock.now();
						setPhases(before => [...before, {...facts, phase, at}]);
					},
					acceptedIds: duplicates.map(({id}) => id),
					isUnchecked: outcome?.kind === 'unchecked',
				});
			}, onOutcome);
		},
		cancel: task.cancel,
	};
}

/** The body that a plan sends, if it creates something. */
function bodyOf(plan: UndoPlan): JsonObject | undefined {
	switch (plan.kind) {
		case 'recreate': {
			return toSentBody(plan.input, plan.deleted.raw);
		}

		case 'replace': {
			return toSentBody(plan.input, plan.before.raw);
		}

		case 'delete':
		case 'impossible': {
			return undefined;
		}
	}
}

const withoutOmitted = (plan: UndoPlan, omitted: readonly MemberPath[]): UndoPlan =>
	omitted.length > 0 && (plan.kind === 'recreate' || plan.kind === 'replace')
		? {...plan, input: withoutMembers(plan.input, omitted)}
		: plan;

function duplicatesOf(
	plan: UndoPlan | undefined,
	records: ReturnType<typeof planListing>['records'],
	outcome: CreateOutcome | undefined,
): readonly Notification[] {
	if (plan?.kind !== 'recreate') {
		return [];
	}

	const found = [...findDuplicates(plan.input, records), ...(outcome?.kind === 'duplicates' ? outcome.duplicates : [])];
	return new Map(found.map(notification => [notification.id, notification])).values().toArray();
}
