import {expect, test} from 'vitest';
import {startApp, temporaryFolder, temporarySandbox} from '../helpers/app.tsx';
import {list, watchWrites} from '../sandbox/client.ts';

test('x parks and resumes, one and several; what is parked is not edited, is there after a restart, and can be forgotten', async () => {
	await using sandbox = await temporarySandbox({samples: 4});
	await using home = await temporaryFolder();
	const writes = watchWrites(sandbox);
	{
		await using app = await startApp({service: sandbox, home: home.path});
		await app.waitFor('4 notifications');
		await app.press('j', 'x');
		const question = await app.waitFor('(ID 2) on');
		expect(question).toContain('The service knows no pause: it is deleted now');
		expect(question).toContain('kept on this machine alone.');
		expect(question).toContain('park 2');
		await app.press('y');
		await app.waitFor('✓ Parked 2 on');
		// In its place, and counted.
		expect(await app.waitFor('1 parked')).toMatch(/^ .1 .*\n▌‖2 .*\n .3 /mv);
		await app.press('e');
		await app.waitFor('This is parked: resume it first');
		await app.press('Enter');
		expect(await app.waitFor('Parked ')).toContain('change 1');
		await app.press('d');
		await app.waitFor('This is parked: resume it first');
		await app.press('Escape', 'j', ' ', ' ', 'x');
		await app.waitFor('Park 2 notifications on');
		await app.waitFor('Type 2, then enter');
		await app.press('2', 'Enter');
		await app.waitFor('✓ Parked 2 notifications on');
		// They are not marked any more: the next x is for the row under the cursor alone.
		expect(await app.waitFor('3 parked')).toMatch(/^(?!.*marked).* 1 notification /mv);
		// Some that are parked among others.
		await app.press('a', 'd');
		await app.waitFor('3 of the 4 marked are parked. Mark only those: x resumes, d forgets.');
		await app.press('A');
	}

	await using app = await startApp({service: sandbox, home: home.path});
	await app.waitFor('3 parked');
	await app.press('/', ...'is:parked');
	await app.waitFor('3 of 4');
	await app.press('Enter', 'G', 'd');
	await app.waitFor('Forget "Base: stablecoin watch" (ID 4), which is parked?');
	await app.press('y');
	await app.waitFor('Forgot 1');
	await app.waitFor('2 parked');
	await app.press('a', 'e');
	await app.waitFor('This is parked: resume it first');
	await app.press('d');
	await app.waitFor('Forget 2 that are parked?');
	await app.waitFor('Type 2, then enter');
	await app.press('Escape', 'x');
	await app.waitFor('Resume 2 notifications on');
	expect(await app.waitFor('Type 2, then enter')).toContain('resume');
	expect(writes).toEqual([
		'DELETE 2',
		expect.stringMatching(/^DELETE [34]$/v),
		expect.stringMatching(/^DELETE [34]$/v),
	]);
	await app.press('2', 'Enter');
	await app.waitFor('✓ Resumed 2 notifications on');
	expect(writes.slice(3)).toEqual(['POST', 'POST']);
	const ids = (await list(sandbox)).map(({id}) => id);
	expect(ids).toEqual([1, 5, 6]);
	expect(app.frame()).toContain('u: park again');
	await app.press('u');
	await app.waitFor('Undo: park 2 notifications on');
});
