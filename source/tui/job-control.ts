import process from 'node:process';
import {useEffect, useEffectEvent} from 'react';
import {useSuspend} from './shared/hand-over.ts';

/** Suspends the program on SIGTSTP, as ctrl+z does, and draws the screens again at the size of the terminal when it continues, whatever stopped it. */
export function JobControl() {
	const {suspend, redraw} = useSuspend();
	const onStop = useEffectEvent(suspend);
	const onContinue = useEffectEvent(() => {
		// A stopped program is not told that the terminal was resized; this listener of Node's asks for the size.
		process.emit('SIGWINCH', 'SIGWINCH');
		redraw();
	});

	useEffect(() => {
		const stop = () => {
			onStop();
		};

		const proceed = () => {
			onContinue();
		};

		process.on('SIGTSTP', stop);
		process.on('SIGCONT', proceed);
		return () => {
			process.off('SIGTSTP', stop);
			process.off('SIGCONT', proceed);
		};
	}, []);

	return null;
}
