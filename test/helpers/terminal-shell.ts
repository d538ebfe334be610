import {randomUUID} from 'node:crypto';
import path from 'node:path';
import process from 'node:process';
import {builtProgram} from './terminal-home.ts';
import {startTerminal, type Terminal, type TerminalOptions} from './terminal.ts';

/**
Starts a shell with job control, whose `$PROGRAM` is the built program and whose prompt is `shell>`: for what happens between a program and the shell it came from, as Ctrl-Z and what is left behind after quitting.

@example
```
await using shell = startShell();
await shell.waitFor('shell>');
const before = await lineSettings(shell);
shell.press('"$PROGRAM" --sandbox', 'Enter');
…
expect(await lineSettings(shell)).toBe(before);
```
*/
export function startShell({env = {}, ...options}: Omit<TerminalOptions, 'file' | 'args'> = {}): Terminal {
	return startTerminal({
		...options,
		file: '/bin/sh',
		// Without line editing, which would set modes of its own where sh is bash.
		args: ['-i', '+o', 'emacs'],
		env: {
			PROGRAM: builtProgram,
			PATH: `${path.dirname(process.execPath)}:${process.env.PATH ?? ''}`,
			PS1: 'shell> ',
			...env,
		},
	});
}

/** The terminal's line settings (raw mode, echo and all), asked of a shell that is at its prompt. The shell is at its next prompt afterwards, so that what is pressed then stands behind it. */
export async function lineSettings(shell: Terminal): Promise<string> {
	const mark = randomUUID();
	shell.press(`echo ${mark} $(stty -g) end`, 'Enter');
	const settings = new RegExp(`${mark}([^$]+)end\\s+shell>`, 'v');
	const screen = await shell.waitFor(settings);
	return settings.exec(screen)![1]!.replaceAll('\n', '').trim();
}
