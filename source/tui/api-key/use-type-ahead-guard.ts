import {useEffect, useEffectEvent, useRef, useState} from 'react';
import type {Clock} from '../../platform/clock.ts';

export type TypeAheadGuard = {
	/** Whether a key that was just pressed is meant for this screen. */
	readonly accepts: () => boolean;
	/** Whether keys were ignored. */
	readonly hasIgnored: boolean;
};

/** The pause in milliseconds after which key presses are meant for the screen that is shown. */
const pauseTime = 500;

/**
Ignores keys typed for the previous screen, on a screen that opened by itself, until there is a pause.

@param isNeeded - False for a screen that the operator opened.
@param clock - Measures the pause.
*/
export function useTypeAheadGuard(isNeeded: boolean, clock: Clock): TypeAheadGuard {
	const ready = useRef(!isNeeded);
	const wait = useRef<AbortController | undefined>(undefined);
	const [hasIgnored, setHasIgnored] = useState(false);

	const startWait = () => {
		wait.current?.abort();
		const controller = new AbortController();
		wait.current = controller;
		void (async () => {
			try {
				await clock.sleep(pauseTime, controller.signal);
			} catch {
				return;
			}

			ready.current ||= !controller.signal.aborted;
		})();
	};

	const begin = useEffectEvent(() => {
		if (!ready.current) {
			startWait();
		}
	});
	useEffect(() => {
		begin();
		return () => {
			wait.current?.abort();
		};
	}, []);

	return {
		hasIgnored,
		accepts() {
			if (ready.current) {
				return true;
			}

			setHasIgnored(true);
			startWait();
			return false;
		},
	};
}
