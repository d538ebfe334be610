import type {OnPhase} from '../operations/operation-context.ts';
import {acceptedText} from '../session/accepted-text.ts';
import type {GlobalValues} from './command.ts';
import type {Interrupt} from './interrupt.ts';
import type {Sending} from './open-listed.ts';
import {createProgressLine} from './progress.ts';

type SingleOptions = {readonly signal: AbortSignal; readonly onPhase: OnPhase};

/** Creates the signal and the phase listener for a single operation. After an interrupt a request in flight is awaited, and no other is sent. */
export function singleOptions({signal}: Interrupt): SingleOptions {
	const controller = new AbortController();
	let isSending = false;
	const stop = () => {
		if (signal.aborted && !isSending) {
			controller.abort();
		}
	};

	signal.addEventListener('abort', stop, {once: true});
	return {
		signal: controller.signal,
		onPhase(phase) {
			isSending = phase === 'creating' || phase === 'deleting';
			stop();
		},
	};
}

/** Runs a single operation, and shows on stderr, if it is a terminal, which ID the service answered while listings are searched for it. */
export async function showAccepted<T>(
	{interrupt, options, context}: Pick<Sending<Pick<GlobalValues, 'quiet'>>, 'interrupt' | 'options' | 'context'>,
	act: (options: SingleOptions) => Promise<T>,
): Promise<T> {
	const {signal, onPhase} = singleOptions(interrupt);
	using line = createProgressLine('created', options, context);
	return await act({
		signal,
		onPhase(phase, facts) {
			if (facts?.accepted === undefined) {
				line.clear();
			} else {
				line.show(`${acceptedText(facts.accepted)}. Checking that it is listed …`);
			}

			onPhase(phase, facts);
		},
	});
}
