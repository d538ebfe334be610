import {expect, test} from 'vitest';
import {account, address, body, createOne, lines} from '../helpers/command-account.ts';

const [weth, bridge] = ['0x4200000000000000000000000000000000000006', '0x4200000000000000000000000000000000000010'];
const labels = `labels:\n  ${address}: cold wallet\n  ${weth}: two\n  ${bridge}: two\n`;

const containing = (text: string) => expect.stringContaining(text) as unknown;

/** An account with a notification of the labelled address, and one of another. */
async function place() {
	const opened = await account();
	const other = {event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [`${bridge}`]}};
	await opened.run('create -f -', {input: lines(body('a'), body('b', other))});
	opened.write(labels, 'config.yaml');
	return opened;
}

/** `create` for another address. */
const createAt = (text: string) => createOne.map(word => (word === address ? text : word));

test('a table shows the label; what programs read has the address; both are found', async () => {
	await using at = await place();
	const table = await at.run('list -o table');
	expect(table.lines[1]).toContain('  cold wallet');
	expect(table.stdout).not.toContain(address);
	for (const format of ['tsv', 'csv', 'json', 'jsonl', 'yaml']) {
		const {stdout} = await at.run(['list', 'label:cold', '-o', format]);
		expect(stdout, format).toContain(address);
		expect(stdout, format).not.toContain('cold wallet');
		expect(stdout, format).not.toContain(bridge);
	}

	expect(await at.run(['list', '"cold wallet"', '--columns', 'id,label', '-o', 'csv'])).toMatchObject({
		stdout: 'id,label\r\n1,cold wallet\r\n',
	});
	const {stdout} = await at.run('export --json');
	expect(stdout).not.toContain('cold wallet');
});

test('--address takes a label, and the address is sent', async () => {
	await using at = await place();
	await at.says(0, [...createAt('Cold Wallet'), '--dry-run', '--allow-duplicate'], {stdout: containing(address)});
	await at.ends(0, ['edit', '2', '--set', 'address=cold wallet', '--yes']);
	const {stdout} = await at.run('list -o jsonl');
	expect(stdout.match(new RegExp(address, 'gv'))).toHaveLength(2);
	expect(await at.run(['edit', '3', '--set', `address=${weth}`, '--dry-run'])).toMatchObject({
		stdout: containing(`cold wallet (${address}) → two (${weth})`),
	});
});

test.each([
	['cold walet', 'is neither an address nor a label. Did you mean cold wallet?'],
	['two', `is a label, of ${weth} and ${bridge}`],
])('--address %j is refused, and nothing is sent', async (text, message) => {
	await using at = await place();
	await at.says(5, [...createAt(text), '--accept-invalid'], message);
});

test('a change refuses a label that does not exist, and every change while the labels have a mistake', async () => {
	await using at = await place();
	await at.says(2, 'delete --query not:label:wallett --yes', 'There is no label "wallett".');
	at.write(`${labels}  ${address.toLowerCase()}: hot wallet\n`, 'config.yaml');
	const problem = 'config.yaml line 5: labels must not give an address a second name';
	await at.says(0, 'list', {errors: [containing(problem)]});
	await at.says(
		1,
		['delete', '--query', 'not:"cold wallet"', '--yes'],
		`Nothing was sent. A rule of config.yaml cannot be used: ${problem}`,
	);
	expect(await at.values('user')).toEqual(['a', 'b']);
});
