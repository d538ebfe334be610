import {expect, test} from 'vitest';
import {fileParts} from '../../source/files/export.ts';
import {accountOf, bodyOf, fileOf, planOf} from './account.ts';

test('entries are sorted by user, name and the rest of their content, in whatever order they are listed, and come one by one', async () => {
	const bodies = ['b', 'a', 'a,', 'a "x"', 'é'].flatMap(user =>
		['2', '10', ''].flatMap(name =>
			['SLACK', 'EMAIL'].map(channel => bodyOf({external_user_id: user, notification_name: name, channel})),
		),
	);
	const account = accountOf(bodies);
	const partsOf = (listed: typeof account.listed) => [
		...fileParts({notifications: listed, scope: 'all', sent: id => account.sent.get(id)}),
	];
	const parts = partsOf(account.listed);
	expect(parts).toHaveLength(bodies.length + 2);
	expect(partsOf(account.listed.toReversed())).toStrictEqual(parts);
	const {entries} = fileOf(parts.join(''));
	const keys = entries.map(({record}) => JSON.stringify([record.userId, record.name, record.channel]));
	expect(keys).toStrictEqual(keys.toSorted());
	expect(planOf(account, [fileOf(parts.join(''))]).changes).toStrictEqual([]);
});
