import {notificationsPath} from '../api/paths.ts';
import {faultText} from '../sandbox/faults/text.ts';
import {successorSuffix} from '../sandbox/keys.ts';
import {startSandbox, type SandboxOptions} from '../sandbox/server.ts';
import {shellQuote} from '../terminal/shell-quote.ts';

/** The sandbox to run, and where its output goes. */
export type RunSandboxOptions = SandboxOptions & {
	/** Writes a line. */
	readonly print: (line: string) => void;
	/** The sandbox stops when this settles. */
	readonly until: Promise<unknown>;
};

/**
Runs the sandbox until `until` settles. Prints how to reach it, but never the API key itself.

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
		if (faults.some(({name}) => name === 'key-renewed')) {
			print(`New key:  the same, followed by ${successorSuffix}`);
		}

		// The key goes through standard input: an argument is visible to everyone who can list processes.
		print(`Example:  sed 's/^/Authorization: Bearer /;q' ${shellQuote(sandbox.keyFile)} | curl -H @- ${sandbox.baseUrl}${notificationsPath}`);
		await until;
	} finally {
		await sandbox.close();
	}
}
