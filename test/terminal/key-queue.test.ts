import {expect, test} from 'vitest';
import {createKeyQueue} from '../../source/terminal/key-stdin.ts';

/** A queue on a clock that the test sets, and all that it delivers with whether it came alone. */
function open() {
	let time = 0;
	const queue = createKeyQueue(() => time);
	return {
		queue,
		at(milliseconds: number, chunk: string) {
			time = milliseconds;
			queue.receive(chunk);
			const delivered: Array<[string, boolean]> = [];
			while (queue.hasNext()) {
				const key = queue.next();
				if (key !== undefined) {
					delivered.push([key, queue.arrival().isAlone]);
				}
			}

			return delivered;
		},
	};
}

test('a key is alone in its read, and 50 ms after the one before', () => {
	const {at, queue} = open();
	expect(at(1000, 'd')).toEqual([['d', true]]);
	expect(queue.arrival().at).toBe(1000);
	expect(at(1049, 'y')).toEqual([['y', false]]);
	expect(at(1099, 'y')).toEqual([['y', true]]);
	expect(at(2000, 'yy')).toEqual([
		['y', false],
		['y', false],
	]);
	expect(at(3000, 'y\u{1B}')).toEqual([['y', false]]);
});

test('keys that arrive while they are held are kept, with when they came', () => {
	let releases = 0;
	let time = 0;
	const queue = createKeyQueue(
		() => time,
		() => {
			releases++;
		},
	);
	queue.receive('a');
	const [release, releaseToo] = [queue.hold(), queue.hold()];
	time = 1000;
	queue.receive('b');
	release();
	expect([queue.isHeld(), queue.hasNext(), releases]).toEqual([true, false, 0]);
	releaseToo();
	expect([queue.isHeld(), queue.hasNext(), releases]).toEqual([false, true, 1]);
	expect([queue.next(), queue.arrival().at]).toEqual(['a', 0]);
	expect([queue.next(), queue.arrival().at]).toEqual(['b', 1000]);
});

test('what arrives with a paste, or within 100 ms after it, is dropped, and told', () => {
	const {at, queue} = open();
	let dropped = 0;
	const stop = queue.onDropped(() => {
		dropped++;
	});
	const paste = '\u{1B}[200~a\u{1B}[201~';
	expect(at(1000, `${paste}dy`)).toEqual([[paste, false]]);
	expect(dropped).toBe(1);
	expect(at(1099, 'dy')).toEqual([]);
	expect(dropped).toBe(2);
	expect(at(1198, '\r')).toEqual([]);
	expect(at(1298, 'd')).toEqual([['d', true]]);
	stop();
	at(2000, `${paste}d`);
	expect(dropped).toBe(3);
});

test('alt with a key is one key, whatever it means, and Esc is one', () => {
	const {at, queue} = open();
	const escape = '\u{1B}[27u';
	expect(at(1000, '\u{1B}b')).toEqual([['\u{1B}b', true]]);
	expect(at(2000, '\u{1B}b\u{1B}f')).toEqual([
		['\u{1B}b', false],
		['\u{1B}f', false],
	]);
	expect(at(3000, '\u{1B}\u{1B}[A')).toEqual([['\u{1B}\u{1B}[A', true]]);
	expect(at(4000, '\u{1B}[1;3A')).toEqual([['\u{1B}[1;3A', true]]);
	queue.receive('\u{1B}\u{1B}');
	queue.endWait();
	expect([queue.next(), queue.next()]).toEqual([escape, escape]);
});

test('Esc and a key in two reads are two keys, unless they mean something with alt', () => {
	const {at, queue} = open();
	const escape = '\u{1B}[27u';
	expect([at(1000, '\u{1B}'), at(1010, 'n')]).toEqual([
		[],
		[
			[escape, false],
			['n', false],
		],
	]);
	expect([at(2000, '\u{1B}'), at(2010, '\u{1B}[B')]).toEqual([
		[],
		[
			[escape, false],
			['\u{1B}[B', false],
		],
	]);
	queue.setAltKeys(key => key === 'b');
	expect([at(3000, '\u{1B}'), at(3010, 'b')]).toEqual([[], [['\u{1B}b', true]]]);
});

test('a key that repeats because it is held is not alone', () => {
	const {at} = open();
	expect(at(1000, '\u{1B}[121;1:1u')).toEqual([['\u{1B}[121;1:1u', true]]);
	expect(at(2000, '\u{1B}[121;1:2u')).toEqual([['\u{1B}[121;1:2u', false]]);
	expect(at(3000, '\u{1B}[121;1:3u')).toEqual([]);
	expect(at(4000, '\u{1B}[121;1u\u{1B}[121;1:3u')).toEqual([['\u{1B}[121;1u', true]]);
});

test.each([
	['plain', 'y', 'y'],
	['in the kitty protocol', '\u{1B}[121;1:1u', '\u{1B}[121;1:2u'],
])('a key that confirmed something is ignored until it was quiet for a second: %s', (_name, press, repeat) => {
	const {at, queue} = open();
	expect(at(1000, press)).toHaveLength(1);
	queue.ignoreWhileHeld();
	expect(at(1660, repeat)).toEqual([]);
	for (let time = 1700; time < 5000; time += 40) {
		expect(at(time, repeat)).toEqual([]);
	}

	expect(at(5979, 'j')).toEqual([['j', true]]);
	expect(at(6000, press)).toHaveLength(1);
	expect(at(6100, press)).toHaveLength(1);
});

test.each([
	['plain', 'y', 'u'],
	['in the kitty protocol', '\u{1B}[121;1:1u', '\u{1B}[117;1:1u'],
])(
	'a key that confirmed something counts as released once another one was pressed, as it no longer repeats: %s',
	(_name, press, other) => {
		const {at, queue} = open();
		expect(at(1000, press)).toHaveLength(1);
		queue.ignoreWhileHeld();
		expect(at(1300, press)).toEqual([]);
		expect(at(1400, other)).toEqual([[other, true]]);
		expect(at(1900, press)).toEqual([[press, true]]);
	},
);

test('ctrl+c waits for nothing, and what was before it is dropped', () => {
	let time = 0;
	const queue = createKeyQueue(() => time);
	const release = queue.hold();
	queue.receive('abc');
	time = 10;
	queue.receive('de\u{3}f');
	expect([queue.hasNext(), queue.next(), queue.hasNext()]).toEqual([true, '\u{3}', false]);
	release();
	expect([queue.hasNext(), queue.next(), queue.hasNext()]).toEqual([true, 'f', false]);
	queue.hold();
	queue.receive('abc\u{1B}[99;5u');
	expect([queue.hasNext(), queue.next(), queue.hasNext()]).toEqual([true, '\u{1B}[99;5u', false]);
});

test('a long text that is typed into a field is delivered as one, and keys elsewhere one by one', () => {
	const {at, queue} = open();
	const text = 'chainbell '.repeat(2000);
	expect(at(1000, text)).toHaveLength(text.length);
	queue.setTyping(true);
	expect(at(2000, `${text}\r`)).toEqual([
		[text, false],
		['\r', false],
	]);
	expect(at(3000, 'abc')).toHaveLength(3);
});
