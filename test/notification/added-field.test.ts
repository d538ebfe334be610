import {beforeAll, expect, test, vi} from 'vitest';
import type {FieldSpec} from '../../source/notification/spec-table.ts';
import {notificationWith} from '../helpers/notifications.ts';
import {containing} from '../helpers/texts.ts';

/** A field that the service might have one day. */
const row = {
	name: 'priority',
	key: 'priority',
	path: 'event_details.priority',
	shape: {kind: 'text'},
	label: 'Priority',
	ifEmpty: 'none',
	suggests: 'texts',
	column: {position: 10, priority: 10, min: 8, cut: 'text'},
	sortLetter: 'p',
	group: {letter: 'p', order: 7, lines: 3},
	form: {id: 'priority', order: 3},
	option: {order: 11, value: 'LEVEL', summary: 'how urgent it is'},
} as const satisfies FieldSpec;

const high = {...notificationWith({id: '1'}), priority: 'high'};
const low = {...notificationWith({id: '2'}), priority: 'low'};

/** Everything that reads the table, loaded after the row was added. */
async function load() {
	vi.resetModules();
	const {table} = await import('../../source/notification/spec-table.ts');
	(table as unknown as FieldSpec[]).push(row);
	const modules = await Promise.all([
		import('../../source/service/body.ts'),
		import('../../source/service/listing/read-record.ts'),
		import('../../source/cli/commands/change.ts'),
		import('../../source/cli/draft-fields.ts'),
		import('../../source/cli/output/notification-output.ts'),
		import('../../source/query/commands.ts'),
		import('../../source/notification/field-path.ts'),
		import('../../source/notification/suggest.ts'),
		import('../../source/notification/equivalence.ts'),
		import('../../source/notification/fields.ts'),
		import('../../source/notification/edit.ts'),
		import('../../source/query/parse.ts'),
		import('../../source/query/match.ts'),
		import('../../source/notification/spec.ts'),
		import('../../source/files/read-csv.ts'),
		import('../../source/files/file-schema.ts'),
		import('../../source/tui/list/detail-lines.ts'),
		import('../../source/tui/form/form.ts'),
		import('../../source/tui/form/write-view.tsx'),
		import('../../source/tui/list/columns.ts'),
		import('../../source/tui/list/preview.tsx'),
	]);
	return Object.assign({}, ...modules.map(module => ({...module}))) as Loaded<typeof modules>;
}

type Loaded<M extends readonly object[]> = M extends readonly [infer First, ...infer Rest extends readonly object[]]
	? First & Loaded<Rest>
	: unknown;

let all: Awaited<ReturnType<typeof load>>;

beforeAll(async () => {
	all = await load();
	return () => {
		vi.resetModules();
	};
});

const noInput = () => expect.fail('nothing is read');

test('a field that is added to the table has a row in the form, which suggests its values', () => {
	const draft = {...all.emptyDraft, priority: 'high'};
	expect(all.formLines(all.openForm({draft}), 80)).toContainEqual(
		expect.objectContaining({label: containing('Priority'), text: 'high'}),
	);
	expect(all.placeholderOf(all.emptyDraft, 'priority' as never)).toBe('');
	expect(all.textKindOf('priority' as never)).toBe('priority');
});

test('it has a column, and a line on the detail screen and in the preview', () => {
	const {columns} = all.columnsOf(all.noSample, {names: undefined, room: 1000});
	expect(columns.map(({field}) => field.name)).toContain('priority');
	expect(all.detailLines(high, 80)).toContainEqual(
		expect.objectContaining({label: containing('Priority'), text: 'high'}),
	);
	expect(all.chooseColumns('priority', 'tsv')[0]!.read(high)).toBe('high');
});

test('it is searched, sorted and grouped by, and counted beside a group', () => {
	const checked = all.checkQuery('priority:high');
	const isMatching = checked.ok ? all.createMatcher(checked.query) : expect.fail(checked.problem);
	expect([high, low].map(one => isMatching(one, all.searchTextOf(one)))).toEqual([true, false]);
	expect([all.sortLetters(), all.groupLetters()]).toEqual([
		expect.objectContaining({priority: 'p'}),
		expect.objectContaining({priority: 'p'}),
	]);
	expect(all.countedFields({field: 'user'})).toContain('priority');
});

test('it is an option of create, and a name for --set and columns of CSV', async () => {
	expect(all.createOptions).toHaveProperty('priority');
	const options: object = {priority: 'high'};
	const draft = all.withChanges(all.emptyDraft, await all.draftChanges(options, noInput));
	expect(draft).toMatchObject(options);
	const {words} = all.createCommandFor([{input: all.toInput({...draft, channel: 'EMAIL'}), isDuplicate: false}]);
	expect(words.join(' ')).toContain('--priority high');
	expect([all.parseFieldName('priority'), all.parseColumnField('priority')]).toEqual([
		{ok: true, value: 'priority'},
		{ok: true, value: 'priority'},
	]);
	expect(all.pathOf('priority' as never)).toBe('event_details.priority');
	expect(all.fieldOfPath(['event_details', 'priority'])).toBe('priority');
});

test('it is sent, and editors know it in files', () => {
	const body = all.toCreateBody({...all.emptyDraft, priority: 'high'} as never);
	expect(body.event_details).toMatchObject({priority: 'high'});
	expect(JSON.stringify(all.notificationFileSchema())).toContain('"priority"');
});

test('it is read from a listing and from a file', () => {
	expect(all.readRecord({id: 1, event_details: {priority: 'high'}}, 0)).toMatchObject({priority: 'high'});
	const text = 'user,channel,to,address,network,event,priority\n42,email,a@example.com,0x1,N,E,high\n';
	const reading = all.readCsvFile(text, 'a.csv', {map: new Map(), changes: [], isRaw: false});
	expect(reading.file.entries.map(({draft}) => draft)).toMatchObject([{priority: 'high'}]);
});

test('two notifications that differ in it are not the same', () => {
	const [before, after] = [high, low].map(one => ({...all.emptyDraft, priority: one.priority}));
	expect(all.differences(high, low)).toMatchObject([{field: {label: 'Priority'}, old: 'high', new: 'low'}]);
	expect(all.draftChangesBetween(before!, after!)).toEqual([
		{field: 'event_details.priority', old: 'high', new: 'low'},
	]);
	expect(all.canonicalForm(high)).not.toBe(all.canonicalForm(low));
});
