import type {Clock} from '../platform/clock.ts';
import type {BoardAddress} from './board-address.ts';
import {createBoardClient, type BoardClient, type Call} from './board-client.ts';
import {isLostError, isMet, toBoardError} from './board-error.ts';

type ConnectionOptions = {
	readonly address: BoardAddress;
	readonly clock: Pick<Clock, 'elapsed' | 'every' | 'sleep'>;
	/** See `ClientOptions`; two seconds by default. */
	readonly patience?: number | undefined;
	readonly onNotification: (text: string) => void;
	/** What is sent on every new connection. Nothing waits for it, and it may fail. */
	readonly greeting: readonly Call[];
};

/** Milliseconds after which statements that meet others are given up. */
const longestMeeting = 2000;

/** The way to the database, over one connection that is opened again after it was lost. */
export type BoardConnection = ReturnType<typeof createBoardConnection>;

/** Creates the connection; it is opened when it is first used. */
export function createBoardConnection({address, clock, patience = 2000, onNotification, greeting}: ConnectionOptions) {
	let current: BoardClient | undefined;
	let isClosed = false;

	const send = async (calls: readonly Call[]) => {
		if (current === undefined || current.isLost()) {
			const opened = createBoardClient({address, clock, patience, onNotification});
			current = opened;
			const answer = await opened.send(calls);
			void (async () => {
				for (const call of greeting) {
					await opened.send([call]).catch(() => undefined);
				}
			})();

			return answer;
		}

		return current.send(calls);
	};

	return {
		/** Sends statements in one round trip and returns the rows of each. They are sent again if they met another transaction, or once if the connection was lost: `calls` is asked anew each time. @throws BoardError */
		async run(calls: () => readonly Call[]) {
			const began = clock.elapsed.now();
			let isReopened = false;
			for (let attempt = 1; ; attempt++) {
				try {
					return await send(calls());
				} catch (error) {
					const isWorthIt = isLostError(error)
						? !isReopened && !isClosed
						: isMet(error) && clock.elapsed.between(began, clock.elapsed.now()) < longestMeeting;
					if (!isWorthIt) {
						throw toBoardError(error, address);
					}

					isReopened ||= isLostError(error);
					// The more others there are, the longer it takes until they have finished.
					await clock.sleep(isMet(error) ? Math.random() * Math.min(10 * attempt, 100) : 0);
				}
			}
		},
		async close() {
			isClosed = true;
			await current?.close();
		},
	};
}
