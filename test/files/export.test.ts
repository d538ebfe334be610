import {expect, test} from 'vitest';
import {fileText} from '../../source/files/export.ts';
import {accountOf, bodyOf, fileOf, planOf} from './account.ts';

test('entries are sorted by user, name and the rest of their content, in whatever order they are listed', async () => {
	const bodies = ['b', 'a', 'a,', 'a "x"', 'é'].flatMap(user =>
		['2', '10', ''].flatMap(name =>
			['SLACK', 'EMAIL'].map(channel => bodyOf({external_user_id: user, notification_name: name, channel})),
		),
	);
	const account = accountOf(bodies);
	const textOf = (listed: typeof account.listed) =>
		fileText({notifications: listed, scope: 'all', sent: ({id}) => account.sent.get(id)});
	const text = textOf(account.listed);
	expect(textOf(account.listed.toReversed())).toBe(text);
	const {entries} = fileOf(text);
	const keys = entries.map(({record}) => JSON.stringify([record.userId, record.name, record.channel]));
	expect(keys).toStrictEqual(keys.toSorted());
	expect(planOf(account, [fileOf(text)]).changes).toStrictEqual([]);
});
