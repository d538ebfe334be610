import {notificationsPath} from '../api/paths.ts';
import {faultText} from '../sandbox/faults.ts';
import {successorSuffix} from '../sandbox/keys.ts';
import {startSandbox, type SandboxOptions} from '../sandbox/server.ts';
import {shellQuote} from '../terminal/editor.ts';

/** The options of the sandbox, and its output. */
export type RunSandboxOptions = SandboxOptions & {
	readonly print: (line: string) => void;
	/** The sandbox stops when this settles. */
	readonly until: Promise<unknown>;
};

/**
Runs the sandbox until `until` settles. Prints its address and the location of the API key, but never the key itself.

@throws Errors of `startSandbox` and of `until`.
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

		// The key is passed through standard input, because arguments are visible to everyone who can list processes.
		print(
			`Example:  sed 's/^/Authorization: Bearer /;q' ${shellQuote(sandbox.keyFile)} | curl -H @- ${sandbox.baseUrl}${notificationsPath}`,
		);
		await until;
	} finally {
		await sandbox.close();
	}
}
