import {defaultTimeout} from '../api/connection.ts';
import type {Options} from './command.ts';

/** The options that every command accepts, before or after its name. They are ignored where they do not apply. */
export const globalOptions = {
	profile: {
		type: 'string',
		short: 'p',
		value: 'NAME',
		completes: 'profile',
		summary: 'use this profile of config.yaml',
	},
	baseUrl: {
		type: 'string',
		value: 'URL',
		conflictsWith: 'profile',
		summary: 'use this service, with the API key in CHAINBELL_API_KEY',
	},
	sandbox: {type: 'boolean', summary: 'use the embedded sandbox; nothing is watched or delivered'},
	readOnly: {type: 'boolean', summary: 'refuse to create, edit and delete'},
	timeout: {
		type: 'number',
		value: 'SECONDS',
		minimum: 0.001,
		maximum: 86_400,
		default: defaultTimeout / 1000,
		summary: 'request timeout; for listings without new data, retries included',
	},
	json: {type: 'boolean', summary: 'print one JSON document; errors as JSON, too'},
	quiet: {type: 'boolean', short: 'q', summary: 'print no progress and no notices'},
	yes: {type: 'boolean', short: 'y', summary: 'do not ask for confirmation'},
	dryRun: {type: 'boolean', short: 'n', summary: 'say what would be sent, and send nothing'},
	noWait: {type: 'boolean', summary: 'do not wait for a listing that proves a change'},
	concurrency: {
		type: 'number',
		short: 'j',
		value: 'N',
		minimum: 1,
		maximum: 64,
		isInteger: true,
		summary: 'requests at a time, of a batch',
	},
	noColor: {type: 'boolean', summary: 'no colours'},
	help: {type: 'boolean', short: 'h', summary: 'print help'},
	version: {type: 'boolean', short: 'v', summary: 'print the version'},
} as const satisfies Options;

export type GlobalOptionName = keyof typeof globalOptions;
