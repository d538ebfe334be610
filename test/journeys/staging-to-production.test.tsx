import {expect, test} from 'vitest';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {createNamed, homeWith} from '../helpers/two-profiles.ts';
import {list} from '../operations/harness.ts';

const namesOf = async (service: Parameters<typeof list>[0]): Promise<string[]> => {
	const listed = await list(service);
	return listed.map(({name}) => name).toSorted();
};

test('what only staging has is copied to production by keys alone, and taken back', async () => {
	await using production = await temporarySandbox({samples: 2});
	await using staging = await temporarySandbox({samples: 2});
	const before = await namesOf(production);
	await createNamed(staging, 'Large transfers', 'large@example.com');
	await createNamed(staging, 'Small transfers', 'small@example.com');
	// Production has this one under another name.
	await createNamed(staging, 'Payouts', 'payouts@example.com');
	await createNamed(production, 'Payouts of old', 'payouts@example.com');
	await using home = await homeWith(production, staging, {open: 'staging'});
	await using app = await startApp({isNew: true, home: home.path, size: '110x30'});
	await app.waitFor('5 notifications');
	await app.press('P');
	await app.waitFor(/▌ production/v);
	await app.press('c');
	await app.waitFor('Only in staging: 3 · only in production: 1 · differ: 0 · in both: 2');
	expect(app.frame()).toMatch(/Copy from staging to production \(127\.0\.0\.1:\d+\)/v);
	await app.press('a', 'c');

	const question = await app.waitFor('Type 2 to copy to production:');
	// The header names the account that is written to.
	expect(question).toMatch(/^ copy from staging · production/v);
	expect(question).toMatch(/Copy 2 from staging to production \(127\.0\.0\.1:\d+\): "Large transfers"/v);
	expect(question).toContain('1 skipped: production has an identical one (names are not compared).');
	expect(question).toContain('The templates of all 2 were not sent from this machine: these copies have none.');
	expect(question).toContain('staging is only read.');
	await app.press('3', 'Enter');
	await app.waitFor('Nothing was copied. "3" is not 2.');
	await app.press('Backspace', '2', 'Enter');
	await app.waitFor(
		/Created 2 on production \(127\.0\.0\.1:\d+\), copied from staging\.\s+1 skipped: production has an\s+identical one/v,
	);
	await app.waitFor('Only in staging: 1 · only in production: 1 · differ: 0 · in both: 4');
	expect(await namesOf(production)).toEqual(
		[...before, 'Large transfers', 'Payouts of old', 'Small transfers'].toSorted(),
	);
	expect(await namesOf(staging)).toHaveLength(5);

	await app.press('u');
	const undo = await app.waitFor('Undo: delete 2 notifications');
	expect(undo).toMatch(/^ undo · production/v);
	await app.press('y');
	await app.waitFor(/Deleted 2 from production/v);
	await app.waitFor('Only in staging: 3 · only in production: 1 · differ: 0 · in both: 2');
	expect(await namesOf(production)).toEqual([...before, 'Payouts of old'].toSorted());
	await app.press('Escape');
	await app.waitFor(/▌ production/v);
	await app.press('Escape');
	expect(await app.waitFor('5 notifications')).toMatch(/^ chainbell · staging/v);
	expect(app.frames.join('\n')).not.toContain(production.apiKey);
	expect(app.frames.join('\n')).not.toContain(staging.apiKey);
});
