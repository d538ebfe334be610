import {expect, test} from 'vitest';
import {migrate, requireTables} from '../../../source/storage/database/schema.ts';
import {openDatabase} from '../../../source/platform/sqlite.ts';

test('every column that the migrations make is required', () => {
	const database = openDatabase(':memory:');
	migrate(database);
	requireTables(database);
	const all = database
		.prepare(`
		SELECT tables.name AS owner, columns.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
		WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'
	`)
		.all();
	expect(all.length).toBeGreaterThan(40);
	for (const {owner, name} of all) {
		database.exec(`BEGIN; ALTER TABLE ${String(owner)} RENAME COLUMN ${String(name)} TO other`);
		expect(
			() => {
				requireTables(database);
			},
			`${String(owner)}.${String(name)}`,
		).toThrow(`no such column: ${String(name)}`);
		database.exec('ROLLBACK');
	}

	database.close();
});
