import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {classifyResponse} from '../../source/service/classify.ts';
import {failureText} from '../../source/service/failure.ts';
import {fieldErrors} from '../../source/service/field-errors.ts';
import {tryParseJson} from '../../source/platform/json.ts';
import {edited, editsWith, hostileJson, hostileText, nested} from './arbitraries.ts';
import {assertSafeOnceShown, assertShowable} from './shown.ts';
import {defineTarget, type Target} from './target.ts';

type Input = {
	readonly method: 'GET' | 'POST' | 'DELETE';
	readonly status: number;
	readonly text: string;
};

/** Issues of one response, the line that says how many more there are included. */
const mostIssues = 201;

const folder = path.join(import.meta.dirname, '../fixtures/error-bodies');
const known = readdirSync(folder).map(file => readFileSync(path.join(folder, file), 'utf8'));

const bodies = fc
	.oneof(
		{
			weight: 12,
			arbitrary: fc
				.tuple(
					fc.constantFrom(...known),
					editsWith('[', ']', '{', '}', ',', '"', '<title>', '</', '<script>', '<!--', '&#27;', '&#x9b;', '&amp;'),
				)
				.map(([body, edits]) => edited(body, edits)),
		},
		{weight: 12, arbitrary: hostileJson.map(value => JSON.stringify(value))},
		fc
			.tuple(hostileJson, fc.oneof(fc.integer({min: 90, max: 110}), fc.integer({min: 1, max: 3000})))
			.map(([value, depth]) => nested(JSON.stringify(value), depth)),
		fc
			.tuple(fc.constantFrom('{"errors":[', '{"detail":[', '['), hostileJson, fc.integer({min: 100, max: 1000}))
			.map(
				([open, value, count]) =>
					`${open}${`${JSON.stringify(value)},`.repeat(count)}0]${open.startsWith('{') ? '}' : ''}`,
			),
		{
			weight: 4,
			arbitrary: fc
				.tuple(fc.constantFrom('<html><title>', '<!doctype html><h1>', '<pre>', '<a '), hostileText)
				.map(([open, rest]) => open + rest),
		},
		{weight: 4, arbitrary: hostileText},
	)
	.map(body => body.slice(0, 64_000));

const inputs: fc.Arbitrary<Input> = fc.record({
	method: fc.constantFrom('GET', 'POST', 'DELETE'),
	status: fc.oneof(
		fc.constantFrom(300, 302, 304, 400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 503),
		fc.integer({min: 100, max: 999}),
	),
	text: bodies,
});

/** The body of a response that is no success. */
export const answer: Target = defineTarget<Input>(
	'answer',
	'Any body of any status becomes a failure: a sentence without control characters, and at most 201 issues. Only a 4xx other than 408 says that nothing took effect. It never throws.',
	inputs,
	({method, status, text}) => {
		const body = tryParseJson(text);
		const failure = classifyResponse(method, {status, headers: {}, text, body, url: 'https://api.example.com/'}, 0);
		assert.equal(failure.outcome, status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown');
		assertShowable(failure.summary);
		assertShowable(failure.nextStep);
		assertSafeOnceShown(failureText(failure));
		const issues = fieldErrors(body ?? text);
		assert.ok(issues.length <= mostIssues, `${issues.length} issues`);
		for (const {path: steps, message} of issues) {
			assert.ok(steps.length < 100);
			assertSafeOnceShown(steps.join('.'));
			assertSafeOnceShown(message);
		}
	},
);
