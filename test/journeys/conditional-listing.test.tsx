import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import type {FaultName} from '../../source/sandbox/faults.ts';
import {startApp, temporarySandbox} from '../helpers/app.tsx';
import {account, body, lines} from '../helpers/command-account.ts';
import {createKeys, editKeys, settlingTime} from '../helpers/evidence.tsx';
import {createHandClock} from '../helpers/hand-clock.ts';
import {startRecordingProxy} from '../helpers/recording-proxy.ts';

/** Milliseconds between two listings of a watch. */
const interval = 5000;

/** The screens, watching every five seconds a service with ETags. */
async function startWatch(...faults: FaultName[]) {
	const clock = createHandClock();
	let asleep = Promise.withResolvers<void>();
	const sandbox = await temporarySandbox({samples: 3, clock, faults: faults.map(name => ({name}))});
	const proxy = await startRecordingProxy(sandbox);
	const app = await startApp({
		service: proxy,
		settlingTime,
		size: '100x24',
		clock: {
			...clock,
			async sleep(milliseconds, signal) {
				if (milliseconds === interval) {
					asleep.resolve();
				}

				await clock.sleep(milliseconds, signal);
			},
		},
	});
	await app.waitFor('3 notifications · listed just now');
	await app.press('w');
	await app.waitFor('watching, every 5 s');
	proxy.taken();
	return {
		app,
		clock,
		sandbox,
		proxy,
		/** Lets the next listing of the watch begin, and waits for its end. Returns how it was asked for. */
		async tick() {
			await asleep.promise;
			asleep = Promise.withResolvers<void>();
			clock.pass(interval);
			await asleep.promise;
			return proxy.taken().join(' ');
		},
		async [Symbol.asyncDispose]() {
			await app[Symbol.asyncDispose]();
			await proxy[Symbol.asyncDispose]();
			await sandbox[Symbol.asyncDispose]();
		},
	};
}

test('while a watch asks for changes, whatever proves a change is listed in full', async () => {
	await using watch = await startWatch('list-etag-lies');
	const {app, proxy, sandbox, tick} = watch;
	const check = async (): Promise<void> => {
		expect(proxy.taken().filter(request => request.endsWith('?'))).toStrictEqual([]);
		expect(await tick()).toBe('GET');
		expect(await tick()).toBe('GET?');
	};

	expect(await tick()).toBe('GET?');
	await app.press(...createKeys);
	await app.waitFor('✓ Created');
	await app.press('Escape');
	await check();
	await app.press('g', ...editKeys);
	await app.waitFor('✓ Replaced 1');
	await app.press('Escape');
	await check();
	await app.press('g', 'd', 'y');
	await app.waitFor('✓ Deleted');
	await app.press('Escape');
	await check();
	await app.press('u');
	await app.waitFor('Undo: recreate');
	await app.press('y');
	await app.waitFor('Recreated');
	await app.press('Escape');
	await check();
	// What is pending is settled by every listing of the watch, so none of them is conditional.
	sandbox.faults.add({name: 'delete-drop-after', count: 1});
	sandbox.faults.add({name: 'delete-delayed', value: 40_000, count: 1});
	await app.press('g', 'd', 'y');
	await app.waitFor('Not known whether');
	await app.press('Escape');
	await app.waitFor('! 1 pending');
	proxy.taken();
	for (let count = 0; count < 3; count++) {
		// A listing under way serves as the next one of the watch.
		await tick();
		await app.waitFor('listed just now');
	}

	expect(
		new Set(proxy.requests.slice(-3).map(({method, headers}) => `${method} ${headers['if-none-match'] ?? ''}`)),
	).toStrictEqual(new Set(['GET ']));
});

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
