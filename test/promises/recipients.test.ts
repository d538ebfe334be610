import {beforeAll, expect, test} from 'vitest';
import {account, address} from '../helpers/command-account.ts';

/*
Which recipients are warned of.
*/

let place: Awaited<ReturnType<typeof account>>;

beforeAll(async () => {
	place = await account();
	return async () => {
		await place[Symbol.asyncDispose]();
	};
});

const slack = (to: string) => ['create', '--user', 'u', '--channel', 'slack', '--to', to, '--address', address];

test.each(['C0123456789', 'D0123456789', 'G0123456789', 'U0123456789', 'W0123456789', '#alerts'])(
	'%s is a recipient on Slack: nothing is warned of, and the history shows it',
	async to => {
		expect(await place.run([...slack(to), '--template', 't'])).toMatchObject({exitCode: 0, stderr: ''});
		expect(await place.run(['history', '--json'])).toMatchObject({stdout: expect.stringContaining(to) as unknown});
	},
);

test.each(['X0123456789', 'c0123456789', 'alerts', 'http://hooks.slack.com/services/T0'])(
	'%s is warned of on Slack',
	async to => {
		expect(await place.run([...slack(to), '--dry-run'])).toMatchObject({
			exitCode: 0,
			stderr: expect.stringContaining('is not an incoming webhook URL, a #channel, or a channel or user ID') as unknown,
		});
	},
);
