import {useEffect, useRef, useState, useEffectEvent, useMemo, useCallback} from 'react';
import type {OnStep, Step, StepFacts} from '../../changes/context.ts';
import {systemClock} from '../../platform/clock.ts';
import {useMaybeSession, useNow, useSession} from './session.ts';
import {finishInSlices, type Sliced} from '../../platform/time-slices.ts';
import type {Notification} from '../../notification/notification.ts';
import type {RecreationSurvey} from '../../changes/undo.ts';
import {LedgerError} from '../../ledger/ledger-error.ts';
import {useNavigation} from './navigation.ts';
import {sanitise} from '../../terminal/sanitise.ts';
import {acceptedText} from '../../changes/say.ts';

/** Runs one thing at a time for a screen, and cancels it when the screen is left. */
export function useTask() {
	const clock = useMaybeSession()?.services.clock ?? systemClock;
	const [steps, setSteps] = useState<readonly StepStart[]>();
	const now = useNow(clock, steps === undefined ? undefined : 1000);
	const controller = useRef<AbortController | undefined>(undefined);
	const isLeft = useRef(false);
	useEffect(
		() => () => {
			isLeft.current = true;
			controller.current?.abort();
		},
		[],
	);

	const onStep: OnStep = (step, facts) => {
		const at = clock.now();
		setSteps((starts = []) => {
			const last = starts.at(-1);
			return last?.step === step
				? [...starts.slice(0, -1), {...facts, step, at: last.at}]
				: [...starts, {...facts, step, at}];
		});
	};

	return {
		isRunning: steps !== undefined,
		/** The finished steps of what runs and the current one; undefined while nothing runs. */
		steps,
		/** The time, each second while something runs, in milliseconds. */
		now,
		/** Runs something that can be cancelled, unless something runs. `onDone` is not called once the screen was left. */
		start<T>(
			run: (options: {readonly signal: AbortSignal; readonly onStep: OnStep}) => Promise<T>,
			onDone: (value: T) => void,
		) {
			if (controller.current !== undefined) {
				return;
			}

			const {signal} = (controller.current = new AbortController());
			setSteps([]);
			void (async () => {
				const value = await run({signal, onStep});
				if (isLeft.current) {
					return;
				}

				controller.current = undefined;
				setSteps(undefined);
				onDone(value);
			})();
		},
		cancel() {
			controller.current?.abort();
		},
	};
}

/**
Loads a value for a screen.

@param load - Another function loads anew, undefined nothing. `signal`: aborted once the value is not needed any more.
@param of - What it is loaded for: another one is loaded anew.
@param onError - Called if it could not be loaded and is still needed. Without it, it must not reject.
@returns The value that was loaded last; undefined until there is one.
*/
export function useAsync<T>(
	load: ((signal: AbortSignal) => Promise<T>) | undefined,
	of?: unknown,
	onError?: (error: unknown) => void,
): T | undefined {
	const [value, setValue] = useState<T>();
	const fail = useEffectEvent((error: unknown) => {
		if (onError === undefined) {
			throw error;
		}

		onError(error);
	});
	useEffect(() => {
		const controller = new AbortController();
		const {signal} = controller;
		void (async () => {
			try {
				const loaded = await load?.(signal);
				if (load !== undefined && !signal.aborted) {
					setValue(() => loaded);
				}
			} catch (error) {
				if (!signal.aborted) {
					fail(error);
				}
			}
		})();

		return () => {
			controller.abort();
		};
	}, [load, of]);

	return value;
}

/**
Computes a value in slices between keys.

@param begin - Begins the computation; another function begins another one, and stops the one that runs. Undefined: nothing is computed.
@returns The value that was finished last, possibly of an earlier computation, and whether it is that of the current one.
*/
export function useSliced<T>(begin: (() => Sliced<T>) | undefined): {
	readonly value: T | undefined;
	readonly isCurrent: boolean;
} {
	const finished = useAsync(
		useMemo(
			() => begin && (async (signal: AbortSignal) => ({begin, value: await finishInSlices(begin(), signal)})),
			[begin],
		),
	);
	return {value: finished?.value, isCurrent: finished !== undefined && finished.begin === begin};
}

/** Counts many notifications for a question, in slices between key presses; undefined until it is known. `count`: another function counts anew, as other `records` do, and none keeps what is known; it may reject with a LedgerError, which is announced unless the screen was left. */
export function useSurvey<T>(count: (() => Promise<T>) | undefined, records?: unknown): T | undefined {
	const {announce} = useNavigation();
	return useAsync(count, records, error => {
		if (!(error instanceof LedgerError)) {
			throw error;
		}

		announce({tone: 'bad', text: `✗ ${error.message}`});
	});
}

/** The text while it is not known yet. */
export const checkingText = 'Checking what an undo could recreate …';

/** Counts the notifications that an undo could not recreate as they are; undefined until it is known. */
export function useRecreationSurvey(targets: readonly Notification[]): RecreationSurvey | undefined {
	const {changes} = useSession();
	return useSurvey(useCallback(async () => changes.surveyDelete(targets), [changes, targets]));
}

/** A step of a change, and when it began, in milliseconds since the epoch. */
export type StepStart = StepFacts & {readonly step: Step; readonly at: number};

const waiting = 'Rate limited (429): the service asked to wait';

const createSteps: Partial<Record<Step, string>> = {
	creating: 'sending',
	finding: 'looking for it in the listing',
};

const editSteps: typeof createSteps = {
	creating: 'creating the new one',
	finding: 'looking for the new one in the listing',
	deleting: 'deleting the old one',
};

/** What stopping does in a step: before the first request, and after it. */
const effectOf = (step: Step): string =>
	step === 'checking' || step === 'waiting' ? 'nothing was sent yet' : 'it may succeed even if you stop waiting';

const secondsText = (milliseconds: number) => `${Math.max(0, Math.floor(milliseconds / 1000))} s`;

/** A step that is under way, and its time. `now`: milliseconds since the epoch. */
const running = (text: string, {step, at, until = at}: StepStart, now: number): string =>
	`${text} … ${step === 'waiting' ? `${secondsText(until - now)} left` : secondsText(now - at)}`;

/**
Describes the steps while a form is sent: `Accepted as ID 7. 2 of 3: checking that the new one is listed … 4 s · it may succeed even if you stop waiting`. On a large account each step takes seconds.

@param starts - The steps so far; the last one is under way.
@param isEdit - Whether sending replaces a notification.
@param now - Milliseconds since the epoch.
@returns A sentence for each step, the current one at the end.
*/
export function stepTexts(starts: readonly StepStart[], isEdit: boolean, now: number): string[] {
	const steps = isEdit ? editSteps : createSteps;
	const names = Object.keys(steps);
	const before = `Before sending: looking for ${isEdit ? 'it' : 'duplicates'} in the listing`;
	return starts.map((start, index) => {
		const {step, at, accepted} = start;
		const name = accepted === undefined ? steps[step] : `checking that ${isEdit ? 'the new one' : 'it'} is listed`;
		const number = names.indexOf(step) + 1;
		const numbered = number === 0 ? before : `${number} of ${names.length}: ${name}`;
		const text = step === 'waiting' ? waiting : numbered;
		const end = starts[index + 1]?.at;
		return end === undefined
			? `${accepted === undefined ? '' : `${acceptedText(accepted)}. `}${running(text, start, now)} · ${effectOf(step)}`
			: `✓ ${text} (${secondsText(end - at)})`;
	});
}

/** Describes the current step of a deletion: `Before sending: looking for it in the listing … 4 s · nothing was sent yet`. */
export function deletionText(start: StepStart, now: number): string {
	const steps: typeof createSteps = {waiting, checking: 'Before sending: looking for it in the listing'};
	return `${running(steps[start.step] ?? 'Deleting', start, now)} · ${effectOf(start.step)}`;
}

/** What each step does while a pending change is finished or rolled back. */
const pendingSteps: Readonly<Record<Step, string>> = {
	waiting,
	checking: 'Looking in the listing for what became of it',
	creating: 'Sending it',
	finding: 'Looking for the new one in the listing',
	deleting: 'Deleting',
};

/** Describes the current step while a pending change is ended: `Deleting the new one (8) … 3 s`. */
export function pendingStepText(start: StepStart, now: number): string {
	const {step, deletes} = start;
	const what = deletes === undefined ? '' : ` ${deletes.isNew ? `the new one (${deletes.id})` : deletes.id}`;
	return running(`${pendingSteps[step]}${sanitise(what)}`, start, now);
}
