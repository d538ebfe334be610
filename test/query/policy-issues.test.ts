import {expect, test} from 'vitest';
import {checkedDraft, createPolicyCheck, policyIssues, type Policy} from '../../source/query/rules.ts';
import {emptyDraft, type Draft} from '../../source/notification/fields.ts';
import {queryOf} from '../helpers/query.ts';

const policy = (effect: Policy['effect'], text: string, say = 'Not like this') => ({
	effect,
	text,
	query: queryOf(text),
	say,
	place: 'config.yaml line 1',
});

const draft = {
	...emptyDraft,
	userId: 'ops',
	channel: 'WEBHOOK',
	recipient: 'https://elsewhere.example.net/',
	addresses: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
};

const issues = (of: Draft, ...policies: readonly Policy[]) =>
	policyIssues(createPolicyCheck({policies}), of).map(({field, severity, message}) => [field, severity, message]);

test('a policy stands at the first field that it names and the form has', () => {
	const ours = policy(
		'refuse',
		String.raw`channel:webhook not:to:/^https:\/\/[a-z.]+\.example\.com\//`,
		'Webhooks go to our own domain',
	);
	expect(issues(draft, ours)).toEqual([['channel', 'error', 'breaks a policy: Webhooks go to our own domain']]);
	expect(issues({...draft, recipient: 'https://hooks.example.com/'}, ours)).toEqual([]);
	expect(issues(draft, policy('warn', 'id:none or not:to:example.com'))).toEqual([
		['recipient', 'warning', 'breaks a policy: Not like this'],
	]);
	expect(issues(draft, policy('warn', 'elsewhere'))).toEqual([['userId', 'warning', 'breaks a policy: Not like this']]);
});

test('a policy on filters stands at their line', () => {
	const bound = policy('warn', 'not:filter:value');
	expect(issues(draft, bound)).toEqual([['filters', 'warning', 'breaks a policy: Not like this']]);
	const filters = [{fieldName: 'token', operator: 'eq', value: 'USDC', valueType: 'string'}];
	expect(issues({...draft, filters}, bound)).toEqual([['filters', 'warning', 'breaks a policy: Not like this']]);
});

test('white space that is not sent is not checked', () => {
	expect(issues({...draft, userId: ' ops '}, policy('refuse', 'not:user:=ops'))).toEqual([]);
});

test('nothing accepts what a policy refuses: neither --accept-invalid nor that it was so before', () => {
	const findBroken = createPolicyCheck({policies: [policy('refuse', 'channel:webhook'), policy('warn', 'user:ops')]});
	const {errors, warnings} = checkedDraft(draft, {held: draft, copied: draft, acceptInvalid: true, findBroken});
	expect(errors.map(({field, canOverride}) => [field, canOverride])).toEqual([['channel', undefined]]);
	expect(warnings.map(({field}) => field)).toEqual(['userId']);
});
