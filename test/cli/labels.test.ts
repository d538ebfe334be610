import {expect, test} from 'vitest';
import {account, address, body, createCommand, lines} from '../helpers/command-account.ts';
import {containing} from '../helpers/texts.ts';

const [weth, bridge] = ['0x4200000000000000000000000000000000000006', '0x4200000000000000000000000000000000000010'];
const labels = `labels:\n  ${address}: cold wallet\n  ${weth}: two\n  ${bridge}: two\n`;

/** An account with a notification of the labelled address, and one of another. */
async function place() {
	const opened = await account();
	const other = {event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: [`${bridge}`]}};
	await opened.run('create -f -', {input: lines(body('a'), body('b', other))});
	opened.write(labels, 'config.yaml');
	return opened;
}

/** `create` for another address. */
const createAt = (text: string) => createCommand.replace(address, `"${text}"`);

test('a table shows the label; what programs read has the address; both are found', async () => {
	await using at = await place();
	const table = await at.run('list -o table');
	expect(table.lines[1]).toContain('  cold wallet');
	expect(table.stdout).not.toContain(address);
	for (const format of ['tsv', 'csv', 'json', 'jsonl', 'yaml']) {
		const {stdout} = await at.run(`list label:cold -o ${format}`);
		expect(stdout, format).toContain(address);
		expect(stdout, format).not.toContain('cold wallet');
		expect(stdout, format).not.toContain(bridge);
	}

	await at.says(0, `list '"cold wallet"' --columns id,label -o csv`, {
		stdout: 'id,label\r\n1,cold wallet\r\n',
	});
	const {stdout} = await at.run('export --json');
	expect(stdout).not.toContain('cold wallet');
});

test('--address takes a label, and the address is sent; of labels with a mistake none is used', async () => {
	await using at = await place();
	await at.says(0, `${createAt('Cold Wallet')} --dry-run --allow-duplicate`, {stdout: containing(address)});
	await at.ends(0, 'edit 2 --set "address=cold wallet" --yes');
	const {stdout} = await at.run('list -o jsonl');
	expect(stdout.match(new RegExp(address, 'gv'))).toHaveLength(2);
	await at.says(0, `edit 3 --set address=${weth} --dry-run`, {
		stdout: containing(`cold wallet (${address}) → two (${weth})`),
	});
	await at.says(
		5,
		`${createAt('cold walet')} --accept-invalid`,
		'is neither an address nor a label. Did you mean cold wallet?',
	);
	at.write(`${labels}  ${address.toLowerCase()}: hot wallet\n`, 'config.yaml');
	await at.says(0, 'list', {
		errors: [containing('config.yaml line 5: labels must not give an address a second name')],
	});
});
