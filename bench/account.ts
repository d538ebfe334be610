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

/** How many notifications an account has. */
export const sizes = [100, 10_000, 100_000] as const;

export type Size = (typeof sizes)[number];

/** An account of the embedded service, which runs in a process of its own, on loopback. */
export type Account = AsyncDisposable & {
	readonly size: Size;
	/** What the program needs to open it. */
	readonly environment: Readonly<Record<string, string>>;
	/** The listing, for curl. */
	readonly url: string;
	/** The file that holds curl's header with the key. */
	readonly headerFile: string;
	/** A line a notification: everything that is searched. */
	readonly textFile: string;
	/** The same, cut to what a row of the terminal shows. */
	readonly rowsFile: string;
};

/** How long making 100,000 notifications may take, in milliseconds. */
const limit = 120_000;

/** Columns that fzf keeps beside a row. */
const rowMargin = 3;

/** Makes an account and serves it until disposed. */
export async function startAccount(folder: string, size: Size): Promise<Account> {
	const file = path.join(folder, `account-${size}.sqlite`);
	const sandbox = spawn(process.execPath, [builtProgram, 'sandbox', '--port', '0', '--samples', String(size), '--file', file], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
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
		const {baseUrl, keyFile} = await readAddress(sandbox);
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
		await writeLines(account, apiKey);
		return account;
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Reads what the sandbox says of itself when it is ready. */
async function readAddress(sandbox: ChildProcess): Promise<{readonly baseUrl: string; readonly keyFile: string}> {
	const timer = setTimeout(() => {
		sandbox.kill();
	}, limit);
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
	throw new Error(`The sandbox was not ready within ${limit / 1000} s`);
}

async function writeLines({url, textFile, rowsFile}: Omit<Account, typeof Symbol.asyncDispose>, apiKey: string): Promise<void> {
	const answer = await fetch(url, {headers: {Authorization: `Bearer ${apiKey}`}, signal: AbortSignal.timeout(limit)});
	const items = await answer.json() as unknown[];
	const lines = items.map((item, index) => searchText(readRecord(item, index)));
	await writeFile(textFile, `${lines.join('\n')}\n`);
	await writeFile(rowsFile, `${lines.map(line => fit(line, terminalSize.columns - rowMargin)).join('\n')}\n`);
}
