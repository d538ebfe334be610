import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import {createInterface} from 'node:readline';
import {readRecord} from '../source/api/listing/read-record.ts';
import {notificationsPath} from '../source/api/paths.ts';
import {fit} from '../source/terminal/width.ts';
import {builtProgram} from '../test/helpers/terminal-home.ts';
import {searchText} from './search-text.ts';
import {terminalSize} from './timed-terminal.ts';

/** The sizes of the accounts, in notifications. */
export const sizes = [100, 10_000, 100_000] as const;

/** The least and the most of these, for what the size between them says nothing more about. */
export const outerSizes = [100, 100_000] as const satisfies readonly Size[];

/** The size of an account that is measured only when it is asked for. */
export const million = 1_000_000;

export type Size = (typeof sizes)[number] | typeof million;

/** An account of the sandbox, which runs in its own process, on loopback. */
export type Account = AsyncDisposable & {
	readonly size: number;
	/** The environment variables with which the program opens it. */
	readonly environment: Readonly<Record<string, string>>;
	/** The URL of the listing, for curl. */
	readonly url: string;
	/** The file with the Authorization header, for curl. */
	readonly headerFile: string;
	/** One line per notification, but for a million: the text that is searched. */
	readonly textFile: string;
	/** The same lines, cut to the width of a terminal row. */
	readonly rowsFile: string;
};

/** How long the sandbox may take to create the notifications, in milliseconds. */
const startLimit = 300_000;

/** Columns that fzf does not use for the text of a row. */
const rowMargin = 3;

/** Creates an account and serves it until it is disposed of, with these faults. */
export async function startAccount(folder: string, size: number, faults: readonly string[] = []): Promise<Account> {
	const file = path.join(folder, `account-${size}.sqlite`);
	const sandbox = spawn(
		process.execPath,
		[
			builtProgram,
			'sandbox',
			'--port',
			'0',
			'--samples',
			String(size),
			'--file',
			file,
			...faults.flatMap(fault => ['--fault', fault]),
		],
		{
			stdio: ['ignore', 'pipe', 'inherit'],
		},
	);
	const kill = () => {
		sandbox.kill();
	};

	process.once('exit', kill);
	const stop = async (): Promise<void> => {
		process.off('exit', kill);
		if (!(sandbox.exitCode === null && sandbox.signalCode === null)) {
			return;
		}

		sandbox.kill();
		await once(sandbox, 'exit');
	};

	try {
		const {baseUrl, keyFile} = await readSandboxAddress(sandbox);
		const keys = await readFile(keyFile, 'utf8');
		const [apiKey = ''] = keys.split('\n', 1);
		const account = {
			size,
			environment: {CHAINBELL_BASE_URL: baseUrl, CHAINBELL_API_KEY: apiKey},
			url: new URL(notificationsPath, baseUrl).href,
			headerFile: path.join(folder, `header-${size}`),
			textFile: path.join(folder, `text-${size}`),
			rowsFile: path.join(folder, `rows-${size}`),
			[Symbol.asyncDispose]: stop,
		};
		await writeFile(account.headerFile, `Authorization: Bearer ${apiKey}\n`, {mode: 0o600});
		// The listing of a million is longer than a string may be.
		if (size < million) {
			await writeLines(account, apiKey);
		}

		return account;
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Reads the address and the key file that the sandbox prints when it is ready. */
async function readSandboxAddress(
	sandbox: ChildProcess,
): Promise<{readonly baseUrl: string; readonly keyFile: string}> {
	const timer = setTimeout(() => {
		sandbox.kill();
	}, startLimit);
	let baseUrl: string | undefined;
	for await (const line of createInterface(sandbox.stdout!)) {
		baseUrl ??= /^Base URL: +(\S+)$/v.exec(line)?.[1];
		const keyFile = /^API key: .* first line of (.+)$/v.exec(line)?.[1];
		if (baseUrl !== undefined && keyFile !== undefined) {
			clearTimeout(timer);
			return {baseUrl, keyFile};
		}
	}

	clearTimeout(timer);
	throw new Error(`The sandbox was not ready within ${startLimit / 1000} s`);
}

async function writeLines(
	{url, textFile, rowsFile}: Omit<Account, typeof Symbol.asyncDispose>,
	apiKey: string,
): Promise<void> {
	const response = await fetch(url, {
		headers: {Authorization: `Bearer ${apiKey}`},
		signal: AbortSignal.timeout(startLimit),
	});
	const items = (await response.json()) as unknown[];
	const lines = items.map((item, index) => searchText(readRecord(item, index)));
	await writeFile(textFile, `${lines.join('\n')}\n`);
	await writeFile(rowsFile, `${lines.map(line => fit(line, terminalSize.columns - rowMargin)).join('\n')}\n`);
}
