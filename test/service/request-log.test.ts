import {Buffer} from 'node:buffer';
import {expect, test} from 'vitest';
import {createRequestLog} from '../../source/service/request-log.ts';
import {curlOf} from '../../source/service/curl.ts';

const request = {method: 'GET', url: 'http://127.0.0.1:1/a', body: undefined} as const;

async function* chunks(count: number) {
	for (let index = 0; index < count; index++) {
		yield Buffer.from('x'.repeat(1000));
	}
}

test('the last 200 requests are kept, and of a body only the start', async () => {
	let time = 0;
	const log = createRequestLog(() => time);
	const watch = log.begin(request);
	expect(log.get()[0]).toMatchObject({duration: undefined, status: undefined});
	watch.responded(200, {});
	let length = 0;
	for await (const chunk of watch.read(chunks(10))) {
		length += chunk.length;
	}

	time = 7;
	watch.ended();
	expect(length).toBe(10_000);
	expect(log.get()).toMatchObject([
		{number: 1, status: 200, duration: 7, bytes: 10_000, start: 'x'.repeat(4096), retries: 0},
	]);
	for (let count = 0; count < 300; count++) {
		log.begin(request).ended('The connection was closed.');
	}

	expect(log.get()).toHaveLength(200);
	expect(log.get().at(-1)).toMatchObject({number: 301, problem: 'The connection was closed.', retries: 299});
	// What was dropped is not noted any more.
	watch.ended('late');
	expect(log.get().some(({problem}) => problem === 'late')).toBe(false);
});

test('a request is repeated as a curl command, with any body', () => {
	expect(curlOf(request)).toBe('curl \'http://127.0.0.1:1/a\' \\\n  -H "Authorization: Bearer $CHAINBELL_API_KEY"');
	expect(curlOf({...request, method: 'POST', body: '{"a":"it\'s"}'})).toContain(
		String.raw`--data-raw '{"a":"it'\''s"}'`,
	);
});
