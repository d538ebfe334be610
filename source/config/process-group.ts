import type {ChildProcess} from 'node:child_process';
import process from 'node:process';

const endingSignals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGABRT', 'SIGTERM'] as const;

/** Sends a signal to a detached child and the processes that it started; does nothing if they have ended. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) {
		return;
	}

	try {
		if (process.platform === 'win32') {
			child.kill(signal);
		} else {
			process.kill(-child.pid, signal);
		}
	} catch {
		// The process has ended already.
	}
}

/**
Ends a detached child and the processes that it started when this process ends, because Ctrl+C in the terminal does not reach them.

@returns A function to call when the child has ended.
*/
export function endOnSignals(child: ChildProcess): () => void {
	const end = () => {
		signalGroup(child, 'SIGKILL');
	};

	const onSignal = (signal: NodeJS.Signals) => {
		end();
		release();
		// This listener keeps Node from ending the process on the signal, so it is sent again once no listener is left.
		if (process.listenerCount(signal) === 0) {
			process.kill(process.pid, signal);
		}
	};

	const release = () => {
		process.off('exit', end);
		for (const signal of endingSignals) {
			process.off(signal, onSignal);
		}
	};

	process.on('exit', end);
	for (const signal of endingSignals) {
		process.on(signal, onSignal);
	}

	return release;
}
