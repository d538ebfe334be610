import {useEffect, useRef, useState, useEffectEvent, useMemo} from 'react';
import type {OnStep, Step, StepFacts} from '../../changes/context.ts';
import {systemClock} from '../../platform/clock.ts';
import {useMaybeSession, useNow, useSession} from './session.ts';
import {finishInSlices, type Sliced} from '../../platform/time-slices.ts';
import type {Notification} from '../../notification/notification.ts';
import type {RecreationSurvey} from '../../changes/undo.ts';
import {LedgerError} from '../../ledger/ledger-error.ts';
import {bad} from './line.tsx';
import {useNavigation} from './navigation.ts';
import type {ToldKind} from '../../notification/operation-texts.ts';
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

		announce(bad(`✗ ${error.message}`));
	});
}

/** The text while it is not known yet. */
export const checkingText = 'Checking what an undo could recreate …';

/** Counts the notifications that an undo could not recreate as they are; undefined until it is known, and if there are none. */
export function useRecreationSurvey(targets: readonly Notification[] | undefined): RecreationSurvey | undefined {
	const {changes} = useSession();
	return useSurvey(useMemo(() => targets && (async () => changes.surveyDelete(targets)), [changes, targets]));
}

/** A step of a change, and when it began, in milliseconds since the epoch. */
export type StepStart = StepFacts & {readonly step: Step; readonly at: number};

/** What is done, of which each step has its words: to one notification, to several of any kind, or to what is pending. */
type StepWords = ToldKind | 'several' | 'pending';

const creation = {
	checking: 'Before sending: looking for duplicates in the listing',
	creating: 'sending',
	finding: 'looking for it in the listing',
};
const deletion = {checking: 'Before sending: looking for it in the listing', deleting: 'Deleting'};

const stepWords: Readonly<Record<StepWords, Partial<Readonly<Record<Step, string>>>>> = {
	create: creation,
	recreate: creation,
	resume: creation,
	delete: deletion,
	park: deletion,
	replace: {
		checking: 'Before sending: looking for it in the listing',
		creating: 'creating the new one',
		finding: 'looking for the new one in the listing',
		deleting: 'deleting the old one',
	},
	several: {checking: 'Before sending: listing the account and writing down the changes'},
	pending: {
		checking: 'Looking in the listing for what became of it',
		creating: 'Sending it',
		finding: 'Looking for the new one in the listing',
		deleting: 'Deleting',
	},
};

const secondsText = (milliseconds: number) => `${Math.max(0, Math.floor(milliseconds / 1000))} s`;

/**
Describes the steps of a change: `Accepted as ID 7. 2 of 3: checking that the new one is listed … 4 s · it may succeed even if you stop waiting`. On a large account each step takes seconds.

@param starts - The steps so far; the last one is under way.
@param now - Milliseconds since the epoch.
@returns A sentence for each step, the current one at the end.
*/
export function stepTexts(starts: readonly StepStart[], words: StepWords, now: number): string[] {
	const {checking, ...steps} = stepWords[words];
	const names = Object.keys(steps);
	const nameOf = ({step, accepted, deletes}: StepStart): string | undefined => {
		if (step === 'waiting' || step === 'checking') {
			return step === 'waiting' ? 'Rate limited (429): the service asked to wait' : checking;
		}

		if (words === 'pending') {
			const what = deletes === undefined ? '' : ` ${deletes.isNew ? `the new one (${deletes.id})` : deletes.id}`;
			return `${steps[step]}${sanitise(what)}`;
		}

		const name =
			accepted === undefined ? steps[step] : `checking that ${words === 'replace' ? 'the new one' : 'it'} is listed`;
		return names.length < 2 ? name : `${names.indexOf(step) + 1} of ${names.length}: ${name}`;
	};

	return starts.map((start, index) => {
		const {step, at, until = at, accepted} = start;
		const name = nameOf(start);
		const next = starts[index + 1];
		if (next !== undefined) {
			// What was accepted is looked for with its answer.
			const isUnknown = step === 'creating' && next.step === 'finding' && next.accepted === undefined;
			return `${isUnknown ? `? ${name}: outcome unknown` : `✓ ${name}`} (${secondsText(next.at - at)})`;
		}

		const before = accepted === undefined ? '' : `${acceptedText(accepted)}. `;
		const time = step === 'waiting' ? `${secondsText(until - now)} left` : secondsText(now - at);
		const isSent = words === 'pending' || (step !== 'checking' && step !== 'waiting');
		return `${before}${name} … ${time} · ${isSent ? 'it may succeed even if you stop waiting' : 'nothing was sent yet'}`;
	});
}
