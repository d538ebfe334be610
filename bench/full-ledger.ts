import {statSync} from 'node:fs';
import path from 'node:path';
import {openLedger} from '../source/storage/ledger.ts';
import {createAccountIndex} from '../source/storage/accounts.ts';
import {createUpdate, insertOperation, requireRow, toColumns} from '../source/storage/journal/operation-row.ts';
import {createRequestRows} from '../source/storage/journal/requests.ts';
import {inTransaction, openDatabase} from '../source/platform/sqlite.ts';
import {makeHome} from '../test/helpers/terminal-home.ts';
import type {Account} from './account.ts';

/** Characters of each template: 100,000 operations then fill 200 MB. */
const templateLength = 900;

/** Fills the ledger of a home with completed deletions of an account that was opened in it, with the journal's own statements in one transaction. Returns the size of the file in bytes. */
export function fillLedger(home: string, {environment}: Pick<Account, 'environment'>, count: number): number {
	const file = path.join(makeHome(home).environment.XDG_STATE_HOME!, 'chainbell', 'ledger.sqlite');
	const {now} = Date;
	const baseUrl = environment.CHAINBELL_BASE_URL!;
	const {host} = new URL(baseUrl);
	const profile = createAccountIndex({file: `${file}-accounts.json`, ledgerFile: file, now}).identify({
		baseUrl,
		name: host,
		apiKey: environment.CHAINBELL_API_KEY!,
	}).account;
	// Makes its tables.
	openLedger(file, {now}).ledger.close();
	const database = openDatabase(file);
	try {
		const insert = database.prepare(insertOperation);
		const update = createUpdate(database, now);
		const requests = createRequestRows(database, now);
		inTransaction(database, () => {
			for (let number = 1; number <= count; number++) {
				const {lastInsertRowid} = insert.run(
					...toColumns({profile, profileName: host, kind: 'delete', snapshot: snapshotOf(number)}),
					now(),
					null,
					null,
				);
				const id = Number(lastInsertRowid);
				const request = requests.insert(id, {method: 'DELETE', target: snapshotOf(number).id});
				requests.update(request, {outcome: 'ok', status: 204});
				update(requireRow(database, 'operations', id), {state: 'done'});
			}
		});
		database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
	} finally {
		database.close();
	}

	return statSync(file).size;
}

function snapshotOf(number: number) {
	const id = String(10_000_000 + number);
	const address = `0x${String(number).padStart(40, '0')}`;
	return {
		id,
		raw: {id: Number(id), external_user_id: `user-${number}`},
		input: {
			userId: `user-${number}`,
			channel: 'EMAIL',
			name: `Journal ${number}`,
			recipient: `user-${number}@example.com`,
			network: 'ETH_MAINNET',
			eventType: 'ADDRESS_ACTIVITY',
			addresses: [address],
			filters: [],
		},
		template: `${number} `.repeat(templateLength).slice(0, templateLength),
		topics: undefined,
	};
}
