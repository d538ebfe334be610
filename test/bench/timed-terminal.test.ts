import process from 'node:process';
import {expect, test} from 'vitest';
import {TimedTerminal} from '../../bench/timed-terminal.ts';

test.each(['é', '…', '入', '👍'])('%s is shown, wherever its bytes are cut', async character => {
	const bytes = new TextEncoder().encode(character);
	for (let cut = 1; cut < bytes.length; cut++) {
		// Nothing but a key brings the rest.
		const program = `
			const bytes = Buffer.from('a${character}b');
			process.stdin.setRawMode(true);
			process.stdout.write(bytes.subarray(0, ${1 + cut}));
			process.stdin.once('data', () => {
				process.stdout.write(bytes.subarray(${1 + cut}));
			});
		`;
		await using terminal = new TimedTerminal({
			file: process.execPath,
			args: ['-e', program],
			cwd: process.cwd(),
			env: {},
		});
		await terminal.until('The beginning', ([line = '']) => line.startsWith('a'));
		terminal.press('x');
		await terminal.until('The end', ([line = '']) => line.endsWith('b'));
		expect(terminal.lines[0]).toBe(`a${character}b`);
	}
});
