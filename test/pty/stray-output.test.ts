import process from 'node:process';
import {expect, test} from 'vitest';
import {builtProgram} from '../helpers/terminal-home.ts';
import {modesAtRest, startTerminal, type Terminal} from '../helpers/terminal.ts';
import {startHttps} from '../helpers/tls.ts';

/** The program on its sandbox, with code that SIGUSR2 runs in it. */
function startWith(code: string, args: readonly string[] = ['--sandbox']): Terminal {
	return startTerminal({
		file: process.execPath,
		args: [
			'--import',
			`data:text/javascript,process.on("SIGUSR2", () => {${encodeURIComponent(code)}});`,
			builtProgram,
			...args,
		],
		columns: 100,
	});
}

/** Ways to write to the terminal past the screens, and what is shown of each. */
const ways = [
	[String.raw`process.stderr.write("written \x1b[2Jtext\n")`, 'written ␛[2Jtext'],
	[String.raw`console.error("error \x1b[2Jtext")`, 'error ␛[2Jtext'],
	[String.raw`console.log("logged \x1b[2Jtext")`, 'logged ␛[2Jtext'],
	[String.raw`process.emitWarning("warned \x1b[2Jtext")`, 'Warning: warned ␛[2Jtext'],
] as const;

test('what is written to stdout or stderr, logged or warned of by Node is shown as a notice, and given out when the screens are left', async () => {
	await using terminal = startWith(
		`[${ways.map(([code]) => `() => ${code}`).join(', ')}][globalThis.turn = (globalThis.turn ?? -1) + 1]()`,
	);
	await terminal.waitFor('12 notifications');
	for (const [, text] of ways) {
		terminal.kill('SIGUSR2');
		await terminal.waitFor(text);
		expect(terminal.screen().split('\n', 1)[0]).toContain('chainbell');
		expect(terminal.screen()).toMatch(/^ Written to stderr: /mv);
		// The notice goes with the first key; the second one must not meet the next notice.
		terminal.press('s');
		await terminal.waitFor('[n]ame');
		terminal.press('Escape');
		await terminal.waitUntilGone('[n]ame');
		expect(terminal.screen()).not.toContain(text);
	}

	terminal.press('q');
	expect(await terminal.exit).toMatchObject({exitCode: 0});
	expect(terminal.modes).toEqual(modesAtRest);
	for (const [, text] of ways) {
		expect(terminal.screen()).toContain(text);
	}

	expect(terminal.bytes).not.toContain('\u{1B}[2J');
});

test('it is given out before a crash report', async () => {
	await using terminal = startWith(
		String.raw`process.stderr.write("stray text\n"); throw new Error("a bug of the test")`,
	);
	await terminal.waitFor('12 notifications');
	terminal.kill('SIGUSR2');
	expect(await terminal.exit).toMatchObject({exitCode: 1});
	expect(terminal.modes).toEqual(modesAtRest);
	expect(terminal.screen()).toMatch(/stray text\n(?:.*\n)*chainbell stopped because of a bug in it/v);
});

test.each([
	['the screens', ['--sandbox'], '12 notifications'],
	['a command', ['sandbox'], 'http://127.0.0.1'],
])('SIGUSR1 opens no debugger on %s', async (_name, args, ready) => {
	await using terminal = startTerminal({args});
	await terminal.waitFor(ready);
	terminal.kill('SIGUSR1');
	terminal.kill('SIGTERM');
	await terminal.exit;
	expect(terminal.bytes).not.toContain('Debugger listening');
});

test('what comes before the first frame is shown as well', async () => {
	await using service = await startHttps((_request, response) => {
		response.end('[]');
	});
	await using terminal = startTerminal({
		columns: 100,
		env: {
			CHAINBELL_BASE_URL: `https://localhost:${service.port}/`,
			CHAINBELL_API_KEY: 'canary-key',
			NODE_TLS_REJECT_UNAUTHORIZED: '0',
		},
	});
	await terminal.waitFor('No notifications yet');
	await terminal.waitFor(/Written to stderr: \(node:\d+\) Warning: Setting the NODE_TLS_REJECT_UNAUTHORIZED/v);
	terminal.press('q');
	expect(await terminal.exit).toMatchObject({exitCode: 0});
	expect(terminal.screen()).toContain('Warning: Setting the NODE_TLS_REJECT_UNAUTHORIZED');
});
