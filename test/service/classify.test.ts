import {Buffer} from 'node:buffer';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {classifyError, classifyResponse, unreadableResponse} from '../../source/service/classify.ts';
import type {Method, HttpResponse} from '../../source/service/failure.ts';
import {sanitise} from '../../source/terminal/sanitise.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {anyUrl} from '../helpers/any-text.ts';
import {containing} from '../helpers/texts.ts';

const url = 'https://api.example.com/api/v1/service/notifications/';
const methods: readonly Method[] = ['GET', 'POST', 'DELETE'];

const responseOf = (status: number, body?: unknown, headers: Record<string, string> = {}): HttpResponse => ({
	status,
	headers,
	body,
	text: body === undefined ? '' : JSON.stringify(body),
	url,
});

const classify = (method: Method, status: number, body?: unknown, headers?: Record<string, string>) =>
	classifyResponse(method, responseOf(status, body, headers), 0);

const errorOf = (properties: object, cause?: unknown) => Object.assign(new Error('fetch failed', {cause}), properties);

const attempt = {method: 'POST', url, timeout: 30_000, headerLimit: 16_000} as const;

describe('responses', () => {
	test.each([
		[300, 'unreadable', 'unknown'],
		[304, 'unreadable', 'unknown'],
		[307, 'redirected', 'unknown'],
		[400, 'invalid', 'rejected'],
		[401, 'unauthorized', 'rejected'],
		[402, 'invalid', 'rejected'],
		[403, 'forbidden', 'rejected'],
		[404, 'not-found', 'rejected'],
		[405, 'invalid', 'rejected'],
		[408, 'timeout', 'unknown'],
		[409, 'conflict', 'rejected'],
		[410, 'not-found', 'rejected'],
		[413, 'invalid', 'rejected'],
		[415, 'invalid', 'rejected'],
		[418, 'invalid', 'rejected'],
		[422, 'invalid', 'rejected'],
		[429, 'rate-limited', 'rejected'],
		[499, 'invalid', 'rejected'],
		[500, 'server', 'unknown'],
		[501, 'server', 'unknown'],
		[503, 'server', 'unknown'],
	])('%i is %s, %s', (status, kind, outcome) => {
		for (const method of methods) {
			const failure = classify(method, status);
			expect(failure).toMatchObject({kind, outcome, status});
			expect(failure.summary).toContain(String(status));
			expect(failure.nextStep.includes('may have taken effect')).toBe(outcome === 'unknown' && method !== 'GET');
		}
	});

	test('a redirect names the origin of its target and nothing more of it', () => {
		const summaryOf = (location?: string) =>
			classify('POST', 302, undefined, location === undefined ? {} : {location}).summary;
		expect(summaryOf('https://user:pass@other.example:8443/path?token=1#x')).toBe(
			'The service redirected the request to https://other.example:8443, and chainbell does not follow redirects (302).',
		);
		expect(summaryOf('/elsewhere')).toContain('redirected the request to https://api.example.com,');
		expect(summaryOf('mailto:a@b.example')).toContain('another address,');
		expect(summaryOf('https://')).toContain('another address,');
		expect(summaryOf()).toContain('another address,');
		expect(classify('POST', 302).nextStep).toMatch(/base URL.*may have taken effect/v);
		expect(classify('GET', 302).nextStep).toBe('Check --base-url, or the base URL of this profile.');
	});

	test('a 404 distinguishes a missing notification from a missing endpoint', () => {
		expect(classify('DELETE', 404).summary).toContain('no such notification');
		expect(classify('GET', 404).summary).toContain('no such endpoint');
		expect(classify('GET', 404).nextStep).toContain('base URL');
	});

	test('a 2xx with an unexpected body is unreadable', () => {
		expect(unreadableResponse('GET', responseOf(200, 'text'), 'No listing')).toMatchObject({
			kind: 'unreadable',
			outcome: 'unknown',
			summary: 'No listing (200).',
			serverMessage: 'text',
			status: 200,
		});
	});

	test('never throw, and give one safe line each', () => {
		const headers = fc.record(
			{
				location: anyUrl(),
				'retry-after': fc.string({unit: 'grapheme-ascii'}),
				link: fc.string({unit: 'grapheme-ascii'}),
			},
			{requiredKeys: []},
		);
		fc.assert(
			fc.property(
				fc.constantFrom(...methods),
				fc.integer({min: 300, max: 599}),
				fc.jsonValue(),
				headers,
				(method, status, body, given) => {
					const {summary, nextStep} = classify(method, status, body, given);
					expect(sanitise(summary)).toBe(summary);
					expect(sanitise(nextStep)).toBe(nextStep);
				},
			),
		);
	});
});

describe('errors', () => {
	test.each(
		'ENOTFOUND EAI_AGAIN ECONNREFUSED EHOSTUNREACH ENETUNREACH ERR_SSL_WRONG_VERSION_NUMBER CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN ERR_TLS_CERT_ALTNAME_INVALID UNABLE_TO_VERIFY_LEAF_SIGNATURE UNABLE_TO_GET_ISSUER_CERT_LOCALLY CRL_HAS_EXPIRED'.split(
			' ',
		),
	)('%s: nothing was sent', code => {
		const failure = classifyError(errorOf({}, errorOf({}, errorOf({code}))), attempt);
		expect(failure).toMatchObject({kind: 'unreachable', outcome: 'not-sent'});
		expect(failure.summary).toContain(`: ${code}).`);
		expect(failure.nextStep).toMatch(/^Nothing was sent\. Check /v);
		expect(failure.summary).toContain('Could not reach https://api.example.com (');
	});

	test('a connect that failed at every address: nothing was sent', () => {
		const errors = [errorOf({code: 'ETIMEDOUT', syscall: 'connect'}), errorOf({code: 'EACCES', syscall: 'connect'})];
		expect(
			classifyError(errorOf({}, Object.assign(new AggregateError(errors, 'connect'), {code: 'ETIMEDOUT'})), attempt),
		).toMatchObject({outcome: 'not-sent'});
	});

	test.each([
		{code: 'ECONNRESET', syscall: 'read'},
		{code: 'EPIPE', syscall: 'write'},
		{code: 'EHOSTUNREACH', syscall: 'read'},
		{code: 'ETIMEDOUT', syscall: 'read'},
		{code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'},
		{message: 'no CERT here'},
		{},
	])('%j: the request may have been sent', properties => {
		expect(classifyError(errorOf({}, errorOf(properties)), attempt)).toMatchObject({
			kind: 'unreachable',
			outcome: 'unknown',
			nextStep: containing('may have taken effect'),
		});
	});

	test('timeouts and cancelled requests', () => {
		expect(classifyError(errorOf({}), {...attempt, stopped: 'timeout'})).toMatchObject({
			kind: 'timeout',
			outcome: 'unknown',
			summary: 'No complete response from https://api.example.com within 30 s.',
		});
		expect(classifyError('stop', {...attempt, stopped: 'cancelled'})).toMatchObject({
			kind: 'cancelled',
			outcome: 'unknown',
		});
	});

	test('never throw, not even on circular causes', () => {
		const circle = errorOf({});
		circle.cause = {cause: circle, errors: [circle, null, 1]};
		expect(classifyError(circle, attempt)).toMatchObject({kind: 'unreachable', outcome: 'unknown'});
		fc.assert(
			fc.property(fc.anything(), error => {
				expect(classifyError(error, attempt).outcome).toMatch(/^(?:not-sent|unknown)$/v);
			}),
		);
	});
});

test('the API key is in no line, even when the service echoes it', () => {
	const key = 'canary-key-7f3a91c2';
	keepSecret(key);
	for (const form of [key, Buffer.from(key).toString('base64'), encodeURIComponent(key), `${key}.example`]) {
		for (const status of [301, 400, 401, 404, 429, 500]) {
			const failure = classify(
				'POST',
				status,
				{message: form, errors: {[form]: [form]}},
				{
					location: `https://${form.replaceAll('=', '')}.example/${form}?key=${form}`,
					'retry-after': form,
					'x-request-id': form,
				},
			);
			const {summary, nextStep, requestId} = failure;
			expect(`${summary} ${nextStep} ${requestId} ${sanitise(failure.serverMessage ?? '')}`).not.toMatch(
				/canary|y2fuyx/iv,
			);
		}
	}
});
