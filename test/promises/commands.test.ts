import {readdirSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {expect, test} from 'vitest';
import {environmentOf, runCommand} from '../helpers/command.ts';
import {fixedClock, pausingClock, recordCommands, type Recorder} from '../helpers/golden.ts';
import {createDatabase, sharedPostgres} from '../helpers/postgres.ts';

/*
Every command as a terminal shows it, on the twelve samples of the sandbox: `golden/NAME.txt`. A change of what is printed is a change for the scripts that read it. Where it is meant, `npx vitest run test/promises/commands.test.ts --update` writes the records, and the commit shows it.
*/

const folder = path.join(import.meta.dirname, 'golden');

/** A command line that creates an e-mail notification of a user. */
const createFor = (user: string, to = `${user}@example.com`): string =>
	`create --user ${user} --channel email --to ${to} --address 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045`;

const create = createFor('u-1');

const body = (user: string, more: object = {}) => ({
	external_user_id: user,
	channel: 'EMAIL',
	delivery_location: `${user}@example.com`,
	template: `For ${user}`,
	...more,
	event_details: {
		network: 'ETH_MAINNET',
		event_type: 'ADDRESS_ACTIVITY',
		addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
	},
});

const jsonLines = (...bodies: readonly object[]): string => bodies.map(one => `${JSON.stringify(one)}\n`).join('');

/** A file of two users' notifications, and their scope. */
const alerts = `scope: user:u-
notifications:
  # the first one
  - external_user_id: u-1
    channel: EMAIL
    delivery_location: u-1@example.com
    notification_name: Deposits
    template: For u-1
    event_details:
      network: ETH_MAINNET
      event_type: ADDRESS_ACTIVITY
      addresses: ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]
  - external_user_id: u-2
    channel: WEBHOOK
    delivery_location: https://example.com/hooks/u-2
    event_details:
      network: ETH_MAINNET
      event_type: ADDRESS_ACTIVITY
      addresses: ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]
`;

const event = JSON.stringify({
	event: {
		network: 'ETH_MAINNET',
		activity: [
			{
				fromAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
				toAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
				asset: 'USDC',
				value: '60',
				category: 'external',
				blockNum: '17000000',
			},
		],
	},
});

const csv =
	'user,channel,to,address,network,event\nu-1,email,u-1@example.com,0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,ETH_MAINNET,ADDRESS_ACTIVITY\nu-2,email,u-2@example.com,0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,ETH_MAINNET,ADDRESS_ACTIVITY\n';

const hook = {webhook_type: 'ADDRESS_ACTIVITY', webhook_url: 'https://example.com/hook', is_active: true};

const alchemy = JSON.stringify({
	data: [
		{...hook, id: 'wh_1', network: 'ETH_MAINNET', addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'], tag: 'x'},
		{...hook, id: 'wh_2', network: 'ETH_MAINNET', addresses: null},
	],
});

const profiles = `profile: production
profiles:
  production: {baseUrl: https://api.example.com/, apiKeyEnv: PRODUCTION_KEY}
  audit: {baseUrl: https://api.example.com/, apiKey: key-of-the-audit, readOnly: true}
`;

/** Writes the settings of a team, whose database is empty. */
async function openTeam({write, cat, machine}: Recorder): Promise<void> {
	machine.clock = pausingClock;
	machine.env.TEAM_URL = await createDatabase(await sharedPostgres());
	await write('config.yaml', 'team: {url: {env: TEAM_URL}, account: payments}\n');
	await cat('config.yaml');
}

const records: Readonly<Record<string, (recorder: Recorder) => Promise<void>>> = {
	async screens({chainbell}) {
		await chainbell('');
		await chainbell('--json');
		await chainbell('--version');
		await chainbell('lst');
		await chainbell('--sandbx');
	},
	async list({chainbell, fault}) {
		await chainbell('list');
		await chainbell('list', {columns: {output: 100}});
		await chainbell('list channel:webhook -o json');
		await chainbell('list user:=ops-1 -o jsonl');
		await chainbell('list user:=qa -o yaml');
		await chainbell('list user:=compliance -o csv');
		await chainbell('list -o name not:channel:email');
		await chainbell('list --columns id,name,to --limit 3');
		await chainbell('list nobody');
		await chainbell('list nobody --json');
		await chainbell('list --columns nothing');
		await chainbell('list channel:nothing');
		await chainbell('list --limit x --json');
		fault({name: 'any-401', count: 2});
		await chainbell('list');
		await chainbell('list --json');
	},
	async get({chainbell}) {
		await chainbell('get 1');
		await chainbell('get 1 2 --json');
		await chainbell('get 3 -o jsonl');
		await chainbell('get 1 99');
		await chainbell('get 99 --json');
		await chainbell('get x');
		await chainbell('get');
	},
	async watch({chainbell, sandbox, note, home, write}) {
		/** While the command waits for its second listing, another machine creates one and deletes one; the reader closes the pipe at the second line. */
		const meanwhile = () => {
			let pauses = 0;
			let lines = 0;
			return {
				clock: {
					...fixedClock,
					async sleep(milliseconds: number, signal?: AbortSignal) {
						pauses++;
						if (pauses === 1) {
							for (const argv of [create.split(' '), ['delete', '2', '--yes']]) {
								await runCommand(argv, {
									home: `${home}/other`,
									env: environmentOf(sandbox),
									clock: fixedClock,
									settlingTime: 60_000,
								});
							}
						}

						await fixedClock.sleep(milliseconds, signal);
					},
				},
				onWrite() {
					lines++;
					return lines < 2;
				},
			};
		};

		await write('other/config.yaml', '');
		note('Another machine creates one and deletes one; then the reader closes the pipe.');
		await chainbell('watch --every 10', meanwhile());
		await chainbell('watch --every x');
		await chainbell('watch --every 10 --limit 1 --json');
	},
	async create({chainbell, fault}) {
		await chainbell(create);
		await chainbell(create);
		await chainbell(`${create} --allow-duplicate`);
		await chainbell(`${createFor('u-2')} --dry-run`);
		await chainbell(`${createFor('u-2')} --name Second --template 'Hello you' --filter 'value gt 10 int' --json`);
		await chainbell(createFor('u-3', 'nowhere'));
		await chainbell(`${createFor('u-3', 'nowhere')} --json`);
		await chainbell(`${createFor('u-3', 'nowhere')} --accept-invalid`);
		await chainbell('create --user u-4');
		await chainbell(`${createFor('u-4')} --read-only`);
		await chainbell('create -f - -j 1 --dry-run', {input: jsonLines(body('u-5'), body('u-6'))});
		await chainbell('create -f - -j 1', {input: jsonLines(body('u-5'), body('u-6'))});
		await chainbell('create -f - -j 1 --json', {input: jsonLines(body('u-7'), body('u-8'))});
		await chainbell('create -f -', {input: jsonLines(body('u-9'), {channel: 'FAX'})});
		fault({name: 'create-403', count: 4});
		await chainbell(createFor('u-9'));
		await chainbell(`${createFor('u-9')} --json`);
		await chainbell('create -f - -j 1 -o jsonl', {input: jsonLines(body('u-9'), body('u-10'))});
		fault({name: 'create-drop-before', count: 1});
		await chainbell(`${createFor('u-11')} --no-wait`);
	},
	async edit({chainbell, fault}) {
		await chainbell(create);
		await chainbell('edit 13 --set name=Renamed');
		await chainbell('edit 13 --set name=Renamed --dry-run');
		await chainbell('edit 13 --set name=Renamed --yes');
		await chainbell('edit 14 --set name=Again --set to=other@example.com', {typed: 'y'});
		await chainbell('edit 1 --set name=Renamed --yes');
		await chainbell('edit 1 --set name=Renamed --accept-unknown-template --yes --json');
		await chainbell('edit --query channel:webhook --replace to=/example/acme/ --accept-unknown-template --dry-run');
		await chainbell('edit --query channel:webhook --replace to=/example/acme/ --accept-unknown-template --yes -j 1');
		await chainbell('edit 3 4 --set user=moved --accept-unknown-template --yes -j 1 --json');
		await chainbell('edit 99 --set name=Renamed --yes');
		await chainbell('edit 5 --set channel=fax --accept-unknown-template --yes');
		await chainbell('edit 5 --set nothing=x --yes');
		await chainbell('edit 5 --yes');
		fault({name: 'create-403', count: 1});
		await chainbell('edit 5 --set name=Refused --accept-unknown-template --yes --json');
	},
	async clone({chainbell}) {
		await chainbell(`${create} --template Words`);
		await chainbell('clone 13 --set user=u-2 --dry-run');
		await chainbell('clone 13 --set user=u-2');
		await chainbell('clone 13 --set user=u-3 --json');
		await chainbell('clone 13');
		await chainbell('clone 13 --allow-duplicate');
		await chainbell('clone 1 --set user=u-4');
		await chainbell('clone 99 --json');
		await chainbell('clone 13 --set to=nowhere');
	},
	async delete({chainbell, fault}) {
		await chainbell('delete 1');
		await chainbell('delete 1 --dry-run');
		await chainbell('delete 1 --yes');
		await chainbell('delete 2', {typed: 'n'});
		await chainbell('delete 2', {typed: 'y'});
		await chainbell('delete 3 --yes --json');
		await chainbell('delete --query user:user --dry-run');
		await chainbell('delete --query user:user --yes -j 1 --json');
		await chainbell('delete 4 11', {typed: '2'});
		await chainbell('delete 99 --yes');
		await chainbell('delete 10 99 --yes --json');
		await chainbell('delete --query treasury --yes');
		await chainbell('delete --query user:=nobody --yes');
		await chainbell('delete 10 --read-only --yes');
		await chainbell('delete --yes');
		fault({name: 'delete-403', count: 1});
		await chainbell('delete 10 --yes');
		fault({name: 'delete-drop-before', count: 1});
		await chainbell('delete 10 --yes --no-wait --json');
	},
	async park({chainbell}) {
		await chainbell('park 1');
		await chainbell('park 1 --dry-run');
		await chainbell('park 1', {typed: 'y'});
		await chainbell('park --query user:user --yes -j 1 --json');
		await chainbell('park 1 --yes');
		await chainbell('list is:parked');
		await chainbell('list not:is:parked -o name');
	},
	async resume({chainbell}) {
		await chainbell('resume 1 --yes');
		await chainbell('park 1 2 --yes -j 1');
		await chainbell('resume 1');
		await chainbell('resume 1 --dry-run');
		await chainbell('resume 1', {typed: 'y'});
		await chainbell('resume --query is:parked --yes --json');
		await chainbell('resume --all --yes');
		await chainbell('resume --all --allow-empty --yes');
	},
	async undo({chainbell}) {
		await chainbell('undo --yes');
		await chainbell(`${create} --template Words`);
		await chainbell('edit 13 --set name=Renamed --yes');
		await chainbell('undo');
		await chainbell('undo --last');
		await chainbell('undo --last --dry-run');
		await chainbell('undo', {typed: 'y'});
		await chainbell('undo --last --redo --yes --json');
		await chainbell('delete --query channel:webhook --yes -j 1');
		await chainbell('undo --last --dry-run --json');
		await chainbell('undo -j 1', {typed: 'y'});
		await chainbell('undo -j 1', {typed: '3'});
		await chainbell('undo 1 --yes');
		await chainbell('undo 99 --yes');
		await chainbell('undo x --json');
	},
	async recover({chainbell, fault, sandbox, note}) {
		await chainbell('recover');
		await chainbell('recover --json');
		await chainbell('create -f - -j 1', {input: jsonLines(body('u-1'), body('u-2'))});
		fault({name: 'delete-403', count: 6});
		await chainbell('edit --query user:u- --set name=Edited --yes -j 1');
		sandbox.faults.clear();
		note('The faults are over.');
		await chainbell('recover');
		await chainbell('recover 2');
		await chainbell('recover --json');
		await chainbell('recover --finish --dry-run');
		await chainbell('recover 2.1 --finish --json');
		await chainbell('recover --roll-back');
		await chainbell('recover 99 --finish');
		await chainbell('recover --finish --roll-back');
		fault({name: 'create-drop-before', count: 1});
		await chainbell(`${createFor('u-3')} --no-wait`);
		await chainbell('recover --stop-following');
	},
	async history({chainbell}) {
		await chainbell('history');
		await chainbell('history --json');
		await chainbell(`${create} --template 'Some words'`);
		await chainbell('edit 13 --set name=Renamed --yes');
		await chainbell('delete --query channel:webhook --yes -j 1');
		await chainbell('history');
		await chainbell('history', {columns: {output: 100}});
		await chainbell('history --search delete --limit 2 -o json');
		await chainbell('history -o jsonl --limit 1');
		await chainbell('history -o yaml --limit 1');
		await chainbell('history -o csv --limit 2');
		await chainbell('history -o sh');
		await chainbell('history --search nothing');
		await chainbell('history --limit x');
	},
	async export({chainbell, cat}) {
		await chainbell(`${create} --template Words`);
		await chainbell('export user:=ops-1');
		await chainbell('export user:=u-1 --out ~/u-1.yaml');
		await cat('u-1.yaml');
		await chainbell('export channel:webhook --split user --out ~/alerts');
		await cat('alerts/ops-1.yaml');
		await chainbell('export user:=nobody');
		await chainbell('export --split user');
		await chainbell('export --split nothing --out ~/alerts');
		await chainbell('export user:=qa --json');
	},
	async validate({chainbell, write}) {
		await write('alerts.yaml', alerts);
		await chainbell('validate ~/alerts.yaml');
		await chainbell('validate ~/alerts.yaml --json');
		await write('wrong.yaml', alerts.replace('EMAIL', 'FAX').replace('external_user_id: u-2', 'external_user: u-2'));
		await chainbell('validate ~/wrong.yaml');
		await chainbell('validate ~/wrong.yaml --json');
		await chainbell('validate -', {input: 'notifications: [\n'});
		await chainbell('validate ~/none.yaml');
		await chainbell('validate');
	},
	async schema({chainbell}) {
		await chainbell('schema');
		await chainbell('schema x');
	},
	async plan({chainbell, write, cat}) {
		await write('alerts.yaml', alerts);
		await cat('alerts.yaml');
		await chainbell('plan ~/alerts.yaml');
		await chainbell('plan ~/alerts.yaml --exit-code');
		await chainbell(create);
		await chainbell(createFor('u-3'));
		await chainbell('plan ~/alerts.yaml');
		await chainbell('plan ~/alerts.yaml --prune');
		await chainbell('plan ~/alerts.yaml --prune --json');
		await chainbell('plan ~/alerts.yaml --prune -o markdown --mask');
		await chainbell('plan ~/alerts.yaml --out ~/today.plan');
		await write('wrong.yaml', alerts.replace('EMAIL', 'FAX'));
		await chainbell('plan ~/wrong.yaml');
		await chainbell('plan ~/wrong.yaml --json');
		await chainbell('plan');
	},
	async apply({chainbell, write, cat}) {
		await write('alerts.yaml', alerts);
		await cat('alerts.yaml');
		await chainbell('apply ~/alerts.yaml');
		await chainbell('apply ~/alerts.yaml --dry-run');
		await chainbell('apply ~/alerts.yaml --yes -j 1');
		await chainbell('apply ~/alerts.yaml --yes');
		await write('alerts.yaml', alerts.replace('Deposits', 'Withdrawals').replace('For u-1', 'Hello'));
		await cat('alerts.yaml');
		await chainbell('apply ~/alerts.yaml', {typed: 'y'});
		await chainbell('apply ~/alerts.yaml', {typed: '1'});
		await chainbell(createFor('u-3'));
		await chainbell('plan ~/alerts.yaml --prune --out ~/stale.plan');
		await chainbell('apply ~/alerts.yaml --prune --dry-run --json');
		await chainbell('apply ~/alerts.yaml --prune --yes --json');
		await chainbell('apply ~/stale.plan --yes');
		await write('alerts.yaml', alerts);
		await chainbell('plan ~/alerts.yaml --out ~/today.plan');
		await chainbell('apply ~/today.plan --yes');
		await write('wrong.yaml', alerts.replace('EMAIL', 'FAX'));
		await chainbell('apply ~/wrong.yaml --yes');
		await chainbell('apply ~/alerts.yaml --read-only --yes');
	},
	async pull({chainbell, write, cat}) {
		await write('alerts.yaml', alerts);
		await cat('alerts.yaml');
		await chainbell('apply ~/alerts.yaml --yes -j 1');
		await chainbell('pull ~/alerts.yaml --yes');
		await chainbell('edit 13 --set name=Renamed --yes');
		await chainbell('delete 14 --yes');
		await chainbell(createFor('u-3'));
		await chainbell('pull ~/alerts.yaml');
		await chainbell('pull ~/alerts.yaml --dry-run');
		await chainbell('pull ~/alerts.yaml --dry-run --json');
		await chainbell('pull ~/alerts.yaml --yes');
		await cat('alerts.yaml');
		await chainbell('pull ~/none.yaml --yes');
	},
	async check({chainbell, write, cat}) {
		await chainbell('check');
		await write(
			'config.yaml',
			'protect: name:treasury\npolicies:\n  - {refuse: "channel:webhook not:to:acme", say: Webhooks go to our own domain}\n  - {warn: "network:BASE_MAINNET", say: Base is being tested}\n',
		);
		await cat('config.yaml');
		await chainbell('check');
		await chainbell('check --exit-code');
		await chainbell('check channel:slack --json');
		await chainbell('check channel:slack -o csv');
		await chainbell(
			'create --user u-1 --channel webhook --to https://example.com/hook --address 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
		);
		await chainbell('delete 1 --yes');
		await chainbell('delete --query user:=ops-1 --dry-run');
		await write('config.yaml', 'policies: [{refuse: "nothing:x", say: No}]\n');
		await chainbell('check');
	},
	async match({chainbell}) {
		await chainbell('match -', {input: event});
		await chainbell('match - user:=ops-1 --json', {input: event});
		await chainbell('match - -o jsonl', {input: event});
		await chainbell('match - -o name', {input: event});
		await chainbell('match -', {input: '42'});
		await chainbell('match ~/none.json');
		await chainbell('match');
	},
	async try({chainbell}) {
		await chainbell('try 2 --dry-run');
		await chainbell('try 2 --dry-run --json');
		await chainbell('try 2');
		await chainbell('try 2 --yes --read-only');
		await chainbell('try 1 --yes');
		await chainbell('try 99 --yes');
	},
	async import({chainbell, write, cat}) {
		await write('users.csv', csv);
		await cat('users.csv');
		await chainbell('import ~/users.csv');
		await chainbell('import ~/users.csv --dry-run');
		await chainbell('import ~/users.csv --set name=Deposits --out ~/users.yaml');
		await cat('users.yaml');
		await chainbell('import ~/users.csv --yes -j 1');
		await chainbell('import ~/users.csv --yes');
		await chainbell('import ~/users.csv --set name=Deposits --yes -j 1 --json');
		await chainbell('import - --yes', {input: 'user,colour\nu-1,red\n'});
		await chainbell('import - --map colour= --set channel=email --yes --json', {input: 'user,colour\nu-1,red\n'});
		await chainbell('import - --from alchemy --set user=u-1', {input: alchemy});
		await chainbell('import - --from moralis --set user=u-1', {input: alchemy});
		await chainbell('import - --from alchemy', {input: alchemy});
	},
	async 'profile list'({chainbell, write}) {
		await chainbell('profile list');
		await write('config.yaml', profiles);
		await chainbell('profile list');
		await chainbell('profile list', {columns: {output: 100}});
		await chainbell('profile list --json');
		await chainbell('profile list -o csv');
		await write('config.yaml', 'profiles: [\n');
		await chainbell('profile list');
	},
	async 'profile show'({chainbell, write}) {
		await chainbell('profile show');
		await write('config.yaml', profiles);
		await chainbell('profile show');
		await chainbell('profile show audit --json');
		await chainbell('profile show audti');
	},
	async 'profile add'({chainbell, cat, sandbox}) {
		await chainbell('profile add live --base-url https://api.example.com/ --key-env LIVE_KEY');
		await cat('config.yaml');
		await chainbell('profile add live --base-url https://api.example.com/ --key-env LIVE_KEY');
		await chainbell(`profile add local --base-url ${sandbox.baseUrl} --default --json`, {input: `${sandbox.apiKey}\n`});
		await chainbell(`profile add wrong --base-url ${sandbox.baseUrl}`, {input: 'wrong-key\n'});
		await chainbell('profile add other --base-url ftp://example.com/ --key-env OTHER_KEY');
		await chainbell('profile add other --key-env OTHER_KEY');
		await cat('config.yaml');
	},
	async 'profile use'({chainbell, write, cat}) {
		await write('config.yaml', profiles);
		await chainbell('profile use audit');
		await cat('config.yaml');
		await chainbell('profile use audit --json');
		await chainbell('profile use nothing');
		await chainbell('profile use audit --dry-run');
	},
	async 'profile remove'({chainbell, write, cat}) {
		await write('config.yaml', profiles);
		await chainbell('profile remove audit');
		await chainbell('profile remove audit --yes');
		await cat('config.yaml');
		await chainbell('profile remove production --yes --json');
		await chainbell('profile remove nothing --yes');
	},
	async 'team init'(recorder) {
		const {chainbell, write} = recorder;
		await chainbell('team init');
		await openTeam(recorder);
		await chainbell('team init');
		await chainbell('team init --json');
		await write('config.yaml', 'team: {url: {env: NOTHING}, account: payments}\n');
		await chainbell('team init');
	},
	async 'team grants'({chainbell}) {
		await chainbell('team grants');
	},
	async 'team join'(recorder) {
		const {chainbell} = recorder;
		await chainbell('team join --yes');
		await openTeam(recorder);
		await chainbell('team join --yes');
		await chainbell('team init');
		await chainbell('team join');
		await chainbell('team join --yes');
	},
	async 'team status'(recorder) {
		const {chainbell} = recorder;
		await chainbell('team status');
		await openTeam(recorder);
		await chainbell('team status');
		await chainbell('team init');
		await chainbell(`${create} --template Words`);
		await chainbell('team status');
		await chainbell('team status --json');
	},
	async doctor({chainbell, write, fault}) {
		await chainbell('doctor');
		await chainbell('doctor --json');
		fault({name: 'any-401', count: 1});
		await chainbell('doctor');
		await write('config.yaml', 'profiles: [\n');
		await chainbell('doctor');
	},
	async forget({chainbell, fault}) {
		await chainbell('forget --yes');
		await chainbell(create);
		await chainbell('forget');
		await chainbell('forget', {typed: 'y'});
		await chainbell('history');
		fault({name: 'delete-drop-before', count: 1});
		await chainbell('delete 1 --yes --no-wait');
		await chainbell('forget --yes --json');
		await chainbell('forget --pending --yes --json');
	},
	async sandbox({chainbell, note}) {
		note('The command is ended by SIGTERM once it has said where it listens.');
		const before = new Set(process.listeners('SIGTERM'));
		await chainbell('sandbox --samples 3', {
			onWrite() {
				// Only those of the command: the test runner has its own.
				for (const listener of process.listeners('SIGTERM').filter(each => !before.has(each))) {
					listener('SIGTERM');
				}

				return true;
			},
		});
		await chainbell('sandbox --fault nothing');
		await chainbell('sandbox --port x');
		await chainbell('sandbox --json');
	},
	async completion({chainbell}) {
		await chainbell('completion bash');
		await chainbell('completion zsh');
		await chainbell('completion fish');
		await chainbell('completion csh');
	},
	async man({chainbell}) {
		await chainbell('man', {lines: 12});
		await chainbell('man list');
	},
	async agent({chainbell}) {
		await chainbell('agent');
		await chainbell('agent x');
	},
	async help({chainbell}) {
		await chainbell('help');
		await chainbell('help delete');
		await chainbell('delete --help --json');
		await chainbell('help nothing');
	},
};

const fileOf = (name: string): string => `${name.replaceAll(' ', '-')}.txt`;

test.each(Object.entries(records))('chainbell %s prints what it printed', async (name, play) => {
	await expect(await recordCommands(play)).toMatchFileSnapshot(path.join(folder, fileOf(name)));
});

test('every command has a record', async () => {
	const {stdout} = await runCommand(['help', 'commands'], {home: folder});
	const [, listed] = /^Commands\n(?<rows>.*)$/sv.exec(stdout)!;
	const named = listed!.matchAll(/^ {2}(?<name>[a-z]+(?: [a-z]+)*)/gmv).map(({groups}) => groups!.name!);
	expect(Object.keys(records)).toEqual(['screens', ...named]);
	const files = new Set(Object.keys(records).map(name => fileOf(name)));
	expect(readdirSync(folder).filter(file => !files.has(file))).toEqual([]);
});
