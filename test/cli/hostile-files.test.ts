import {Buffer} from 'node:buffer';
import {execFileSync} from 'node:child_process';
import {mkdirSync, symlinkSync, truncateSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {account, body} from '../helpers/command-account.ts';
import {containing, matching} from '../helpers/texts.ts';

test.skipIf(process.platform === 'win32')(
	'whatever is named, in a folder or in a reference, is one sentence, and nothing blocks or is sent',
	async () => {
		await using place = await account();
		const at = (name: string) => path.join(place.home, name);
		for (const folder of ['fifos', 'out', 'away', 'broken', 'twice', 'references', 'references/inner']) {
			mkdirSync(at(folder));
		}

		execFileSync('mkfifo', [at('fifos/a.yaml'), at('references/fifo')]);
		writeFileSync(at('away/secret.yaml'), 'secret');
		symlinkSync(at('away/secret.yaml'), at('out/a.yaml'));
		symlinkSync(at('away/none.yaml'), at('broken/a.yaml'));
		symlinkSync(at('circle.yaml'), at('circle.yaml'));
		writeFileSync(at('bytes.yaml'), Buffer.from('- external_user_id: a\n- external_user_id: \u00FF\n', 'latin1'));
		writeFileSync(at('utf-16.yaml'), Buffer.from('\uFEFFchannel: EMAIL\n', 'utf16le'));
		writeFileSync(at('nul.yaml'), '- channel: a\n- channel: a\u0000b\n');
		writeFileSync(at('tab.yaml'), '\uFEFF- channel: EMAIL\r\n  event_details:\r\n\tnetwork: N\r\n');
		writeFileSync(at('large.yaml'), '');
		truncateSync(at('large.yaml'), 100_000_000);
		writeFileSync(at('large.txt'), 'x'.repeat(1_000_001));
		const refused: ReadonlyArray<readonly [name: string, why: string]> = [
			['fifos', `${at('fifos/a.yaml')} cannot be read: it is a FIFO, not a regular file.`],
			['out', `${at('out/a.yaml')} is a symbolic link to a file that is not below the folder ${at('out')}.`],
			['broken', `${at('broken/a.yaml')} cannot be read: there is no such file.`],
			['circle.yaml', 'cannot be read: its symbolic links lead in a circle.'],
			[`${'x'.repeat(300)}.yaml`, 'cannot be read: its name is too long.'],
			['bytes.yaml', 'cannot be read: line 2: this is not UTF-8 text.'],
			['utf-16.yaml', 'cannot be read: line 1: this is not UTF-8 text.'],
			['nul.yaml', 'cannot be read: line 2, column 13: null byte is not allowed in input.'],
			['tab.yaml', 'cannot be read: line 3, column 2: a tab cannot indent: use spaces.'],
			['large.yaml', 'cannot be read: it is larger than 20 MB.'],
		];
		for (const [name, why] of refused) {
			for (const command of [['validate'], ['plan'], ['apply', '--yes']]) {
				await place.gives([...command, at(name)], {
					exitCode: 5,
					errors: [matching(/^Nothing was sent: /v), expect.any(String)],
					stderr: containing(why),
				});
			}
		}

		symlinkSync(at('references/inner'), at('references/same'));
		symlinkSync(at('away'), at('references/folder'));
		writeFileSync(at('references/inner/text'), 'words');
		writeFileSync(at('references/..text'), 'words');
		writeFileSync(at('references/bytes'), Buffer.from([0x61, 0xff]));
		symlinkSync(at('large.txt'), at('references/linked'));
		writeFileSync(at('references/large'), 'x'.repeat(1_000_001));
		const references: ReadonlyArray<readonly [name: string, why: string | undefined]> = [
			['inner/text', undefined],
			['same/text', undefined],
			['..text', undefined],
			['../away/secret.yaml', 'is not below the folder'],
			['folder/secret.yaml', 'is not below the folder'],
			['linked', 'is not below the folder'],
			['/dev/zero', 'is not below the folder'],
			['fifo', 'it is a FIFO, not a regular file'],
			['inner', 'it is a directory, not a regular file'],
			['bytes', 'line 1: this is not UTF-8 text'],
			['large', 'it is larger than 1 MB'],
			[String.raw`a\0b`, 'there is no such file'],
			['x'.repeat(300), 'its name is too long'],
		];
		writeFileSync(
			at('references/a.yaml'),
			`notifications:\n${references.map(([name]) => `- template: {file: "${name}"}\n`).join('')}`,
		);
		const {exitCode, stderr} = await place.run(['validate', at('references')]);
		expect(exitCode).toBe(5);
		for (const [index, [, why]] of references.entries()) {
			const mistake = stderr.split('\n').find(line => line.includes(`a.yaml:${index + 2}:13: template`));
			expect(mistake === undefined ? mistake : why !== undefined && mistake.includes(why), mistake).toBe(
				why === undefined ? undefined : true,
			);
		}

		expect(stderr).not.toContain('secret\n');
		expect(await place.list()).toEqual([]);
	},
);

test.skipIf(process.platform === 'win32')('a link to a file of its folder is read once', async () => {
	await using place = await account();
	const at = (name: string) => path.join(place.home, 'files', name);
	mkdirSync(at('..data'), {recursive: true});
	writeFileSync(at('..data/a.yaml'), JSON.stringify([body('u-1')]));
	symlinkSync(at('..data/a.yaml'), at('a.yaml'));
	symlinkSync(at('a.yaml'), at('b.yaml'));
	await place.gives(['validate', at('.')], {
		exitCode: 0,
		stdout: `${at('a.yaml')}: 1 notification, no mistake\n`,
	});
});
