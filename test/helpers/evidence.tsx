import {list} from '../changes/harness.ts';
import {startApp, temporarySandbox, type AppOptions} from './app.tsx';
import {createHandClock} from './hand-clock.ts';
import {pasted} from './screen.tsx';

/** Milliseconds within which a request takes effect, in these journeys: the default. */
export const settlingTime = 60_000;

/** The keys that edit the notification under the cursor, from the list to the end of the review. */
export const editKeys = ['e', 'Tab', 'Tab', 'C-u', pasted('new@example.com'), 'C-s', 'C-s'] as const;

/** The keys that create a notification, from the list to the end of the review. */
export const createKeys = [
	'n',
	pasted('user-1'),
	'Enter',
	'e',
	'Enter',
	pasted('a@Example.COM'),
	'Enter',
	pasted('0x00000000219ab540356cBB839Cbe05303d7705Fa'),
	'C-s',
	'C-s',
] as const;

/** Finds a text, whatever the lines it is wrapped to. */
export const wrapped = (text: string): RegExp =>
	new RegExp(
		text
			.split(' ')
			.map(word => word.replaceAll(/[$\(\)*+.?\[\\\]^\{\|\}]/gv, String.raw`\$&`))
			.join(String.raw`\s+`),
		'v',
	);

/** The program on a sandbox whose time is the program's own, and moves by hand. */
export type Journey = Awaited<ReturnType<typeof startJourney>>;

/** Starts a journey on an account of two notifications that have been listed for longer than the settling time. */
export async function startJourney({
	samples = 2,
	size = '100x24',
	...options
}: AppOptions & {readonly samples?: number} = {}) {
	const clock = createHandClock();
	const sandbox = await temporarySandbox({samples, clock});
	const app = await startApp({service: sandbox, clock, settlingTime, size, ...options});
	await app.waitFor('listed just now');
	clock.pass(settlingTime);
	return {
		app,
		sandbox,
		clock,
		/** Lets the settling time pass, as soon as the program waits for it. */
		async settle() {
			await clock.asleep();
			clock.pass(settlingTime);
		},
		/** The IDs that the service has now. */
		async ids() {
			const listed = await list(sandbox);
			return listed.map(({id}) => id);
		},
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await sandbox[Symbol.asyncDispose]();
		},
	};
}
