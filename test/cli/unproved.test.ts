import {describe, expect, test} from 'vitest';
import {account} from '../helpers/command-account.ts';

describe.each(['list-empty', 'list-omits'] as const)('one listing that lacks everything by mistake (%s)', name => {
	/** Deletes with a command on a service that does so or not; the first listing after the first DELETE lacks everything. */
	const deleteBy = async (argv: readonly string[], fault: 'delete-no-effect' | 'delete-drop-before') => {
		await using place = await account(82, 1);
		const hold = place.sandbox.faults.hold({on: 'delete', when: 'before', count: 1});
		place.sandbox.faults.add({name: fault});
		const running = place.run(['delete', ...argv, '--yes']);
		await hold.arrived;
		place.sandbox.faults.add({name, value: 100, count: 1});
		hold.release();
		const {exitCode, stdout, stderr} = await running;
		const listed = await place.list();
		expect(listed).toHaveLength(82);
		return {exitCode, said: `${stdout}${stderr}`};
	};

	test.each([
		['delete-no-effect', 1],
		['delete-drop-before', 1],
	] as const)('is not said to be a deletion: %s', async (fault, exitCode) => {
		const single = await deleteBy(['3'], fault);
		expect(single.exitCode).toBe(exitCode);
		expect(single.said).not.toContain('Deleted');
		expect(single.said).toContain('still listed');
		const many = await deleteBy(
			Array.from({length: 80}, (_, index) => String(index + 1)),
			fault,
		);
		expect(many.exitCode).toBe(3);
		expect(many.said).toContain('Deleted 0 of 80 (80 failed)');
	});
});
