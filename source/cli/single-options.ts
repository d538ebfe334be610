import type {Session} from '../session/session.ts';
import type {Interrupt} from './interrupt.ts';

/** Creates the signal and the phase listener for a single operation. After an interrupt a request in flight is awaited, and no other is sent. */
export function singleOptions({signal}: Interrupt): Pick<Parameters<Session['operations']['create']>[1], 'signal' | 'onPhase'> {
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
