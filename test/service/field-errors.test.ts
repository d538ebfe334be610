import {readFileSync, readdirSync} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {classifyResponse, plainText} from '../../source/service/classify.ts';
import type {FieldIssue, HttpResponse} from '../../source/service/failure.ts';
import {fieldErrors} from '../../source/service/field-errors.ts';
import {parseJson} from '../../source/platform/json.ts';
import {bodyShape, shapePaths} from '../../source/notification/spec.ts';
import {anyText} from '../helpers/any-text.ts';

const fixtures = path.join(import.meta.dirname, '../fixtures/error-bodies');

const whole: FieldIssue['path'] = [];
const userId = ['external_user_id'];
const channel = ['channel'];
const recipient = ['delivery_location'];
const details = ['event_details'];
const network = ['event_details', 'network'];
const filter = ['event_details', 'filters', 1];
const value = [...filter, 'value'];

const zodChannel = 'Invalid option: expected one of "EMAIL"|"WEBHOOK"|"TELEGRAM"|"SLACK"';
const zodValue = 'must be a whole number';
const joiChannel = '"channel" must be one of [EMAIL, WEBHOOK, TELEGRAM, SLACK]';
const joiValue = '"event_details.filters[1].value" with value "abc" fails to match the whole number pattern';

/** The issues in each fixture: path and message. */
const expected: Record<string, Array<[FieldIssue['path'], string]>> = {
	'drf-nested.json': [
		[channel, '"FAX" is not a valid choice.'],
		[network, 'This field is required.'],
		[['event_details', 'addresses', 0], 'Enter a valid address.'],
		[value, 'A valid integer is required.'],
		[filter, 'This operator does not go with this type.'],
	],
	'drf-indexed.json': [[value, 'A valid integer is required.']],
	'drf-non-field-errors.json': [
		[whole, 'The fields external_user_id, delivery_location must make a unique set.'],
		[details, 'Invalid data. Expected a dictionary, but got str.'],
	],
	'drf-detail.json': [[whole, 'JSON parse error - Expecting value: line 1 column 1 (char 0)']],
	'drf-list.json': [
		[whole, 'The quota of this API key is used up.'],
		[whole, 'Notifications are paused.'],
	],
	'drf-full-details.json': [
		[channel, '"FAX" is not a valid choice.'],
		[value, 'A valid integer is required.'],
	],
	'drf-standardized-errors.json': [
		[channel, '"FAX" is not a valid choice.'],
		[value, 'A valid integer is required.'],
		[whole, 'The fields external_user_id, delivery_location must make a unique set.'],
	],
	'fastapi.json': [
		[channel, "Input should be 'EMAIL', 'WEBHOOK', 'TELEGRAM' or 'SLACK'"],
		[recipient, 'Value error, not an e-mail address'],
		[value, 'Input should be a valid integer, unable to parse string as an integer'],
	],
	'fastapi-message.json': [[whole, 'There was an error parsing the body']],
	'nestjs.json': [
		[whole, 'Bad Request'],
		[channel, 'channel must be one of the following values: EMAIL, WEBHOOK, TELEGRAM, SLACK'],
		[['event_details', 'addresses'], 'event_details.each value in addresses must be an Ethereum address'],
		[value, 'event_details.filters.1.value must be a number string'],
	],
	'nestjs-message.json': [[recipient, 'Delivery location is not verified']],
	'laravel.json': [
		[whole, 'The selected channel is invalid. (and 1 more error)'],
		[channel, 'The selected channel is invalid.'],
		[value, 'The event_details.filters.1.value field must be a number.'],
	],
	'laravel-one.json': [[recipient, 'The delivery location field is required.']],
	'rails.json': [
		[userId, 'must exist'],
		[recipient, 'is invalid'],
		[network, "can't be blank"],
		[whole, 'Notifications are paused'],
	],
	'rails-full-messages.json': [
		[userId, 'External user must exist'],
		[recipient, 'Delivery location is invalid'],
		[network, "Event details network can't be blank"],
		[channel, 'Channel is not included in the list'],
		[whole, 'Notifications are paused'],
	],
	'aspnet.json': [
		[whole, 'One or more validation errors occurred.'],
		[recipient, 'The DeliveryLocation field is required.'],
		[value, "The field Value must match the regular expression '^[0-9]+$'."],
		[['event_details', 'filters', 0, 'field_name'], 'The FieldName field is required.'],
	],
	'aspnet-json.json': [
		[whole, 'One or more validation errors occurred.'],
		[whole, 'The request field is required.'],
		[
			details,
			'The JSON value could not be converted to Service.EventDetails. Path: $.event_details | LineNumber: 0 | BytePositionInLine: 112.',
		],
	],
	'rfc9457.json': [
		[whole, 'Your request is not valid.'],
		[channel, "must be 'EMAIL', 'WEBHOOK', 'TELEGRAM' or 'SLACK'"],
		[value, 'must be a whole number'],
	],
	'rfc7807.json': [
		[whole, "Your request parameters didn't validate."],
		[network, 'must not be empty'],
		[channel, "must be 'EMAIL', 'WEBHOOK', 'TELEGRAM' or 'SLACK'"],
	],
	'json-api.json': [
		[recipient, 'Delivery location must be an e-mail address.'],
		[value, 'Invalid Attribute'],
		[whole, 'This API key may have 100 notifications.'],
	],
	'spring.json': [
		[whole, "Validation failed for object='createNotificationRequest'. Error count: 2"],
		[value, 'must be a whole number'],
		[recipient, 'must not be blank'],
	],
	'spring-violations.json': [
		[whole, 'Constraint Violation'],
		[value, 'must be a whole number'],
		[recipient, 'must not be blank'],
	],
	'spring-field-errors.json': [
		[whole, "Validation failed for object='createNotificationRequest'. Error count: 2"],
		[recipient, 'must not be blank'],
		[whole, 'the recipient does not fit the channel'],
	],
	'zod-issues.json': [
		[channel, zodChannel],
		[value, zodValue],
	],
	'zod-flattened.json': [
		[channel, zodChannel],
		[details, zodValue],
	],
	'zod-formatted.json': [
		[channel, zodChannel],
		[value, zodValue],
	],
	'express-validator.json': [
		[channel, 'must be a known channel'],
		[value, 'Invalid value'],
	],
	'express-validator-mapped.json': [
		[channel, 'must be a known channel'],
		[value, 'Invalid value'],
	],
	'fastify.json': [[value, 'body/event_details/filters/1/value must match pattern "^[0-9]+$"']],
	'fastify-required.json': [[recipient, "body must have required property 'delivery_location'"]],
	'graphql.json': [
		[channel, 'Channel FAX is not supported'],
		[['createNotification'], 'Recipient unknown'],
	],
	'google.json': [
		[whole, 'Request contains an invalid argument.'],
		[value, 'Must be a whole number.'],
		[channel, 'Must be one of EMAIL, WEBHOOK, TELEGRAM, SLACK.'],
	],
	'joi.json': [
		[channel, joiChannel],
		[value, joiValue],
	],
	'celebrate.json': [
		[whole, 'Validation failed'],
		[channel, `${joiChannel}. ${joiValue}`],
	],
	'string.json': [[recipient, 'delivery_location is not verified']],
	'text.txt': [[channel, 'Channel must be one of EMAIL, WEBHOOK, TELEGRAM, SLACK\n']],
	'empty.txt': [],
	'unauthorized.json': [[whole, 'Invalid or missing API key']],
	'sandbox.json': [
		[whole, 'The notification is not valid: see errors'],
		[channel, 'must be one of EMAIL, WEBHOOK, TELEGRAM, SLACK'],
		[recipient, 'must not be empty'],
		[['event_details', 'filters', 0, 'value'], 'must be a string'],
		[['priority'], 'is not a known field'],
	],
};

/** The issues as pairs, which are quicker to read than objects. */
const read = (body: unknown) => fieldErrors(body).map(issue => [issue.path, issue.message]);

describe('bodies of frameworks', () => {
	test.each(Object.keys(expected))('%s', name => {
		const text = readFileSync(path.join(fixtures, name), 'utf8');
		expect(read(name.endsWith('.json') ? parseJson(text) : text)).toEqual(expected[name]);
	});

	test('every fixture is read', () => {
		const names = readdirSync(fixtures).filter(name => !name.endsWith('.html'));
		expect(names.toSorted()).toEqual(Object.keys(expected).toSorted());
	});
});

/** The path of each member of a body, with an index where it takes one. */
const members = shapePaths(bodyShape).map(member => member.path.map(step => (step === '*' ? 3 : step)));

const camel = (name: string) => name.replaceAll(/_(.)/gv, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string) => camel(`_${name}`);
const respell = (member: FieldIssue['path'], spell: (name: string) => string) =>
	member.map(step => (typeof step === 'string' ? spell(step) : step));
const bracketed = (steps: FieldIssue['path']) =>
	steps
		.map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`))
		.join('')
		.slice(1);

describe('paths', () => {
	test.each(members.map(member => [member.join('.'), member] as const))('%s in any notation', (dotted, member) => {
		const kebab = respell(member, name => name.replaceAll('_', '-'));
		const human = respell(member, name => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`);
		const [first, ...rest] = member;
		for (const written of [
			dotted,
			bracketed(member),
			bracketed(respell(member, camel)),
			bracketed(respell(member, pascal)),
			`$.${bracketed(member)}`,
			`${String(first)}${rest.map(step => `[${step}]`).join('')}`,
			`${String(first)}${rest.map(step => (typeof step === 'number' ? `[${step}]` : `['${step}']`)).join('')}`,
			`/${member.join('/')}`,
			`#/${member.join('/')}`,
			`/data/attributes/${kebab.join('/')}`,
			`body/${member.join('/')}`,
			...[
				'body',
				'data.attributes',
				'request',
				'dto',
				'payload',
				'CreateNotificationRequest',
				'createNotification.input',
			].map(before => `${before}.${dotted}`),
			human.join('.'),
		]) {
			expect(read({errors: {[written]: ['is wrong']}}), written).toEqual([[member, 'is wrong']]);
			expect(read({errors: [{field: written, message: 'is wrong'}]}), written).toEqual([[member, 'is wrong']]);
		}

		for (const steps of [member, ['body', ...member], ['createNotification', 'input', ...respell(member, camel)]]) {
			expect(read({issues: [{path: steps, message: 'is wrong'}]})).toEqual([[member, 'is wrong']]);
		}
	});

	test('members are found without their parents, unless the path needs an index', () => {
		expect(
			read({network: ['is wrong'], 'Filters[2].ValueType': ['is wrong'], topic_3: ['is wrong'], value: ['is wrong']}),
		).toEqual([
			[network, 'is wrong'],
			[['event_details', 'filters', 2, 'value_type'], 'is wrong'],
			[['event_details', 'graphql', 'topic_3'], 'is wrong'],
			[['value'], 'is wrong'],
		]);
	});

	test('unknown names stay as they are', () => {
		expect(
			read({
				errors: {
					'Retry-Policy.Max Attempts': ['a'],
					'event_details.Gas Price': ['c'],
					['__proto__']: ['d'],
					constructor: ['e'],
					'event_details.channel': ['f'],
				},
			}),
		).toEqual([
			[['Retry-Policy', 'Max Attempts'], 'a'],
			[['event_details', 'Gas Price'], 'c'],
			[['__proto__'], 'd'],
			[['constructor'], 'e'],
			[['event_details', 'channel'], 'f'],
		]);
	});
});

describe('sentences', () => {
	test.each<[string, FieldIssue['path']]>([
		['event_details.filters.1.property extra should not exist', filter],
		['property extra should not exist', whole],
		['nested property event_details must be either object or array', details],
		['event_details: network is unknown', details],
		['notificationName is too long', ['notification_name']],
		['The field DeliveryLocation must be a string with a maximum length of 200.', recipient],
		['Event type is not supported', ['event_details', 'event_type']],
		['`delivery_location` is private', recipient],
		["body/event_details must have required property 'network'", network],
		['Network error, try again', whole],
		['Template rendering failed', whole],
		['"value" must be a number', whole],
		['https://example.com/channel is down', whole],
		['Is the channel right?', whole],
		['The request is too large', whole],
		['.', whole],
	])('%s', (message, where) => {
		expect(read({message: [message]})).toEqual([[where, message]]);
	});

	test('an explicit path takes precedence over one in the message', () => {
		expect(read({errors: {template: ['channel is not known here']}})).toEqual([
			[['template'], 'channel is not known here'],
		]);
	});
});

describe('what counts as an issue', () => {
	test('data about the response, or a copy of the request, is none', () => {
		expect(
			read({
				status: 'Bad Request',
				type: 'https://example.com/problems/validation error',
				instance: '/api/v1/service/notifications/',
				path: '/api/v1/service/notifications/',
				timestamp: 'Fri Jan 31 09:12:44 UTC 2025',
				traceId: '00-84075aa65ec81f409bc74a3af930ea5c',
				trace: 'java.lang.IllegalStateException: no\n\tat Service.java:14',
				service: 'notifications',
				region: 'eu-west-1',
				accounts: ['/account/12345', '/account/67890'],
				body: {channel: 'FAX', template: 'Hello {{ name }}'},
				_original: {channel: 'FAX', template: 'Hello {{ name }}'},
				links: [{rel: 'help', href: 'https://example.com'}],
				code: 400,
				limit: parseJson('123456789012345678901234567890'),
				errors: [parseJson('123456789012345678901234567890'), null, true, 0.5, '', ' '],
			}),
		).toEqual([]);
	});

	test.each([
		undefined,
		null,
		1,
		true,
		'',
		' \n',
		[],
		{},
		{errors: null},
		{errors: []},
		{other: 'word'},
		{errors: {channel: [null, 1, {}]}},
	])('%j has no issues', body => {
		expect(fieldErrors(body)).toEqual([]);
	});

	test('a reason phrase or a code counts only without a message', () => {
		expect(read({error: 'Not Found'})).toEqual([[whole, 'Not Found']]);
		expect(read({error: 'INVALID_CHANNEL', status: 400})).toEqual([[whole, 'INVALID_CHANNEL']]);
		expect(read({error: 'Bad Request', message: 'No.'})).toEqual([[whole, 'No.']]);
		expect(
			read({
				errors: [
					{field: 'channel', code: 'not_allowed'},
					{field: 'template', reason: 'TOO_LONG', message: 'is too long'},
				],
			}),
		).toEqual([
			[channel, 'not_allowed'],
			[['template'], 'is too long'],
		]);
		expect(read({errors: [{code: 'quota_exceeded', status: '429'}]})).toEqual([[whole, 'quota_exceeded']]);
	});

	test('names that mean the body as a whole', () => {
		for (const name of [
			'',
			'$',
			'base',
			'__all__',
			'_schema',
			'non_field_errors',
			'nonFieldErrors',
			'request',
			'payload',
		]) {
			expect(read({errors: {[name]: ['is inconsistent']}}), name).toEqual([
				[name === '_schema' ? ['_schema'] : whole, 'is inconsistent'],
			]);
		}
	});

	test('envelopes', () => {
		const issues = [[channel, 'is bad']];
		const errors = {channel: ['is bad']};
		for (const body of [
			errors,
			{errors},
			{error: errors},
			{error: {errors}},
			{data: errors},
			{data: {errors}},
			{message: errors},
			{detail: errors},
			[errors],
		]) {
			expect(read(body), JSON.stringify(body)).toEqual(issues);
		}

		expect(read({success: false, message: 'Validation error.', data: errors})).toEqual([
			[whole, 'Validation error.'],
			...issues,
		]);
	});

	test('a repeated message counts once', () => {
		expect(
			read({
				message: 'is bad',
				errors: {channel: ['is bad', 'is bad'], template: ['is bad']},
				fieldErrors: [{field: 'channel', message: 'is bad'}],
			}),
		).toEqual([
			[channel, 'is bad'],
			[['template'], 'is bad'],
		]);
	});
});

test('a hostile body takes no time', () => {
	const many = Object.fromEntries(Array.from({length: 3000}, (_, index) => [`k${index}`, 'no']));
	for (const errors of [
		{['a.'.repeat(15_000)]: many},
		{['a'.repeat(30_000)]: many},
		{['/'.repeat(30_000)]: many},
		Array.from({length: 6000}, () => 'a.'.repeat(5)),
	]) {
		fieldErrors({errors});
	}

	for (const piece of ['<', '<title', '<title>', '<script>', '<!--', '&', 'the ', 'a.', '"', '[']) {
		fieldErrors(piece.repeat(20_000));
		plainText(`<html>${piece.repeat(20_000)}`);
	}
}, 60_000);

describe('as part of a failure', () => {
	const classify = (text: string) => {
		let body: unknown;
		try {
			body = parseJson(text);
		} catch {
			body = undefined;
		}

		const answer: HttpResponse = {
			status: 400,
			headers: {},
			body,
			text,
			url: 'https://api.example.com/',
		};
		return classifyResponse('POST', answer, 0);
	};

	test("the service's message is not repeated as an issue", () => {
		expect(classify('{"message": " No. ", "errors": {"channel": "is bad"}}')).toMatchObject({
			serverMessage: 'No.',
			issues: [{path: channel, message: 'is bad'}],
		});
		expect(classify('{"detail": "No."}')).not.toHaveProperty('issues');
		expect(classify('No.\n')).not.toHaveProperty('issues');
		expect(classify('no '.repeat(1000))).not.toHaveProperty('issues');
		expect(classify('')).not.toHaveProperty('issues');
		expect(classify('<html><title>No</title></html>')).not.toHaveProperty('issues');
	});
});

describe('any body', () => {
	const names = fc.constantFrom(
		...'message messages msg detail details title description error errors issues violations fieldErrors'.split(' '),
		...'non_field_errors invalid-params properties children _errors'.split(' '),
	);
	const fields = fc.constantFrom(
		'channel',
		'eventDetails',
		'filters',
		'Delivery location',
		'event_details.filters.0.value',
		'quota',
		'0',
		'data',
		'__proto__',
	);

	test('never throws, and gives well-formed issues', () => {
		const keys = fc.oneof(
			names,
			fields,
			fc.constantFrom('path', 'loc', 'field', 'source', 'params', 'constraints', 'items', 'name', 'code'),
			fc.string(),
		);
		const {body} = fc.letrec(tie => ({
			body: fc.oneof(
				{maxDepth: 6},
				fc.jsonValue(),
				anyText(),
				fc.array(tie('body')),
				fc.dictionary(keys, tie('body'), {noNullPrototype: false}),
			),
		}));
		fc.assert(
			fc.property(fc.oneof(body, fc.anything()), anything => {
				const issues = fieldErrors(anything);
				for (const issue of issues) {
					expect(issue.message.trim()).not.toBe('');
					expect(issue.path.every(step => typeof step === 'string' || Number.isSafeInteger(step))).toBe(true);
				}
			}),
		);
	});
});
