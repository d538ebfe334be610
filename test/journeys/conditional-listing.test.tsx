import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {temporarySandbox} from '../helpers/app.tsx';
import {account, body, lines} from '../helpers/command-account.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {startRecordingProxy} from '../helpers/recording-proxy.ts';

test('no listing of a command that changes something is conditional', async () => {
	const clock = createHandClock();
	await using sandbox = await temporarySandbox({samples: 0, clock, faults: [{name: 'list-etag-lies'}]});
	await using proxy = await startRecordingProxy(sandbox);
	await using place = await account(0, 5000, proxy);
	const file = path.join(place.home, 'wanted.jsonl');
	writeFileSync(file, lines(body('u-3')));
	await place.run(['create', '-f', '-'], {input: lines(body('u-1'), body('u-2'))});
	await place.run(['edit', '--query', 'user:u-', '--set', 'name=Edited', '--yes']);
	sandbox.faults.add({name: 'delete-drop-after', count: 1});
	await place.run(['delete', '--query', 'user:=u-1', '--yes', '--no-wait']);
	await place.run(['recover', '--finish']);
	await place.run(['undo', '--last', '--yes']);
	const before = proxy.requests.length;
	expect(await place.run(['apply', file, '--yes'])).toMatchObject({exitCode: 0});
	expect(proxy.requests.length).toBeGreaterThan(before);
	expect(await place.values('user')).toContain('u-3');
	const requests = proxy.taken();
	expect(requests.filter(request => !/^(?:GET|POST|DELETE)$/v.test(request))).toStrictEqual([]);
	expect(new Set(requests)).toStrictEqual(new Set(['GET', 'POST', 'DELETE']));
});
