import process from 'node:process';
import {setImmediate} from 'node:timers/promises';
import {readEnvironment} from '../../config/environment.ts';
import {rowKey} from '../../query/view.ts';
import {createServices, type ServicesOptions, type Services} from '../../account/services.ts';
import type {Opening} from '../../account/session.ts';
import {systemClock} from '../../platform/clock.ts';
import {createPageWriter} from '../../terminal/ink/row-writer.ts';
import type {Skeleton} from '../../terminal/skeleton.ts';
import {createStrayOutput} from '../../terminal/stray-output.ts';
import type {ListCursor} from '../list/list-state.ts';
import {firstPage, moveOnFirstPage, type FirstPage} from '../list/first-page.ts';
import type {TerminalInput} from './terminal-input.ts';
import {dropColours, chooseTheme} from '../ui/theme.ts';
import type {LoadedSettings} from '../../account/settings.ts';
import {setBindings} from '../keys/match.ts';

type OpenScreensOptions = Omit<ServicesOptions, 'clock' | 'drawn' | 'onOpen' | 'desktop' | 'applySettings'> & {
	readonly hasColour: boolean;
	/** The frame already on the terminal, if there is one. */
	readonly skeleton: Skeleton | undefined;
};

/** The time that opening the account may take before the screens are loaded, in milliseconds. */
const openLimit = 1000;

/**
Opens the account, shows its cached listing at once, sends the first request, and only then loads React and Ink, which takes longer than the other steps together.

@returns The exit code; see `runTui`.
@throws An unexpected error, once the terminal is restored.
*/
export async function openScreens({hasColour, skeleton, ...options}: OpenScreensOptions): Promise<number> {
	if (!hasColour) {
		dropColours();
	}

	const drawn = Promise.withResolvers<void>();
	const stray = createStrayOutput(process.stdout, process.stderr);
	const {services, close} = createServices({
		...options,
		clock: systemClock,
		applySettings,
		drawn: drawn.promise,
		desktop: {
			platform: process.platform,
			get: readEnvironment().get,
			write(sequence) {
				stray.write(sequence);
			},
		},
		onOpen(profile) {
			if (!profile.hasColour) {
				dropColours();
			}
		},
	});
	if (skeleton !== undefined) {
		stray.hold();
	}

	// Once rows are on the screen, keys are more urgent than the request: those that move are read before it is sent, and if another one waits, it is answered before. The screens, which other keys need, are loaded before the rest of a large response is read.
	const mayRequest = Promise.withResolvers<void>();
	const ready = Promise.withResolvers<void>();
	const proceed = () => {
		mayRequest.resolve();
		ready.resolve();
	};

	const write = createPageWriter();
	const draw = (lines: readonly string[]) => {
		skeleton?.draw(write(lines));
	};

	try {
		let page: FirstPage | undefined;
		const initial = await openAtOnce(services);
		if (initial.state === 'open') {
			const {listing, profile} = initial.session;
			listing.start({after: mayRequest.promise, moreUrgent: ready.promise});
			page = firstPage({
				profile,
				account: listing.get(),
				hasCertificateWarning: services.acceptsAnyCertificate,
				settings: services.settings.get().settings,
				now: systemClock.now(),
				size: process.stdout,
			});
			if (page === undefined) {
				proceed();
			} else {
				draw(page.linesAt({selected: 0, top: 0}));
			}
		}

		const {readTerminal} = await import('./terminal-input.ts');
		const input = readTerminal();
		const endMoves = skeleton === undefined || page === undefined ? undefined : await moveEarly(input, page, draw);
		if (input.stdin.peek() === undefined) {
			mayRequest.resolve();
		}

		await loadInk();
		const {runTui} = await import('./run.tsx');
		// Read the data that has arrived, so that the first frame shows it.
		await eventLoopTurns(2);
		return await runTui({
			services,
			initial,
			cursor: endMoves?.(),
			input,
			skeleton,
			stray,
			onReady() {
				proceed();
				drawn.resolve();
			},
		});
	} finally {
		drawn.resolve();
		proceed();
		// The skeleton controls the terminal until the screens are loaded.
		skeleton?.leave();
		stray.release();
		await close();
	}
}

/** Lets the keys that move act on the first page, and returns what ends that and returns the row under the cursor. */
async function moveEarly(
	{stdin}: TerminalInput,
	page: FirstPage,
	draw: (lines: readonly string[]) => void,
): Promise<() => ListCursor> {
	const end = moveOnFirstPage(stdin, page, window => {
		draw(page.linesAt(window));
	});
	// A key that has arrived is read in one turn, and acts in the next.
	await eventLoopTurns(4);
	return () => {
		const window = end();
		return {...window, key: rowKey(page.records[window.selected]!)};
	};
}

/** Loads React and Ink in pieces, so that the first request can proceed and keys are read in between. */
async function loadInk(): Promise<void> {
	await eventLoopTurns(3);
	await import('react');
	await eventLoopTurns(2);
	await import('ink');
	await eventLoopTurns(1);
}

async function eventLoopTurns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn++) {
		await setImmediate();
	}
}

/** Opens the account. If that takes long or needs a key command, returns early with the state "opening", which the first frame shows. */
async function openAtOnce({open, keyCommand}: Services): Promise<Opening> {
	const {promise, resolve} = Promise.withResolvers<Opening>();
	const proceed = () => {
		resolve({state: 'opening'});
	};

	const timer = setTimeout(proceed, openLimit);
	const unsubscribe = keyCommand.subscribe(proceed);
	try {
		return await Promise.race([open(), promise]);
	} finally {
		clearTimeout(timer);
		unsubscribe();
	}
}

/**
Applies the settings that hold for all screens: the keys and the theme. The checks are loaded only if there are any such settings.

@returns The problems, each a sentence with its line number.
*/
export async function applySettings(loaded: LoadedSettings): Promise<readonly string[]> {
	chooseTheme(loaded.settings.theme);
	if (loaded.settings.keys === undefined) {
		setBindings(undefined);
		return [];
	}

	const {configureKeys} = await import('../keys/configured-keys.ts');
	const {bindings, problems} = configureKeys(loaded);
	setBindings(bindings);
	return problems;
}
