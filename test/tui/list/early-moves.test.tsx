import {setImmediate as turn} from 'node:timers/promises';
import {Text, useInput} from 'ink';
import {render} from 'ink-testing-library';
import {expect, test} from 'vitest';
import {toKeyPress} from '../../../source/tui/keys/match.ts';
import {nameOfKey} from '../../../source/tui/list/first-page.ts';

const sequences = [
	'[A',
	'[B',
	'[H',
	'[F',
	'[5~',
	'[6~',
	'[1~',
	'[4~',
	'OA',
	'OB',
	'OH',
	'OF',
	'[C',
	'[D',
	'[1;5A',
	'[5;5~',
	'j',
	'OP',
].map(rest => `\u{1B}${rest}`);
const characters = Array.from({length: 0x7f}, (_, code) => String.fromCodePoint(code)).filter(
	character => character !== '\u{1B}',
);

test('a key has the name on the first page that it has in the list, or none', async () => {
	let pressed = '';
	const Probe = () => {
		useInput((input, key) => {
			pressed = toKeyPress(input, key).name;
		});
		return <Text>list</Text>;
	};

	const {stdin, unmount} = render(<Probe />);
	await turn();
	await turn();
	const named: string[] = [];
	for (const key of [...sequences, ...characters]) {
		const name = nameOfKey(key);
		if (name !== undefined) {
			stdin.write(key);
			await turn();
			await turn();
			expect([key, name]).toEqual([key, pressed]);
			named.push(name);
		}
	}

	unmount();
	expect(named).toEqual(expect.arrayContaining(['up', 'down', 'pgup', 'pgdn', 'home', 'end', 'j', 'G', 'ctrl+d']));
	expect(named).not.toContain('ctrl+m');
});
