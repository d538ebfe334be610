import {expect, test} from 'vitest';
import {stringify} from 'yaml';
import {readLabels} from '../../source/account/read-labels.ts';
import {screenSettingNames} from '../../source/config/config-file.ts';
import {parseProfiles} from '../../source/config/profile-file.ts';
import {readRuleTexts} from '../../source/config/rules.ts';
import {readScreenSettings} from '../../source/config/settings.ts';

type Path = ReadonlyArray<string | number>;

/** A file with every setting. */
const whole = {
	profile: 'prod',
	profiles: {
		prod: {
			baseUrl: 'https://a.example/',
			apiKeyCommand: ['pass', 'show'],
			readOnly: true,
			colour: false,
			settlingTime: 5,
			limits: {
				listing: '2 GB',
				record: 5,
				records: 5,
				response: '1 MB',
				error: '1 kB',
				headers: '1 kB',
			},
			team: {url: {env: 'TEAM_URL'}, account: 'payments', required: true},
		},
		env: {
			baseUrl: 'https://b.example/',
			apiKeyEnv: 'KEY',
			protect: 'name:treasury',
			policies: [{refuse: 'user:test', say: 'No tests'}],
		},
		inFile: {baseUrl: 'https://c.example/', apiKey: 'k'},
	},
	storage: {keepListings: true, history: '90d'},
	protect: 'user:ops',
	policies: [{warn: 'name:test', say: 'A test?'}],
	preview: 'auto',
	columns: ['id', 'name'],
	views: [
		{
			name: 'Mine',
			query: 'a',
			sort: '-id',
			group: 'user',
			groupOrder: 'count',
		},
	],
	keys: {list: {delete: ['x']}},
	theme: 'dark',
	mouse: true,
	explorers: {ETH_MAINNET: 'https://example.com/{address}'},
	abis: ['pool.json'],
	labels: {'0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045': 'treasury'},
};

/** One of each type that YAML has, with the numbers that are none, or too large. */
const values = [
	'wxyz',
	'',
	7,
	-7,
	0.5,
	1e300,
	Infinity,
	NaN,
	true,
	null,
	[],
	[7],
	['wxyz'],
	[[]],
	{},
	{wxyz: 7},
	{wxyz: {}},
];

/** Every place of the file: its top, each mapping, list and value. */
function placesOf(value: unknown, path: Path = []): Path[] {
	const members =
		typeof value === 'object' && value !== null
			? Object.entries(value).map(([name, member]) => [Array.isArray(value) ? Number(name) : name, member] as const)
			: [];
	return [path, ...members.flatMap(([name, member]) => placesOf(member, [...path, name]))];
}

function withValue(content: unknown, [step, ...rest]: Path, value: unknown): unknown {
	if (step === undefined) {
		return value;
	}

	const copy = (Array.isArray(content) ? [...(content as unknown[])] : {...(content as object)}) as Record<
		string | number,
		unknown
	>;
	copy[step] = withValue(copy[step], rest, value);
	return copy;
}

/** The member of the file that holds a place, of the profiles the one: reading the others again for each value takes most of the time. */
function around([name, profile]: Path): object {
	if (name === 'profiles' && profile !== undefined) {
		return {profiles: Object.fromEntries(Object.entries(whole.profiles).filter(([other]) => other === profile))};
	}

	const needed = name === 'profile' || name === 'profiles' ? ['profile', 'profiles'] : [name];
	return Object.fromEntries(Object.entries(whole).filter(([member]) => name === undefined || needed.includes(member)));
}

async function problemsIn(content: unknown): Promise<string[]> {
	const text = stringify(content);
	const profiles = parseProfiles('config.yaml', text);
	const screens = readScreenSettings(text, {columns: ['id', 'name'], sorts: ['id'], groups: ['user']});
	const profileNames = Object.keys((content as {profiles?: object} | undefined)?.profiles ?? {});
	const rules = await Promise.all(
		[undefined, ...profileNames].map(async profile => readRuleTexts('config.yaml', text, profile)),
	);
	const labels = readLabels('config.yaml', text);
	return [
		...(profiles.ok ? [] : [profiles.problem]),
		...(labels.ok ? [] : [labels.problem]),
		...screens.problems,
		...new Set(rules.flatMap(({problems}) => problems)),
	];
}

const places = placesOf(whole);

test('the file has every setting there is', async () => {
	expect(await problemsIn(whole)).toEqual([]);
	const members = async (path: Path) => {
		const [problem = ''] = await problemsIn(withValue(whole, path, 7));
		return problem.replace(/^.* must have settings: /v, '').split(', ', 99);
	};

	// The team stands at the top only where there is one profile.
	expect(await members([])).toEqual(Object.keys(whole).toSpliced(3, 0, 'team'));
	expect(await members(['profiles', 'prod', 'team'])).toEqual(Object.keys(whole.profiles.prod.team));
	expect(await members(['storage'])).toEqual(Object.keys(whole.storage));
	expect(await members(['profiles', 'prod', 'limits'])).toEqual(Object.keys(whole.profiles.prod.limits));
	expect(await members(['views', 0])).toEqual(Object.keys(whole.views[0]!));
	const inProfiles = new Set(Object.values(whole.profiles).flatMap(profile => Object.keys(profile)));
	expect(new Set(await members(['profiles', 'prod']))).toEqual(inProfiles);
	expect(Object.keys(whole)).toEqual(expect.arrayContaining([...screenSettingNames]));
});

test.each(places.map(path => [path.join('.'), path] as const))(
	'no message is in the words of the library, none quotes a value, and each is one line with its place: %s',
	async (place, path) => {
		const found = await Promise.all(values.map(async value => problemsIn(withValue(around(path), path, value))));
		const problems = found.flat();
		expect(problems.length).toBeGreaterThan(0);
		const parents = path.map((_, index) => path.slice(0, index + 1).join('.'));
		for (const problem of problems) {
			expect(problem).toMatch(
				/^config\.yaml(?: line \d+)?: \S+ (?:must|needs|is missing|is empty\. It must|is no setting)\b/v,
			);
			expect(problem).not.toMatch(/invalid|expected|received|undefined|null\b|\bnan|too (?:big|small)/iv);
			// A name that is not known may be repeated, so that it can be found.
			expect(problem.replace(/\bwxyz(?: is no setting| must|\.baseUrl is missing)/v, '')).not.toContain('wxyz');
			expect(place === '' || parents.some(parent => problem.includes(parent)), `${place}: ${problem}`).toBe(true);
		}
	},
);

test.each([
	['thme: dark', 'config.yaml line 1: thme is no setting. Did you mean theme?'],
	[
		'profiles:\n  a: &a\n    baseUrl: x\n    apiKeyEnv: 3\n  b: *a',
		'config.yaml line 4: profiles.a.apiKeyEnv must be text; put it in quotes',
	],
	[
		'profiles:\n  a: {baseUrl: x, apiKeyEnv: y}\n  b: *c',
		'config.yaml: it has an alias (*) that is not defined, or expands too far',
	],
	[
		'profiles:\n  {a: b}: 1',
		'config.yaml line 1: profiles.… must have settings: baseUrl, apiKey, apiKeyEnv, apiKeyCommand, readOnly, colour, settlingTime, limits, team, protect, policies',
	],
])('%j', async (text, problem) => {
	expect(parseProfiles('config.yaml', text)).toEqual({ok: false, problem});
});
