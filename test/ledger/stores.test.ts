import {describe, expect, test} from 'vitest';
import {emptyDraft} from '../../source/notification/fields.ts';
import {noValues} from '../../source/notification/suggest.ts';
import {keepSecret} from '../../source/terminal/secrets.ts';
import {moment, open, openNew, profile, temporaryFile} from './ledgers.ts';

describe('sent', () => {
	const content = {template: 'Look: \0 \u{D800}', topics: ['a', '', '', 'd'], at: moment} as const;

	test('sent content is saved by profile and ID', () => {
		const file = temporaryFile();
		open(file).ledger.sent.remember(profile, '7', content);
		const {sent} = open(file).ledger;
		expect(sent.get(profile, '7')).toStrictEqual(content);
		expect(sent.get(profile, '07')).toBeUndefined();
		expect(sent.get('another', '7')).toBeUndefined();
	});
});

test('several drafts are saved and listed newest first', () => {
	let time = moment;
	const file = temporaryFile();
	const {drafts} = open(file, () => time++).ledger;
	const first = drafts.save(profile, {draft: {...emptyDraft, name: 'First'}, purpose: 'create'});
	const second = drafts.save(profile, {draft: {...emptyDraft, name: '\u{DFFF}'}, origin: '7', purpose: 'edit'});
	expect(drafts.save(profile, {id: first, draft: {...emptyDraft, name: 'First, later'}, purpose: 'create'})).toBe(
		first,
	);

	const again = open(file).ledger.drafts;
	expect(again.list(profile)).toStrictEqual([
		{id: first, draft: {...emptyDraft, name: 'First, later'}, origin: undefined, purpose: 'create', at: moment + 2},
		{id: second, draft: {...emptyDraft, name: '\u{DFFF}'}, origin: '7', purpose: 'edit', at: moment + 1},
	]);
	expect(again.list('another')).toStrictEqual([]);
	again.discard(first);
	again.discard(first);
	expect(again.list(profile).map(({id}) => id)).toStrictEqual([second]);
});

test('learned values accumulate by profile', () => {
	const file = temporaryFile();
	const {ledger} = open(file);
	ledger.learned.write(profile, {...noValues, network: ['B', 'A']});
	ledger.learned.write(profile, {...noValues, network: ['A', 'C'], operator: ['~=', '\u{D800}']});
	ledger.learned.write('another', {...noValues, network: ['Z']});
	expect(open(file).ledger.learned.read(profile)).toStrictEqual({
		...noValues,
		network: ['A', 'B', 'C'],
		operator: ['~='],
	});
});

describe('views', () => {
	const view = {query: 'user:"a b" \u{D800}', sort: {field: 'name', isDescending: true}, group: 'user'} as const;

	test('view settings are saved by profile', () => {
		const file = temporaryFile();
		const {views} = open(file).ledger;
		expect(views.read(profile)).toBeUndefined();
		views.write(profile, {...view, query: 'before'});
		views.write(profile, view);
		expect(open(file).ledger.views.read(profile)).toEqual(view);
		expect(views.read('another')).toBeUndefined();
		views.write(profile, {query: '', sort: undefined, group: undefined});
		expect(views.read(profile)).toEqual({query: '', sort: undefined, group: undefined});
	});

	test('a query that contains the API key is not saved, the other settings are', () => {
		const {views} = openNew();
		keepSecret('key-pasted-into-the-search');
		views.write(profile, {...view, query: 'name:key-pasted-into-the-search'});
		expect(views.read(profile)).toEqual({...view, query: ''});
	});
});

describe('planned files', () => {
	const file = {path: '/home/ops/al\u{1B}erts.yaml', size: 10, modified: moment};

	test('the place of a notification is that in the file planned last, and a file that is planned again has only its new places', () => {
		const {planned} = openNew();
		planned.remember(profile, file, [
			{id: '7', line: 3},
			{id: '8', line: 9},
		]);
		planned.remember(profile, {...file, path: '/other.yaml'}, [{id: '8', line: 1}]);
		expect(planned.placesOf(profile, '7')).toStrictEqual([{...file, line: 3}]);
		expect(planned.placesOf(profile, '8')).toMatchObject([
			{path: '/other.yaml', line: 1},
			{path: file.path, line: 9},
		]);
		expect(planned.placesOf('another', '7')).toStrictEqual([]);
		expect(planned.placesIn(profile, file.path)).toStrictEqual([
			{...file, id: '7', line: 3},
			{...file, id: '8', line: 9},
		]);
		expect(planned.paths(profile)).toStrictEqual(['/other.yaml', file.path]);
		planned.remember(profile, {...file, size: 11}, []);
		expect(planned.placesOf(profile, '7')).toStrictEqual([]);
		expect(planned.placesIn(profile, file.path)).toStrictEqual([]);
		expect(planned.paths(profile)).toStrictEqual([file.path, '/other.yaml']);
	});

	test('only the last files are kept, and a path with the API key is not', () => {
		const {planned, accounts} = openNew();
		for (let number = 0; number < 25; number++) {
			planned.remember(profile, {...file, path: `/${number}.yaml`}, [{id: String(number), line: 1}]);
		}

		expect(planned.paths(profile)).toHaveLength(20);
		expect(planned.placesOf(profile, '4')).toStrictEqual([]);
		expect(planned.placesOf(profile, '5')).toMatchObject([{line: 1}]);
		keepSecret('key-in-a-path');
		planned.remember(profile, {...file, path: '/key-in-a-path/a.yaml'}, []);
		expect(planned.paths(profile)).not.toContain('/key-in-a-path/a.yaml');
		accounts.merge(profile, 'another');
		expect(planned.placesOf('another', '24')).toMatchObject([{line: 1}]);
		accounts.forget(['another'], false);
		expect(planned.paths('another')).toStrictEqual([]);
	});
});
