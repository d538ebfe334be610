import {notificationsPath} from '../api/paths.ts';
import {faultText} from '../sandbox/faults/text.ts';
import {startSandbox, type SandboxOptions} from '../sandbox/server.ts';
import {shellQuote} from '../terminal/shell-quote.ts';

/** How to run a sandbox, and what with. */
export type RunSandboxOptions = SandboxOptions & {
	/** Takes one line, without its line break. */
	readonly print: (line: string) => void;
	/** The sandbox stops when this settles. */
	readonly until: Promise<unknown>;
};

/**
Runs the sandbox until it is told to stop, and says how to reach it. The API key itself is never printed.

@throws What `startSandbox` throws, and what `until` rejects with.
*/
export async function runSandbox(options: RunSandboxOptions): Promise<void> {
	const {print, until, faults = []} = options;
	const sandbox = await startSandbox(options);
	try {
		print(`Base URL: ${sandbox.baseUrl}`);
		if (faults.length > 0) {
			print(`Faults:   ${faults.map(fault => faultText(fault)).join(', ')}`);
		}

		print(`API key:  the first line of ${sandbox.keyFile}`);
		// By way of standard input: an argument would show the key to everyone who lists processes.
		print(`Example:  sed 's/^/Authorization: Bearer /;q' ${shellQuote(sandbox.keyFile)} | curl -H @- ${sandbox.baseUrl}${notificationsPath}`);
		await until;
	} finally {
		await sandbox.close();
	}
}
