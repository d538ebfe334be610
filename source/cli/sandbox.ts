import process from 'node:process';
import {notificationsPath} from '../service/connection.ts';
import {faultText, readFaults} from '../sandbox/faults.ts';
import {successorSuffix} from '../sandbox/keys.ts';
import {startSandbox} from '../sandbox/server.ts';
import {shellQuote} from '../terminal/editor.ts';
import {UsageError, exitCode} from './command-error.ts';
import type {Run} from './command.ts';
import type {sandboxOptions} from './commands/setup.ts';

/** Runs the sandbox until a signal ends it. Prints its address and the location of the API key, but never the key itself. @throws UsageError for an unknown fault */
export async function runSandbox({
	options: {port, samples, fault, file},
	host,
	print,
	printError,
}: Run<typeof sandboxOptions>) {
	const read = readFaults(fault);
	if ('problem' in read) {
		throw new UsageError(read.problem);
	}

	const {faults} = read;
	const {promise: ended, resolve: end} = Promise.withResolvers<string>();
	process.once('SIGINT', end);
	process.once('SIGTERM', end);
	try {
		const sandbox = await startSandbox({port, file: file ?? host.paths().sandboxFile, samples, faults});
		const {baseUrl, keyFile} = sandbox;
		print(`Base URL: ${baseUrl}`);
		if (faults.length > 0) {
			print(`Faults:   ${faults.map(each => faultText(each)).join(', ')}`);
		}

		print(`API key:  the first line of ${keyFile}`);
		if (faults.some(({name}) => name === 'key-renewed')) {
			print(`New key:  the same, followed by ${successorSuffix}`);
		}

		// The key is passed through standard input, because arguments are visible to everyone who can list processes.
		print(
			`Example:  sed 's/^/Authorization: Bearer /;q' ${shellQuote(keyFile)} | curl -H @- ${baseUrl}${notificationsPath}`,
		);
		await ended;
		await sandbox.close();
		return exitCode.done;
	} catch (error) {
		// For example, the port is in use, the file is not a database, or the file cannot be written.
		printError(`Could not start the sandbox. ${(error as Error).message}`);
		return exitCode.failed;
	}
}
