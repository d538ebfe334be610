import process from 'node:process';
import {UsageError} from '../command-error.ts';
import {defineCommand} from '../command.ts';
import {exitCodesOf} from '../exit-codes.ts';

export const sandboxCommand = defineCommand({
	name: 'sandbox',
	summary: 'run the sandbox as a server, for curl and other clients',
	options: {
		port: {
			type: 'number',
			value: 'N',
			minimum: 0,
			maximum: 65_535,
			isInteger: true,
			summary: 'listen on this port of 127.0.0.1 (default: a free one)',
		},
		file: {
			type: 'string',
			short: 'f',
			value: 'FILE',
			completes: 'file',
			summary: 'keep the notifications in this file',
		},
		samples: {
			type: 'number',
			value: 'N',
			minimum: 0,
			maximum: 10_000_000,
			isInteger: true,
			default: 12,
			summary: 'how many sample notifications a new file starts with',
		},
		fault: {
			type: 'string',
			value: 'NAME[=VALUE][:COUNT]',
			isMultiple: true,
			summary: 'simulate a fault (see below); can be repeated',
		},
	},
	refuses: ['profile', 'baseUrl', 'timeout', 'readOnly', 'json', 'dryRun', 'concurrency'],
	async details() {
		const {faultHelp} = await import('../../sandbox/faults.ts');
		return faultHelp();
	},
	examples: [
		{line: 'chainbell sandbox --port 8080 --samples 1000', summary: 'a fixed address, and more data'},
		{
			line: 'chainbell sandbox --fault create-drop-after:1 --fault create-late=5',
			summary: 'lose the response of the next create, and list it late',
		},
		{line: 'chainbell sandbox --fault any-429=30:2', summary: 'rate-limit the next two requests'},
	],
	asks: false,
	exitCodes: exitCodesOf([0, 1, 2], {0: 'stopped by a signal'}),
	async run({options: {port, file, samples, fault}}, {host, print, printError}) {
		const [{runSandbox}, {readFaults}] = await Promise.all([
			import('../sandbox.ts'),
			import('../../sandbox/faults.ts'),
		]);
		const read = readFaults(fault);
		if ('problem' in read) {
			throw new UsageError(read.problem);
		}

		try {
			await runSandbox({
				port,
				file: file ?? host.paths().sandboxFile,
				samples,
				faults: read.faults,
				print,
				until: new Promise(resolve => {
					process.once('SIGINT', resolve);
					process.once('SIGTERM', resolve);
				}),
			});
			return 0;
		} catch (error) {
			// For example, the port is in use, the file is not a database, or the file cannot be written.
			printError(`Could not start the sandbox. ${error instanceof Error ? error.message : String(error)}`);
			return 1;
		}
	},
});
