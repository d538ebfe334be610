import {EventEmitter} from 'node:events';
import {afterEach, describe, expect, test} from 'vitest';
import {createMonotonicClock} from '../../../source/platform/clock.ts';
import {createBackgroundReader} from '../../../source/tui/app/terminal-input.ts';
import {readLateReplies} from '../../../source/tui/app/run.tsx';
import {chooseTheme, setBackground, theme} from '../../../source/tui/ui/theme.ts';

const white = '\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\';

/** Input of which `reply` is to come, in parts, once somebody reads it. */
class FakeInput extends EventEmitter {
	readonly calls: string[] = [];
	readonly #texts: string[] = [];
	isRaw = false;

	bring(text: string): void {
		this.#texts.push(text);
		this.emit('readable');
	}

	read(): string | null {
		return this.#texts.shift() ?? null;
	}

	setRawMode(isRaw: boolean): this {
		this.isRaw = isRaw;
		this.calls.push(`raw ${isRaw}`);
		return this;
	}

	ref(): this {
		return this;
	}

	unref(): this {
		return this;
	}
}

function open() {
	let now = 0;
	const sleeping = Promise.withResolvers<void>();
	const slept = Promise.withResolvers<void>();
	const reader = createBackgroundReader({
		elapsed: createMonotonicClock('test', () => now),
		async sleep(_milliseconds, signal) {
			const ended = Promise.withResolvers<void>();
			signal?.addEventListener('abort', () => {
				ended.reject(new Error('aborted'));
			});
			sleeping.resolve();
			await Promise.race([ended.promise, slept.promise]);
		},
	});
	return {
		reader,
		input: new FakeInput(),
		sleeping: sleeping.promise,
		endSleep: slept.resolve,
		pass(milliseconds: number) {
			now += milliseconds;
		},
	};
}

type Late = Parameters<typeof readLateReplies>[0];

afterEach(() => {
	setBackground(false);
	chooseTheme('auto');
});

test('an answer within a second sets the colours, a later one does not', () => {
	const {reader, pass} = open();
	const dark = theme.danger;
	reader.expect();
	pass(1000);
	reader.receive(white);
	expect(theme.danger).toEqual(dark);
	const soon = open();
	soon.reader.expect();
	soon.reader.receive(white);
	expect(theme.danger).not.toEqual(dark);
});

describe('at the end', () => {
	test('an answer that has not come is read, so that the shell does not get it', async () => {
		const {reader, input, sleeping} = open();
		reader.expect();
		const taken = readLateReplies(input as unknown as Late, [reader.lateReply()]);
		await sleeping;
		expect(input.calls).toEqual(['raw true']);
		input.bring('x');
		expect(input.read()).toBeNull();
		reader.receive(white);
		await taken;
		expect(input.calls).toEqual(['raw true', 'raw false']);
		expect(input.listenerCount('readable')).toBe(0);
	});

	test('without an answer it ends after a while', async () => {
		const {reader, input, sleeping, endSleep} = open();
		reader.expect();
		const taken = readLateReplies(input as unknown as Late, [reader.lateReply()]);
		await sleeping;
		endSleep();
		await taken;
		expect(input.calls).toEqual(['raw true', 'raw false']);
	});

	test('nothing is read when nothing was asked, when it was answered, and when it was long ago', async () => {
		const unasked = open();
		await readLateReplies(unasked.input as unknown as Late, [unasked.reader.lateReply()]);
		const answered = open();
		answered.reader.expect();
		answered.reader.receive(white);
		await readLateReplies(answered.input as unknown as Late, [answered.reader.lateReply()]);
		const old = open();
		old.reader.expect();
		old.pass(1000);
		await readLateReplies(old.input as unknown as Late, [old.reader.lateReply()]);
		expect([unasked, answered, old].flatMap(({input}) => input.calls)).toEqual([]);
	});
});
