import {EventEmitter} from 'node:events';
import type {WriteStream} from 'node:tty';
import path from 'node:path';
import type * as Ink from 'ink';
import type {ReactNode} from 'react';
import {build} from 'rolldown';
import {beforeAll, expect, test} from 'vitest';
import {framePlugins} from '../scripts/bundle/ink-patches.ts';
import {patch} from '../scripts/bundle/patch.ts';
import {createMonotonicClock} from '../source/platform/clock.ts';
import {createFrameGate} from '../source/terminal/ink/frame-gate.ts';
import {createScreenOutput} from '../source/terminal/ink/screen-output.ts';
import {temporaryFolder} from './helpers/app.tsx';
import {Screen} from './helpers/terminal-screen.ts';

const size = {columns: 100, rows: 24};

/** What a piece may have at most: 100 ms at 5 kB/s, and a row, the row of the cursor and what moves the cursor beside it. */
const mostOfPiece = 900;

let ink: typeof Ink;

/** Ink as the bundle has it. */
beforeAll(async () => {
	const input = path.resolve(import.meta.dirname, '../node_modules/ink/build/index.js');
	await using folder = await temporaryFolder();
	const bundle = path.join(folder.path, 'bundle.mjs');
	await build({
		input,
		platform: 'node',
		transform: {define: {'process.env.NODE_ENV': '"production"'}},
		plugins: [patch(/\breconciler\.js$/v, "process.env['DEV'] === 'true'", 'false'), ...framePlugins],
		output: {file: bundle, codeSplitting: false},
	});
	ink = (await import(bundle)) as typeof Ink;
});

const rowsOf = (name: string): readonly string[] =>
	Array.from({length: size.rows - 1}, (_, row) => `${name} ${row} `.repeat(12).slice(0, 95));

/** Opens a terminal that answers when the test says so. */
function open() {
	let passed = 0;
	const gate = createFrameGate({
		elapsed: createMonotonicClock('test', () => passed),
		sleep: async () => Promise.withResolvers<void>().promise,
	});
	const held: string[] = [];
	const screen = new Screen(size.columns, size.rows, answer => {
		held.push(answer);
	});
	let bytes = 0;
	let shown = Promise.resolve();
	const stream = Object.assign(new EventEmitter(), {
		...size,
		isTTY: true,
		write(text: string, done?: () => void) {
			bytes += text.length;
			shown = screen.write(text);
			done?.();
			return true;
		},
	}) as unknown as WriteStream;
	const stdout = createScreenOutput(stream, {gate});
	let isTyping = true;
	const Rows = ({rows}: {readonly rows: readonly string[]}): ReactNode => {
		const {setCursorPosition} = ink.useCursor();
		setCursorPosition(isTyping ? {x: 3, y: 20} : undefined);
		return <ink.Text>{rows.join('\n')}</ink.Text>;
	};

	const app = ink.render(<Rows rows={rowsOf('first')} />, {
		stdout,
		alternateScreen: true,
		interactive: true,
		incrementalRendering: true,
		patchConsole: false,
	});
	const settle = async () => {
		await app.waitUntilRenderFlush();
		await shown;
	};

	return {
		screen,
		held,
		/** Draws rows, and returns how many bytes were written. */
		async draw(name: string, isTypingNow = true): Promise<number> {
			const before = bytes;
			isTyping = isTypingNow;
			app.rerender(<Rows rows={rowsOf(name)} />);
			await settle();
			return bytes - before;
		},
		/** Sends an answer after some time, and returns how many bytes it let through. */
		async answer(milliseconds: number): Promise<number> {
			const before = bytes;
			passed += milliseconds;
			gate.receive(held.shift()!);
			await settle();
			return bytes - before;
		},
		async start(): Promise<void> {
			await settle();
		},
		[Symbol.dispose]() {
			app.unmount();
			screen.dispose();
		},
	};
}

/** Answers all that was asked, after the time that a slow connection takes. */
async function answerAll({held, answer}: ReturnType<typeof open>): Promise<number[]> {
	const pieces: number[] = [];
	while (held.length > 0) {
		pieces.push(await answer(100));
	}

	return pieces;
}

test('while somebody types over a slow connection, a frame is drawn in pieces, and the row of the cursor first', async () => {
	using terminal = open();
	await terminal.start();
	expect(terminal.held).toHaveLength(2);
	await terminal.answer(0);
	await terminal.answer(600);
	expect(await terminal.draw('second')).toBeLessThan(mostOfPiece);
	const rows = terminal.screen.text.split('\n');
	expect([rows[0], rows[20], rows[22]]).toEqual([
		expect.stringContaining('second 0'),
		expect.stringContaining('second 20'),
		expect.stringContaining('first 22'),
	]);
	const pieces = await answerAll(terminal);
	expect(terminal.screen.text).toBe(
		rowsOf('second')
			.map(row => row.trimEnd())
			.join('\n'),
	);
	expect(pieces.filter(bytes => bytes > 0).length).toBeGreaterThan(1);
	expect(Math.max(...pieces)).toBeLessThan(mostOfPiece);
	// Nothing is left to draw.
	expect(await terminal.draw('second')).toBe(0);
});

test('the rest of a frame is that of the newest state', async () => {
	using terminal = open();
	await terminal.start();
	await terminal.answer(0);
	await terminal.answer(600);
	await terminal.draw('second');
	expect(await terminal.draw('third')).toBe(0);
	await answerAll(terminal);
	expect(terminal.screen.text).toBe(
		rowsOf('third')
			.map(row => row.trimEnd())
			.join('\n'),
	);
});

test('a frame is whole where nobody types, and on a fast connection', async () => {
	using slow = open();
	await slow.start();
	await slow.answer(0);
	await slow.answer(600);
	expect(await slow.draw('second', false)).toBeGreaterThan(mostOfPiece);
	expect(slow.screen.text).toContain('second 22');
	using fast = open();
	await fast.start();
	await fast.answer(600);
	await fast.answer(1);
	expect(await fast.draw('second')).toBeGreaterThan(mostOfPiece);
	expect(fast.screen.text).toContain('second 22');
});
