import {Worker} from 'node:worker_threads';
import {headerVersion, requireSqliteFile} from './quarantine.ts';
import {schemaVersion} from './schema.ts';

/** What the thread runs. As a text, because in the bundle there is no file of its own for it. */
const check = `
	process.emitWarning = () => {};
	const {parentPort, workerData} = require('node:worker_threads');
	const {DatabaseSync} = require('node:sqlite');
	const database = new DatabaseSync(workerData, {readOnly: true});
	const {quick_check: verdict} = database.prepare('PRAGMA quick_check(1)').get();
	database.close();
	parentPort.postMessage(verdict === 'ok');
`;

/**
Checks every page of a ledger as `requireUndamaged` does, in a thread of its own. The file is not changed.

@returns Whether it is undamaged. If that could not be found out, false: opening the file says why.
*/
export async function isUndamaged(file: string): Promise<boolean> {
	try {
		requireSqliteFile(file);
		if (headerVersion(file) > schemaVersion) {
			// Beside a file that is opened for reading alone, SQLite may create others.
			return false;
		}
	} catch {
		return false;
	}

	const {promise, resolve} = Promise.withResolvers<boolean>();
	// What is not read of its output would appear in the middle of a full-screen program.
	const worker = new Worker(check, {eval: true, workerData: file, execArgv: [], stdout: true, stderr: true});
	worker.once('message', resolve);
	for (const end of ['error', 'exit'] as const) {
		worker.once(end, () => {
			resolve(false);
		});
	}

	return promise;
}
