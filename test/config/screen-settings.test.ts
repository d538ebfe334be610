import {describe, expect, test} from 'vitest';
import {canHaveScreenSettings, screenSettingNames} from '../../source/config/config-file.ts';
import {readScreenSettings} from '../../source/config/settings.ts';

const read = (text: string) =>
	readScreenSettings(text, {
		columns: ['id', 'name', 'recipient'],
		sorts: ['id', 'recipient'],
		groups: ['user', 'channel'],
	});

describe('reading', () => {
	test('every setting, among profiles and comments', () => {
		const {settings, problems} = read(
			[
				'profile: a # the default',
				'preview: off',
				'columns: [name, id]',
				'views:',
				'  - {name: Mine, query: "user:ops-1", sort: -recipient, group: channel, groupOrder: count}',
				'  - {name: All, sort: id}',
				'keys: {list: {delete: [x, ctrl+x]}}',
				'theme: mono',
				'mouse: yes',
				'explorers: {ETH_MAINNET: "https://example.com/a/{address}"}',
			].join('\n'),
		);
		expect(problems).toEqual([]);
		expect(settings).toEqual({
			preview: 'off',
			columns: ['name', 'id'],
			views: [
				{
					name: 'Mine',
					query: 'user:ops-1',
					sort: {field: 'recipient', isDescending: true},
					group: 'channel',
					groupOrder: 'count',
				},
				{name: 'All', query: '', sort: {field: 'id', isDescending: false}},
			],
			keys: {list: {delete: ['x', 'ctrl+x']}},
			theme: 'mono',
			mouse: true,
			explorers: {ETH_MAINNET: 'https://example.com/a/{address}'},
		});
	});

	test.each([
		['theme: drak', 'config.yaml line 1: theme must be auto, dark, light or mono. Did you mean dark?'],
		[
			'# x\n\ncolumns:\n  - id\n  - nmae',
			'config.yaml line 5: columns.1 must be one of id, name, recipient. Did you mean name?',
		],
		['views:\n  - name: A\n    quary: x', 'config.yaml line 3: views.0.quary is no setting. Did you mean query?'],
		[
			'views:\n  - name: A\n    sort: recipent',
			'config.yaml line 3: views.0.sort must be one of id, recipient, with - before it for descending. Did you mean recipient?',
		],
		[
			'views:\n  - name: A\n    group: channel\n    groupOrder: cuont',
			'config.yaml line 4: views.0.groupOrder must be value or count. Did you mean count?',
		],
		['views:\n  - query: A', 'config.yaml line 2: views.0.name is missing'],
		['views:\n  - name: 1', 'config.yaml line 2: views.0.name must be text; put it in quotes'],
		['preview: atuo', 'config.yaml line 1: preview must be on, off or auto. Did you mean auto?'],
		['keys:\n  list:\n    delete: x', 'config.yaml line 3: keys.list.delete must be a list of keys'],
		['mouse: 3', 'config.yaml line 1: mouse must be true or false'],
		[
			'explorers:\n  A: https://example.com/',
			'config.yaml line 2: explorers.A must be an https:// address with {address} in it, after the host',
		],
		[
			'explorers: {A: "javascript:alert({address})"}',
			'config.yaml line 1: explorers.A must be an https:// address with {address} in it, after the host',
		],
		...[
			'https://{address}',
			'https://{address}.example.com/',
			'https://example.com{address}',
			'https://example.com:{address}/',
			'https://{address}@example.com/',
			'https://a:{address}@example.com/',
			'https:///{address}/x',
			'{address}://example.com/',
			String.raw`https:\\{address}/`,
		].map(template => [
			`explorers:\n  A: https://example.com/{address}\n  B: '${template}'`,
			'config.yaml line 3: explorers.B must be an https:// address with {address} in it, after the host',
		]),
		['columns: []', 'config.yaml line 1: columns must name a column'],
	])('a mistake has its line and the nearest name: %j', (text, problem) => {
		expect(read(text)).toMatchObject({settings: {}, problems: [problem]});
	});

	test.each(['', '- a', 'theme: [', 'theme: *a', 'null'])('no settings, and no exception, in %j', text => {
		expect(read(text).settings).toEqual({});
	});

	test('the line of what is checked elsewhere', () => {
		const {lineOf} = read('keys:\n  list:\n    up: [a]\n    down:\n      - b\n');
		expect(lineOf(['keys', 'list', 'up'])).toBe(3);
		expect(lineOf(['keys', 'list', 'down', 0])).toBe(5);
		expect(lineOf(['keys', 'detail'])).toBeUndefined();
	});
});

test.each(screenSettingNames)('a file with %s is read, however it is written', name => {
	for (const text of [`${name}: x`, `profile: a\n${name} : x`, `{${name}: x}`, `{profile: a, "${name}": x}`]) {
		expect(canHaveScreenSettings(text)).toBe(true);
	}
});
