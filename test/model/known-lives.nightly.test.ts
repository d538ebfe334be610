import {mkdtempSync, rmSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {
	plainCharacter,
	plainListing,
	plainWrite,
	type Character,
	type ListingFate,
	type WriteFate,
} from '../helpers/model-service/fates.ts';
import {startModelServer, type ModelServer} from '../helpers/model-service/server.ts';
import {reportOf} from './check.ts';
import {foreign, type Act, type Life, type Step} from './life.ts';
import {live} from './live.ts';
import {invariants} from './record.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'chainbell-lives-'));
let server: ModelServer;
beforeAll(async () => {
	server = await startModelServer();
});
afterAll(async () => {
	await server[Symbol.asyncDispose]();
	rmSync(folder, {recursive: true});
});

const plainStep: Step = {
	act: 'refresh',
	which: 0,
	content: 0,
	isBold: false,
	pause: 0,
	writes: [],
	listings: [],
	outside: [],
	killAt: undefined,
	clockChange: 0,
	isRestarted: false,
};

const stepOf = (act: Act, change: Partial<Step> = {}): Step => ({...plainStep, act, ...change});

/** A life on an account with some notifications. A request can take effect 30 s late, and a listing can be as far behind. */
const lifeOf = (steps: readonly Step[], character: Partial<Character> = {}, existing = 3): Life => ({
	character: {...plainCharacter, effectBound: 30_000, lagBound: 30_000, ...character},
	existing,
	steps,
});

/** Where nearly all of the settling time is that of listings, or of effects; or nothing takes time. */
const lateListings = {effectBound: 1, lagBound: 59_999} as const;
const lateEffects = {effectBound: 59_999, lagBound: 1} as const;
const prompt = {effectBound: 1, lagBound: 1} as const;

const lostAndLate: WriteFate = {effect: 20_000, answer: 'reset', takes: 0};
const behind: ListingFate = {...plainListing, lag: 20_000};

const report = async (life: Life) => reportOf({server, folder}, life, invariants);

// An edit creates and deletes; what a create and a delete leave alone, test/changes/crash.test.ts finishes and rolls back.
test.each(['edit', 'bulk delete'] as const)(
	'every invariant holds wherever the program is killed during: %s',
	async act => {
		for (const after of ['finish', 'roll back'] as const) {
			let steps = 0;
			for (let isKilled = true; isKilled;) {
				const {violations, trace} = await live(
					{server, folder},
					lifeOf([stepOf(act, {content: 4, killAt: ++steps}), stepOf(after)]),
				);
				expect(violations, trace.join('\n')).toStrictEqual([]);
				isKilled = trace.some(line => line.endsWith('* killed'));
			}

			expect(steps).toBeGreaterThan(7);
		}
	},
);

const never: WriteFate = {...lostAndLate, effect: 'never'};

/** Notifications of other clients. */
const [theirs, same] = foreign;

const undoneTwice =
	'a bulk undo, another client that creates an identical one, and a roll back: what exists is not said to be rolled back';

const lost: WriteFate = {...plainWrite, answer: 'reset'};
const replayed: WriteFate = {...lost, isReplayed: true};
const one = (steps: readonly Step[], character: Partial<Character> = {}): Life => lifeOf(steps, character, 1);
const reused = {ids: 'reused'} as const;

test.each<[string, Life]>([
	[
		'everything goes well',
		lifeOf([
			stepOf('create', {content: 4}),
			stepOf('edit', {content: 3}),
			stepOf('delete', {which: 1}),
			stepOf('undo'),
			stepOf('bulk delete', {which: 2}),
			stepOf('undo'),
			stepOf('refresh'),
		]),
	],
	[
		'what goes wrong is known at once',
		lifeOf(
			(['create', 'edit', 'delete', 'bulk delete'] as const).map(act =>
				stepOf(act, {content: 4, writes: [{...plainWrite, answer: 422}]}),
			),
		),
	],
	[
		'an answer is lost, and the request took effect at once',
		lifeOf(
			(['create', 'edit', 'delete'] as const).map(act =>
				stepOf(act, {content: 4, writes: [{...plainWrite, answer: 'reset'}]}),
			),
		),
	],
	[
		'the key is renewed during an edit',
		lifeOf([
			stepOf('edit', {
				content: 4,
				writes: [{...plainWrite, takes: 10}],
				outside: [{after: 5, event: {kind: 'renew the key'}}],
			}),
			stepOf('finish'),
		]),
	],
	[
		'another client deletes what is edited',
		lifeOf([
			stepOf('edit', {
				content: 4,
				writes: [{...plainWrite, takes: 10}],
				outside: [{after: 5, event: {kind: 'delete', which: 0}}],
			}),
		]),
	],
	[
		'roll back while the DELETE of the old one can still take effect',
		lifeOf([stepOf('edit', {content: 4, writes: [plainWrite, lostAndLate]}), stepOf('roll back')]),
	],
	[
		'a DELETE that takes effect after the listing that still shows its notification',
		lifeOf([stepOf('delete', {writes: [lostAndLate]})]),
	],
	['a bulk delete whose DELETEs take effect late', lifeOf([stepOf('bulk delete', {which: 2, writes: [lostAndLate]})])],
	[
		'a DELETE without effect, and pages that shift',
		lifeOf(
			[
				stepOf('delete', {
					which: 1,
					writes: [{...lostAndLate, effect: 'never'}],
					listings: [{...plainListing, takes: 2}],
					outside: [{after: 7, event: {kind: 'delete', which: 0}}],
				}),
			],
			{pages: 'page', pageSize: 1, isShifting: true},
		),
	],
	[
		'a create that no listing shows before 20 s',
		lifeOf([
			stepOf('create', {content: 4, pause: 50_000, writes: [{...plainWrite, answer: 'reset'}], listings: [behind]}),
		]),
	],
	[
		'an answer that has the ID of another notification',
		lifeOf([
			stepOf('edit', {
				which: 1,
				content: 4,
				writes: [
					{...plainWrite, answer: 'two IDs'},
					{...plainWrite, answer: 422},
				],
			}),
			stepOf('roll back'),
		]),
	],
	[
		'an answer that has the ID of a job',
		lifeOf([stepOf('create', {content: 4, writes: [{...plainWrite, answer: 'job'}]})]),
	],
	[
		'a DELETE that is confirmed without effect',
		lifeOf([stepOf('delete', {writes: [{...plainWrite, effect: 'never'}]})], {isForgetful: true}),
	],
	[
		'an edit takes what was deleted before it, and is still listed, for its new notification',
		lifeOf([
			stepOf('delete', {pause: 50_000}),
			stepOf('edit', {
				pause: 10,
				writes: [never, plainWrite],
				listings: [plainListing, plainListing, {...plainListing, lag: 100}],
			}),
		]),
	],
	[
		'a create that is confirmed and never takes effect',
		lifeOf([stepOf('create', {content: 4, writes: [{...plainWrite, effect: 'never'}]})], {isForgetful: true}),
	],
	[
		'a bulk recreate believes the ID in an answer',
		lifeOf([stepOf('bulk delete'), stepOf('undo', {writes: [{...plainWrite, effect: 10_000, answer: 'job'}]})]),
	],
	[
		`${undoneTwice}, killed after its POST`,
		lifeOf(
			[
				stepOf('bulk delete'),
				stepOf('finish', {pause: 120_000}),
				stepOf('undo', {pause: 1, killAt: 7, outside: [{after: 10_000, event: {kind: 'create', body: same}}]}),
			],
			lateListings,
			1,
		),
	],
	[
		`${undoneTwice}, whose answer is lost`,
		lifeOf(
			[
				stepOf('bulk delete', {pause: 120_000}),
				stepOf('finish', {listings: [{...plainListing, lag: 10_000, takes: 9000}]}),
				stepOf('undo', {pause: 1, writes: [{effect: 7501, answer: 'reset', takes: 0}]}),
				stepOf('edit', {
					pause: 120_000,
					listings: [{...plainListing, answer: 'reset', takes: 1}],
					outside: [{after: 0, event: {kind: 'create', body: same}}],
				}),
			],
			{},
			1,
		),
	],
	[
		'an unchecked create whose answer names one that was there before is rolled back, while another pending create explains its own',
		lifeOf(
			[
				stepOf('create', {
					isBold: true,
					pause: 1,
					listings: [{...plainListing, answer: 'reset'}],
					clockChange: 3_600_000,
				}),
				stepOf('finish', {outside: [{after: 10_000, event: {kind: 'delete', which: 4}}], isRestarted: true}),
				stepOf('create', {
					isBold: true,
					pause: 1,
					writes: [{...never, answer: 'two IDs'}],
					listings: [{...plainListing, answer: 'HTML'}],
					clockChange: 3_600_000,
				}),
				stepOf('finish', {pause: 5488, killAt: 1, clockChange: 3_600_000}),
				stepOf('create', {isBold: true, listings: [{...plainListing, lag: 10_000}], clockChange: 3_600_000}),
				stepOf('delete', {
					which: 1,
					pause: 18_889,
					killAt: 15,
					clockChange: 3_600_000,
					listings: [{...plainListing, lag: 10_000}],
					outside: [{after: 10_000, event: {kind: 'renew the key'}}],
				}),
				stepOf('roll back', {which: 5, pause: 13_123}),
			],
			lateListings,
			1,
		),
	],
	['a proxy repeats an edit whose answer is lost', one([stepOf('edit', {writes: [replayed]})])],
	[
		'and the create of a service that rewrites text',
		one([stepOf('create', {content: 3, writes: [{...replayed, answer: 'confirmed'}]})], {isRewriting: true}),
	],
	[
		'a repeated edit is rolled back',
		one([stepOf('edit', {writes: [replayed]}), stepOf('roll back', {pause: 120_000})]),
	],
	[
		'a repeated create that could not be checked is rolled back',
		lifeOf(
			[
				stepOf('create', {isBold: true, writes: [replayed], listings: [{...plainListing, answer: 'reset'}]}),
				stepOf('roll back'),
			],
			{},
			0,
		),
	],
	[
		'a pending recreation, what it made is deleted, and the same is recreated',
		one([
			stepOf('bulk delete'),
			stepOf('undo', {writes: [{...plainWrite, answer: 500}]}),
			stepOf('bulk delete'),
			stepOf('undo', {writes: [lost]}),
		]),
	],
	[
		'a create adopts what a bulk create made, and that is finished',
		lifeOf(
			[
				stepOf('bulk create', {content: 4, writes: [{...plainWrite, answer: 500}]}),
				stepOf('create', {
					content: 4,
					isBold: true,
					writes: [{...never, answer: 'HTML'}],
					listings: [{...plainListing, answer: 'reset'}],
				}),
				stepOf('finish'),
			],
			{isForgetful: true},
			0,
		),
	],
	[
		'a bulk undo overwrites what it made',
		lifeOf([stepOf('bulk delete', {which: 5}), stepOf('undo')], {isUpserting: true}, 2),
	],
	[
		'an edit that overwrites another one, killed before its answer',
		lifeOf([stepOf('edit', {killAt: 7}), stepOf('create')], {isUpserting: true}, 2),
	],
	[
		'an edit that overwrites another one than the answer names',
		lifeOf([stepOf('edit', {which: 2, writes: [{...plainWrite, answer: 'wrong ID'}]})], {isUpserting: true}, 5),
	],
	[
		'an undo with the ID of what was deleted, and a listing behind',
		one([stepOf('bulk delete'), stepOf('undo', {listings: [{...plainListing, lag: 5500}]})], reused),
	],
	['an edit is undone under the old ID, and killed', one([stepOf('edit'), stepOf('undo', {killAt: 6})], reused)],
	[
		'what is created under the ID of a pending deletion',
		one([stepOf('delete', {writes: [lost]}), stepOf('undo')], reused),
	],
	[
		'another client creates under the ID of an edited one',
		one(
			[stepOf('edit'), stepOf('create', {pause: 120_000, outside: [{after: 0, event: {kind: 'create', body: same}}]})],
			reused,
		),
	],
	[
		'a repeated create takes effect after the settling time',
		one([stepOf('create', {content: 1, writes: [{...replayed, effect: 170_000}]})], {
			effectBound: 180_000,
			lagBound: 1,
		}),
	],
	[
		'a bulk edit of which others delete both notifications, and use the ID again',
		lifeOf(
			[
				stepOf('bulk edit', {which: 2, writes: [lost]}),
				stepOf('roll back', {pause: 120_000}),
				stepOf('bulk delete', {which: 5, isSecondHome: true}),
				stepOf('roll back', {isSecondHome: true, outside: [{after: 45_060, event: {kind: 'create', body: same}}]}),
			],
			reused,
			2,
		),
	],
	[
		'another machine deletes, and the edit gets the ID',
		lifeOf([stepOf('edit', {which: 5, isSecondHome: true}), stepOf('bulk delete', {during: 6})], {
			...reused,
			pages: 'page',
			pageSize: 1,
		}),
	],
	[
		'a create overwrites an identical one that another client has deleted',
		lifeOf(
			[
				stepOf('create', {content: 1, isBold: true, writes: [{...plainWrite, effect: 5595}], isSecondHome: true}),
				stepOf('bulk edit', {
					during: 3,
					outside: [
						{after: 0, event: {kind: 'delete', which: 6}},
						{after: 0, event: {kind: 'delete', which: 2}},
					],
				}),
			],
			{isUpserting: true, ...lateEffects},
			2,
		),
	],
	[
		'the create gets the ID of a deletion that was never listed',
		one(
			[
				stepOf('bulk delete', {
					writes: [{...plainWrite, takes: 14_059}],
					outside: [{after: 8052, event: {kind: 'renew the key'}}],
				}),
				stepOf('create', {writes: [lost]}),
			],
			reused,
		),
	],
	[
		'the answer to a create names the identical one that an earlier create made, and that a listing behind does not show',
		lifeOf(
			[
				stepOf('bulk delete', {pause: 1}),
				stepOf('create', {
					content: 2,
					pause: 1,
					killAt: 9,
					outside: [
						{after: 1, event: {kind: 'delete', which: 0}},
						{after: 0, event: {kind: 'create', body: theirs}},
					],
				}),
				stepOf('create', {
					content: 2,
					writes: [{effect: 10_000, answer: 'two IDs', takes: 1}],
					listings: [{...plainListing, lag: 10_000, takes: 1}],
					outside: [{after: 10_000, event: {kind: 'create', body: theirs}}],
				}),
			],
			lateListings,
			1,
		),
	],
	[
		'and that an empty listing does not show, while an edit of it is pending',
		lifeOf(
			[
				stepOf('create', {content: 4}),
				stepOf('edit', {writes: [{...plainWrite, effect: 'never'}]}),
				stepOf('create', {
					content: 4,
					writes: [{...plainWrite, answer: 'wrong ID'}],
					listings: [{...plainListing, answer: 'empty'}],
				}),
			],
			{isForgetful: true, ...prompt},
			0,
		),
	],
	[
		'an edit gets the ID of a notification whose edit is pending, after another machine has deleted that',
		lifeOf(
			[
				stepOf('bulk edit', {which: 5, listings: [plainListing, plainListing, {...plainListing, answer: 'HTML'}]}),
				stepOf('edit', {which: 5, writes: [never], isSecondHome: true}),
				stepOf('bulk edit', {content: 3, writes: [lost], isSecondHome: true}),
				stepOf('finish', {during: 1}),
			],
			{...reused, pages: 'offset', isShifting: true, ...prompt},
			2,
		),
	],
	[
		'an edit is confirmed without effect, and its old notification is listed again',
		lifeOf(
			[
				stepOf('bulk create'),
				stepOf('edit', {
					writes: [plainWrite, {...plainWrite, effect: 'never'}],
					listings: [plainListing, plainListing, {...plainListing, lag: 39_756}],
				}),
			],
			{isForgetful: true, ...lateListings},
			0,
		),
	],
	[
		'a set gets the ID of an edit that another client has deleted, and its answer is lost',
		one(
			[
				stepOf('edit'),
				stepOf('delete', {outside: [{after: 0, event: {kind: 'delete', which: 2}}]}),
				stepOf('set', {writes: [lost]}),
				stepOf('roll back', {pause: 120_000}),
			],
			{...reused, ...prompt},
		),
	],
	[
		'another client deletes what is edited in bulk, and creates another one under its ID',
		lifeOf(
			[
				stepOf('create', {
					outside: [
						{after: 1896, event: {kind: 'delete', which: 6}},
						{after: 4390, event: {kind: 'create', body: theirs}},
					],
				}),
				stepOf('bulk edit', {listings: [{...plainListing, takes: 10_421}]}),
			],
			{...reused, ...prompt},
			0,
		),
	],
	[
		'another machine overwrites what an edit made with the same, and the edit is rolled back',
		one(
			[
				stepOf('edit', {content: 4, isSecondHome: true}),
				stepOf('create', {content: 1, isBold: true, during: 2}),
				stepOf('bulk create', {which: 3, content: 3, isBold: true, writes: [{...plainWrite, effect: 471}, plainWrite]}),
				stepOf('roll back', {isSecondHome: true}),
			],
			{isUpserting: true, effectBound: 10_000, lagBound: 1},
		),
	],
	[
		'a pending deletion is undone under the same ID, and another client creates the same',
		lifeOf(
			[
				stepOf('delete', {outside: [{after: 5034, event: {kind: 'create', body: theirs}}]}),
				stepOf('delete', {pause: 8398, writes: [lost]}),
				stepOf('undo'),
				stepOf('undo', {pause: 120_000, outside: [{after: 0, event: {kind: 'create', body: theirs}}]}),
			],
			{...reused, ...prompt},
			0,
		),
	],
	[
		'a create overwrites another one, and its answer has the ID of a job',
		one([stepOf('create', {content: 3, isBold: true, writes: [{...plainWrite, answer: 'job'}]})], {isUpserting: true}),
	],
	[
		'a bulk create overwrites what it made',
		lifeOf(
			[
				stepOf('bulk create', {
					which: 2,
					content: 4,
					isBold: true,
					writes: [plainWrite, plainWrite, {...plainWrite, effect: 8845}],
				}),
			],
			{isUpserting: true, lagBound: 1},
			0,
		),
	],
	[
		'and another machine overwrites it before with the same',
		lifeOf(
			[
				stepOf('bulk create', {which: 2, content: 4, isBold: true, isSecondHome: true}),
				stepOf('set', {listings: [{...plainListing, takes: 11_266}], during: 3}),
			],
			{isUpserting: true, ...prompt},
			0,
		),
	],
	[
		'and another machine overwrites it after that',
		lifeOf(
			[
				stepOf('bulk create', {
					which: 2,
					content: 4,
					isBold: true,
					isSecondHome: true,
					writes: [plainWrite, plainWrite, {...plainWrite, effect: 8845}],
				}),
				stepOf('set', {
					content: 3,
					listings: [
						{...plainListing, takes: 11_266},
						{...plainListing, lag: 28_450},
						{...plainListing, lag: 35_342, takes: 12_038},
					],
					during: 3,
				}),
			],
			{isUpserting: true},
			0,
		),
	],
	[
		'a create and an edit overwrite the same while both are pending',
		lifeOf(
			[
				stepOf('edit', {writes: [{...plainWrite, effect: 56_152}], listings: [{...plainListing, takes: 4205}]}),
				stepOf('roll back', {isSecondHome: true, outside: [{after: 9740, event: {kind: 'create', body: same}}]}),
				stepOf('create', {content: 1, isBold: true, writes: [{...plainWrite, effect: 37_067}]}),
			],
			{isUpserting: true, ...lateEffects},
			2,
		),
	],
	[
		'an undo overwrites what it made, and all its answers are lost',
		lifeOf(
			[stepOf('bulk delete', {which: 4}), stepOf('undo', {writes: [lost]})],
			{
				isUpserting: true,
				...prompt,
			},
			2,
		),
	],
	[
		'a create gets the ID of an identical one that another machine deleted, and its answer is lost',
		lifeOf(
			[
				stepOf('create', {isBold: true}),
				stepOf('create', {isBold: true}),
				stepOf('delete', {which: 5, isSecondHome: true}),
				stepOf('create', {content: 1, isBold: true, writes: [lost], listings: [{...plainListing, lag: 56_498}]}),
			],
			{...reused, effectBound: 1, lagBound: 50_000},
			2,
		),
	],
	[
		'an edit is rolled back by listings that leave its new notification out',
		lifeOf(
			[
				stepOf('delete'),
				stepOf('set', {
					writes: [
						{...plainWrite, answer: 403},
						{...plainWrite, answer: 502},
					],
				}),
				stepOf('roll back', {pause: 14_472}),
				stepOf('create', {pause: 7133}),
				stepOf('roll back', {listings: [{...plainListing, omits: 1}]}),
			],
			prompt,
			2,
		),
	],
	['a set on a service that does everything at once', lifeOf([stepOf('set', {which: 2, content: 4}), stepOf('undo')])],
	[
		'a repeated bulk create whose second answer names what the first one made twice',
		lifeOf(
			[stepOf('bulk create', {which: 1, content: 4, writes: [{...replayed, answer: 'wrong ID'}]})],
			lateListings,
			0,
		),
	],
	[
		'another machine edits in place what is being deleted here, and the same is created in bulk',
		one(
			[
				stepOf('edit', {content: 3, isSecondHome: true}),
				stepOf('delete', {
					writes: [{...plainWrite, answer: 422}],
					outside: [{after: 0, event: {kind: 'create', body: theirs}}],
					killAt: 7,
					during: 2,
				}),
				stepOf('create', {pause: 120_000, outside: [{after: 6915, event: {kind: 'create', body: same}}]}),
				stepOf('bulk create', {which: 4, content: 1, isBold: true, pause: 12_963, isRestarted: true}),
			],
			{...lateListings, pages: 'page', pageSize: 1, isUpserting: true},
		),
	],
	[
		'an item of a bulk create overwrites another one, the next item puts that back, and another client creates the same',
		lifeOf(
			[
				stepOf('bulk create', {
					which: 2,
					content: 4,
					isBold: true,
					writes: [plainWrite, {...plainWrite, takes: 10_000}],
					outside: [{after: 15_682, event: {kind: 'create', body: same}}],
				}),
			],
			{...lateListings, isUpserting: true},
			2,
		),
	],
	[
		'a bulk edit gets the ID of a pending deletion, of the same content, and both answers are lost',
		lifeOf(
			[
				stepOf('bulk delete', {writes: [lost]}),
				stepOf('bulk edit', {writes: [{...plainWrite, answer: 503}], listings: [{...plainListing, takes: 7235}]}),
			],
			{...lateEffects, ...reused},
			2,
		),
	],
	[
		'two machines edit the same alike, one answer is lost, and the machine restarts',
		one(
			[
				stepOf('edit', {writes: [lost]}),
				stepOf('edit', {isSecondHome: true}),
				stepOf('undo', {pause: 120_000, isRestarted: true}),
			],
			lateEffects,
		),
	],
	[
		'a bulk create overwrites what it made, and no answer has an ID',
		lifeOf(
			[stepOf('bulk create', {which: 1, isBold: true, writes: [{...plainWrite, answer: 'no ID'}]})],
			{
				...lateListings,
				isUpserting: true,
			},
			0,
		),
	],
	[
		'a pending create adopts the same of another machine, which an edit then changes in place',
		lifeOf(
			[
				stepOf('bulk create', {content: 1, writes: [lost]}),
				stepOf('bulk delete', {pause: 120_000, isSecondHome: true}),
				stepOf('create', {content: 1, isSecondHome: true}),
				stepOf('set'),
			],
			{...lateListings, isUpserting: true},
			0,
		),
	],
	[
		'what a listing behind shows is deleted, while its ID has another content',
		one(
			[
				stepOf('edit'),
				stepOf('create', {content: 4, listings: [{...plainListing, takes: 589}]}),
				stepOf('delete', {writes: [{...plainWrite, effect: 'never'}], listings: [{...plainListing, lag: 6129}]}),
			],
			{...lateListings, ...reused, isForgetful: true},
		),
	],
	[
		'an edit that is made in place and not confirmed, and is overwritten before it could be noticed',
		one(
			[
				stepOf('bulk edit', {content: 3}),
				stepOf('set', {writes: [never, lost], listings: [{...plainListing, takes: 10_879}]}),
				stepOf('create', {content: 1, isBold: true}),
			],
			{isUpserting: true},
		),
	],
	[
		'another client creates the same while the listing before a bulk edit is read, and the POST never takes effect',
		lifeOf(
			[
				stepOf('bulk edit', {
					isSecondHome: true,
					writes: [{...never, answer: 'confirmed'}],
					outside: [{after: 2528, event: {kind: 'create', body: same}}],
				}),
				stepOf('finish', {pause: 120_000, during: 3}),
			],
			{pages: 'offset', isForgetful: true},
		),
	],
	[
		'a set overwrites what only the listing before it has shown, and the answer is lost',
		lifeOf(
			[
				stepOf('set', {
					content: 3,
					isSecondHome: true,
					writes: [{...plainWrite, answer: 502}],
					listings: [{...plainListing, lag: 26_702}, plainListing],
					outside: [{after: 0, event: {kind: 'create', body: same}}],
				}),
				stepOf('refresh', {pause: 120_000, during: 3}),
			],
			{effectBound: 10_000, lagBound: 50_000, pages: 'page', isUpserting: true},
			2,
		),
	],
	[
		'a bulk edit is finished while every listing is empty',
		one(
			[
				stepOf('bulk edit', {writes: [{...plainWrite, answer: 308}]}),
				stepOf('finish', {listings: [{...plainListing, answer: 'empty', takes: 8622}]}),
			],
			{effectBound: 10_000, lagBound: 50_000},
		),
	],
	[
		'a set overwrites what appeared while its first request was pending',
		lifeOf(
			[
				stepOf('bulk delete', {outside: [{after: 38_732, event: {kind: 'create', body: same}}]}),
				stepOf('set', {
					content: 1,
					writes: [{...plainWrite, answer: 'no ID'}],
					listings: [{...plainListing, takes: 11_947}],
				}),
			],
			{isUpserting: true},
			2,
		),
	],
	[
		'another machine deletes what an undo has changed in place without an answer',
		lifeOf(
			[
				stepOf('edit', {which: 1, isSecondHome: true}),
				stepOf('undo', {pause: 120_000, isSecondHome: true, writes: [lost]}),
				stepOf('bulk delete', {which: 1}),
			],
			{isUpserting: true},
			2,
		),
	],
	[
		'a later create here puts back what an edit has changed in place',
		lifeOf(
			[
				stepOf('edit', {which: 3, pause: 120_000, writes: [{...plainWrite, answer: 'no ID'}], isSecondHome: true}),
				stepOf('create', {content: 3, isBold: true, isSecondHome: true}),
			],
			{isUpserting: true, ...lateListings},
			4,
		),
	],
	[
		'a repeated create is rolled back, and the last listing is behind',
		lifeOf(
			[
				stepOf('create', {writes: [{...replayed, answer: 'confirmed', effect: 42_877}]}),
				stepOf('roll back', {listings: [plainListing, {...plainListing, lag: 45_842, takes: 11_587}]}),
			],
			{},
			0,
		),
	],
	[
		'a repeated bulk edit, and the last listing is behind',
		lifeOf(
			[
				stepOf('create', {listings: [{...plainListing, takes: 8328}]}),
				stepOf('bulk edit', {
					writes: [{...replayed, answer: 'confirmed'}],
					listings: [plainListing, {...plainListing, lag: 6305}, {...plainListing, lag: 56_045}],
				}),
			],
			{},
			0,
		),
	],
	[
		'and a listing behind shows another one',
		one([
			stepOf('create', {
				writes: [{...replayed, answer: 'confirmed', effect: 17_550}],
				outside: [{after: 0, event: {kind: 'delete', which: 9}}],
			}),
			stepOf('roll back', {listings: [{...plainListing, lag: 47_153}, plainListing]}),
		]),
	],
	[
		'a bulk create is finished long after it was planned, and the same exists by then',
		lifeOf(
			[
				stepOf('bulk create', {
					which: 3,
					content: 2,
					isBold: true,
					writes: [{...plainWrite, answer: 429}],
					isSecondHome: true,
				}),
				stepOf('create', {content: 3}),
				stepOf('finish', {outside: [{after: 3761, event: {kind: 'create', body: same}}]}),
			],
			{isUpserting: true, effectBound: 10_000, lagBound: 50_000},
			0,
		),
	],
	[
		'a proxy repeats a set after it has adopted the same of another machine',
		lifeOf(
			[
				stepOf('set', {content: 2, writes: [{...replayed, answer: 'no ID', effect: 44_491}]}),
				stepOf('create', {content: 2, isSecondHome: true, during: 3}),
			],
			{},
			0,
		),
	],
	[
		'another machine creates the same under the ID of an edit while that is rolled back',
		one(
			[
				stepOf('set', {
					content: 4,
					killAt: 20,
					writes: [{...plainWrite, effect: 53_453, takes: 14_760}],
					listings: [{...plainListing, takes: 7250}],
				}),
				stepOf('bulk delete', {
					outside: [
						{after: 27_313, event: {kind: 'delete', which: 6}},
						{after: 26_432, event: {kind: 'create', body: same}},
					],
				}),
				stepOf('roll back'),
				stepOf('edit', {content: 4, pause: 120_000, isSecondHome: true, during: 4, writes: [lost]}),
			],
			{...lateEffects, ...reused},
		),
	],
	[
		'what was rolled back and then deleted by another machine is recreated under its ID, and the answer is lost',
		one(
			[
				stepOf('bulk edit', {
					writes: [plainWrite, never, never].map(fate => ({...fate, answer: 'confirmed', takes: 0})),
					listings: [{...plainListing, takes: 13_036}],
				}),
				stepOf('roll back'),
				stepOf('delete', {isSecondHome: true}),
				stepOf('undo', {writes: [lost]}),
			],
			{...lateEffects, ...reused, isForgetful: true},
		),
	],
	[
		'an edit overwrites another one without an answer, another client creates the same, and the edit is rolled back',
		lifeOf(
			[
				stepOf('edit', {writes: [lost], listings: [plainListing, plainListing, {...plainListing, answer: 'HTML'}]}),
				stepOf('roll back', {pause: 120_000, outside: [{after: 0, event: {kind: 'create', body: same}}]}),
			],
			{isUpserting: true, ...lateEffects},
			2,
		),
	],
	[
		'a set is finished long after it was planned, and the ID of what it deletes has other content by then',
		lifeOf(
			[
				stepOf('set', {which: 1, content: 2, isSecondHome: true, writes: [lost]}),
				stepOf('delete', {which: 1}),
				stepOf('create', {isBold: true}),
				stepOf('finish', {pause: 12_649, isSecondHome: true}),
				stepOf('create', {content: 1}),
			],
			{effectBound: 10_000, lagBound: 50_000, ...reused},
			2,
		),
	],
	[
		'an edit is named the ID of what was deleted before it, with its content, and a listing behind shows that',
		lifeOf(
			[
				stepOf('set'),
				stepOf('bulk edit', {
					which: 2,
					pause: 120_000,
					writes: [plainWrite, plainWrite, {...plainWrite, effect: 9999}],
					listings: [plainListing, {...plainListing, lag: 6282}],
				}),
			],
			{effectBound: 10_000, lagBound: 50_000, ...reused},
			2,
		),
	],
	[
		'a DELETE of a bulk delete takes effect, although it is answered with 404, and is sent again from a listing behind',
		lifeOf(
			[
				stepOf('bulk delete', {writes: [{...plainWrite, answer: 404}], killAt: 8}),
				stepOf('finish', {
					writes: [{...plainWrite, effect: 'never', answer: 422}],
					listings: [{...plainListing, lag: 10_000}],
				}),
			],
			lateListings,
			2,
		),
	],
	[
		'a create overwrites what another listing showed before, and the program is killed before it says so',
		lifeOf(
			[
				stepOf('create', {
					isBold: true,
					writes: [{...plainWrite, answer: 502}],
					listings: [{...plainListing, lag: 46_515}],
				}),
				stepOf('set', {killAt: 2}),
			],
			{isUpserting: true},
			2,
		),
	],
	[
		'a bulk create overwrites what only the listing before it has shown, and is killed before the answer',
		lifeOf(
			[
				stepOf('create', {content: 1, isSecondHome: true}),
				stepOf('bulk create', {which: 3, isBold: true, pause: 120_000, killAt: 5}),
			],
			{isUpserting: true, effectBound: 10_000, lagBound: 50_000},
			0,
		),
	],
	[
		'an edit that changes nothing overwrites another one, and its answer names the old one',
		lifeOf([stepOf('edit', {writes: [{...plainWrite, answer: 'two IDs'}]})], {isUpserting: true, ...lateListings}, 4),
	],
	[
		'an undo without an answer, and two empty listings after the settling time',
		one([
			stepOf('edit'),
			stepOf('undo', {writes: [lost]}),
			stepOf('undo', {
				pause: 120_000,
				listings: [
					{...plainListing, answer: 'empty', takes: 10_157},
					{...plainListing, answer: 'empty'},
				],
			}),
		]),
	],
	[
		'a create gets the ID of a deletion that was never answered, and its own answer names none',
		one(
			[
				stepOf('set', {content: 2}),
				stepOf('bulk delete', {pause: 1, killAt: 4}),
				stepOf('create', {content: 2, isBold: true, writes: [{...plainWrite, answer: 'no ID'}]}),
			],
			{...lateListings, ...reused},
		),
	],
	[
		'two creates own one ID, one after the other, and another machine made the second',
		lifeOf(
			[
				stepOf('bulk create', {
					which: 3,
					isBold: true,
					writes: [{...plainWrite, effect: 'never', answer: 'reset'}],
					outside: [{after: 10_001, event: {kind: 'create', body: same}}],
				}),
				stepOf('bulk create', {pause: 120_000}),
				stepOf('bulk delete'),
				stepOf('create', {content: 2, isSecondHome: true}),
			],
			{...lateListings, ...reused},
			0,
		),
	],
	[
		'an edit gets the ID that a create has taken, after that was deleted',
		one(
			[
				stepOf('create', {
					content: 2,
					isSecondHome: true,
					writes: [{...plainWrite, effect: 'never'}],
					listings: [{...plainListing, takes: 5182}],
				}),
				stepOf('create', {content: 2, pause: 13_732}),
				stepOf('finish', {pause: 2141}),
				stepOf('bulk edit', {which: 1, pause: 3035, isSecondHome: true}),
				stepOf('create', {isBold: true, isSecondHome: true}),
			],
			{...lateListings, ...reused, isForgetful: true},
		),
	],
	[
		'a create gets the ID of what another client deleted meanwhile, and its answer names another one',
		one(
			[
				stepOf('edit', {pause: 1, writes: [{...lost, effect: 1}]}),
				stepOf('finish', {pause: 120_000, killAt: 1, outside: [{after: 1, event: {kind: 'delete', which: 0}}]}),
				stepOf('create', {
					content: 2,
					writes: [{...plainWrite, effect: 10_000, answer: 'two IDs'}],
					listings: [{...plainListing, lag: 10_000, takes: 1}],
				}),
			],
			{...lateListings, ...reused},
		),
	],
	[
		'an unchecked create overwrites what another client deletes then, and the same is created elsewhere',
		one(
			[
				stepOf('bulk create', {content: 2, listings: [{...plainListing, lag: 10_000, takes: 1}]}),
				stepOf('create', {
					content: 3,
					isBold: true,
					isSecondHome: true,
					pause: 1,
					listings: [{...plainListing, answer: 'reset', takes: 1}],
				}),
				stepOf('bulk create', {
					which: 1,
					content: 2,
					isBold: true,
					pause: 1,
					outside: [{after: 0, event: {kind: 'delete', which: 0}}],
				}),
			],
			{...lateListings, isUpserting: true},
		),
	],
	[
		'every listing leaves out what a killed create made, and then the process that says so is killed, too',
		lifeOf(
			[
				stepOf('create', {
					isBold: true,
					killAt: 4,
					isRestarted: true,
					during: 1,
					outside: [
						{after: 1, event: {kind: 'delete', which: 0}},
						{after: 10_000, event: {kind: 'create', body: foreign[0]}},
					],
				}),
				stepOf('finish', {
					pause: 120_000,
					killAt: 6,
					clockChange: 3_600_000,
					listings: [{...plainListing, lag: 1, omits: 0}],
				}),
				stepOf('refresh', {during: 1}),
			],
			lateListings,
			1,
		),
	],
	[
		'an answer names what was given again, and a listing from before shows that as what was sent',
		lifeOf(
			[
				stepOf('bulk delete', {
					which: 2,
					outside: [
						{after: 1, event: {kind: 'delete', which: 0}},
						{after: 1, event: {kind: 'create', body: foreign[0]}},
					],
				}),
				stepOf('create', {
					content: 3,
					pause: 1,
					writes: [{...plainWrite, answer: 'two IDs', takes: 1}],
					listings: [{...plainListing, lag: 10_000, takes: 1}, plainListing],
				}),
			],
			{...lateListings, ...reused},
			4,
		),
	],
	[
		'the answer to a create has no ID, and a listing from before another client’s changes has the same',
		lifeOf(
			[
				stepOf('bulk create', {outside: [{after: 0, event: {kind: 'delete', which: 0}}]}),
				stepOf('set', {
					pause: 1,
					writes: [{...plainWrite, effect: 1, answer: 'no ID'}],
					listings: [plainListing, plainListing, {...plainListing, lag: 10_000}],
					outside: [{after: 0, event: {kind: 'create', body: foreign[0]}}],
				}),
			],
			lateListings,
			1,
		),
	],
	[
		'the old one of an edit is gone, and every listing leaves out the new one while that is taken back',
		lifeOf(
			[
				stepOf('bulk edit', {
					which: 1,
					killAt: 6,
					during: 1,
					outside: [{after: 0, event: {kind: 'renew the key'}}],
				}),
				stepOf('finish', {
					during: 1,
					writes: [{effect: 0, answer: 'reset', takes: 1}],
					outside: [
						{after: 0, event: {kind: 'delete', which: 0}},
						{after: 0, event: {kind: 'renew the key'}},
					],
				}),
				stepOf('roll back', {pause: 1, listings: [{...plainListing, lag: 1, takes: 3637, omits: 4}]}),
			],
			lateListings,
			2,
		),
	],
	[
		'another client gets the ID of the old one of an edit for the same, and the edit is taken back',
		lifeOf(
			[
				stepOf('bulk edit', {writes: [plainWrite, {effect: 1, answer: 'reset', takes: 0}]}),
				stepOf('bulk create', {
					outside: [
						{after: 1, event: {kind: 'create', body: foreign[0]}},
						{after: 0, event: {kind: 'create', body: same}},
					],
				}),
				stepOf('refresh', {pause: 120_000, during: 1}),
				stepOf('roll back', {killAt: 4, during: 1}),
			],
			{...lateListings, ...reused},
			1,
		),
	],
	[
		'a create is taken back by a DELETE that does nothing, and a listing from before it lacks it',
		lifeOf(
			[
				stepOf('create', {
					isBold: true,
					pause: 120_000,
					during: 1,
					listings: [
						{...plainListing, lag: 1, takes: 1},
						{...plainListing, lag: 1, answer: 'HTML'},
					],
					outside: [{after: 1, event: {kind: 'delete', which: 0}}],
				}),
				stepOf('roll back', {
					during: 1,
					writes: [{...plainWrite, effect: 'never'}],
					listings: [{...plainListing, lag: 10_000, takes: 1}, plainListing],
				}),
			],
			{...lateListings, isForgetful: true},
			1,
		),
	],
	[
		'a create is answered without an ID, and a listing from before shows what another machine deleted',
		lifeOf(
			[
				stepOf('bulk delete', {pause: 1, clockChange: 3_600_000, isSecondHome: true, during: 1}),
				stepOf('set', {
					pause: 1,
					writes: [{...plainWrite, answer: 'no ID'}],
					listings: [plainListing, plainListing, {...plainListing, lag: 10_000}],
				}),
			],
			lateListings,
			2,
		),
	],
	[
		'an edit overwrites an ID after its old one was deleted, and another client creates the same',
		lifeOf(
			[
				stepOf('edit', {writes: [{effect: 1, answer: 'reset', takes: 0}], isSecondHome: true, during: 1}),
				stepOf('finish', {
					outside: [
						{after: 10_000, event: {kind: 'create', body: same}},
						{after: 0, event: {kind: 'delete', which: 0}},
					],
					killAt: 1,
					during: 3,
				}),
				stepOf('bulk create', {pause: 120_000, isRestarted: true, isSecondHome: true, during: 1}),
			],
			{isUpserting: true},
			1,
		),
	],
	[
		'a delete without an answer, and its ID is given to what an undo recreates',
		lifeOf(
			[
				stepOf('set', {pause: 1, clockChange: 3_600_000}),
				stepOf('finish', {
					pause: 1,
					outside: [{after: 10_000, event: {kind: 'create', body: theirs}}],
					isRestarted: true,
				}),
				stepOf('bulk delete', {
					which: 1,
					pause: 1,
					writes: [
						{effect: 10_000, answer: 'confirmed', takes: 0},
						{effect: 10_000, answer: 503, takes: 0},
					],
					listings: [{...plainListing, takes: 5000}],
					isSecondHome: true,
					during: 1,
				}),
				stepOf('undo', {
					listings: [{...plainListing, lag: 1}],
					outside: [{after: 10_000, event: {kind: 'create', body: theirs}}],
					isSecondHome: true,
					during: 1,
				}),
				stepOf('finish', {
					pause: 1,
					outside: [
						{after: 1, event: {kind: 'renew the key'}},
						{after: 1, event: {kind: 'create', body: theirs}},
					],
					during: 1,
				}),
			],
			{...lateListings, ...reused},
			1,
		),
	],
	[
		'a delete without an answer, and its ID is overwritten again and again',
		lifeOf(
			[
				stepOf('bulk delete', {writes: [{effect: 10_002, answer: 'reset', takes: 0}]}),
				stepOf('create', {content: 1, isBold: true, clockChange: 3_600_000, during: 1}),
				stepOf('bulk create', {
					which: 1,
					content: 2,
					isBold: true,
					pause: 1,
					writes: [plainWrite, {effect: 10_000, answer: 'confirmed', takes: 1}],
					during: 1,
				}),
				stepOf('bulk edit'),
			],
			{...lateEffects, isUpserting: true},
			1,
		),
	],
	[
		'a create without an answer, and two that were listed with other content may be it',
		lifeOf(
			[
				stepOf('bulk edit', {which: 1, content: 1, isSecondHome: true, during: 1}),
				stepOf('create', {content: 2, writes: [{effect: 0, answer: 'reset', takes: 0}]}),
			],
			{...lateListings, ...reused},
			2,
		),
	],
	[
		'a killed set has not sent the DELETE of what the answer to an edit names by mistake',
		lifeOf(
			[
				stepOf('finish', {
					pause: 1,
					outside: [{after: 0, event: {kind: 'create', body: theirs}}],
					during: 1,
				}),
				stepOf('set', {killAt: 13, isSecondHome: true}),
				stepOf('edit', {
					which: 1,
					writes: [{effect: 0, answer: 'wrong ID', takes: 0}],
					listings: [{...plainListing, takes: 12_500}, plainListing],
					clockChange: 3_600_000,
					isSecondHome: true,
					during: 1,
				}),
			],
			lateListings,
			0,
		),
	],
	[
		'a killed delete, and a create without a check that may be the same',
		lifeOf(
			[
				stepOf('bulk delete', {which: 3, killAt: 15, isSecondHome: true, during: 1}),
				stepOf('create', {
					content: 3,
					isBold: true,
					pause: 120_000,
					listings: [
						{...plainListing, lag: 1, answer: 'HTML', takes: 1},
						{...plainListing, lag: 10_000},
					],
					outside: [{after: 1, event: {kind: 'create', body: theirs}}],
					isSecondHome: true,
					during: 1,
				}),
			],
			{...lateListings, pages: 'page'},
			4,
		),
	],
	[
		'an edit killed at its DELETE, whose ID a create gets that could not look before',
		lifeOf(
			[
				stepOf('edit', {killAt: 8, clockChange: 3_600_000, isSecondHome: true, during: 1}),
				stepOf('create', {
					isBold: true,
					pause: 120_000,
					listings: [{...plainListing, lag: 10_000, answer: 'reset'}],
					killAt: 16,
					isSecondHome: true,
					during: 1,
				}),
				stepOf('roll back', {pause: 120_000, isSecondHome: true}),
			],
			{...lateListings, ...reused},
			1,
		),
	],
	[
		'one create of a set overwrites another one, and another client creates the same',
		lifeOf(
			[
				stepOf('bulk create', {
					which: 2,
					content: 3,
					isBold: true,
					writes: [plainWrite, {...plainWrite, answer: 'reset'}, {...plainWrite, effect: 10_000}],
				}),
				stepOf('finish', {
					pause: 120_000,
					outside: [{after: 0, event: {kind: 'create', body: same}}],
					during: 1,
				}),
			],
			{isUpserting: true},
			0,
		),
	],
	[
		'a killed edit is answered without an ID, and a listing from before shows what another client deleted before the start',
		lifeOf(
			[
				stepOf('bulk edit', {
					content: 1,
					pause: 120_000,
					writes: [{...plainWrite, answer: 'no ID'}],
					outside: [{after: 0, event: {kind: 'delete', which: 5}}],
					killAt: 5,
					isRestarted: true,
				}),
				stepOf('finish', {
					listings: [{...plainListing, lag: 10_000, takes: 1}],
					clockChange: 3_600_000,
					during: 1,
				}),
			],
			lateListings,
			4,
		),
	],
	[
		'two edits overwrite another one in turn, and each answer names the old one',
		lifeOf(
			[
				stepOf('bulk edit', {
					which: 1,
					pause: 1,
					writes: [{...plainWrite, answer: 'wrong ID'}],
					clockChange: 3_600_000,
				}),
			],
			{...lateListings, isUpserting: true},
			4,
		),
	],
	[
		'an edit whose old one was gone is finished, and a listing from before shows that again',
		lifeOf(
			[
				stepOf('edit', {isSecondHome: true}),
				stepOf('bulk delete', {pause: 1, clockChange: 3_600_000, during: 2}),
				stepOf('finish', {isSecondHome: true, during: 1}),
				stepOf('refresh', {
					pause: 1,
					listings: [{...plainListing, lag: 10_000, takes: 1}],
					outside: [{after: 1, event: {kind: 'create', body: theirs}}],
					isSecondHome: true,
					during: 1,
				}),
			],
			lateListings,
			1,
		),
	],
	[
		'a delete takes effect late, an undo puts the same in its place without saying so, and another client creates the same',
		lifeOf(
			[
				stepOf('delete', {which: 3, pause: 120_000, during: 1}),
				stepOf('finish', {outside: [{after: 1, event: {kind: 'create', body: same}}], during: 1}),
				stepOf('bulk delete', {
					which: 1,
					pause: 1,
					writes: [{...plainWrite, effect: 20_001}, plainWrite],
					isRestarted: true,
				}),
				stepOf('undo', {
					writes: [{effect: 10_001, answer: 'no ID', takes: 0}],
					clockChange: 3_600_000,
					during: 1,
				}),
				stepOf('finish', {
					outside: [{after: 10_000, event: {kind: 'create', body: same}}],
					killAt: 1,
					during: 1,
				}),
			],
			{isUpserting: true},
			2,
		),
	],
	[
		'one create of a set is answered without an ID, and a listing that is only displayed shows what another client deleted',
		lifeOf(
			[
				stepOf('edit', {pause: 1, outside: [{after: 0, event: {kind: 'delete', which: 0}}], during: 1}),
				stepOf('bulk create', {
					which: 5,
					content: 4,
					isBold: true,
					writes: [plainWrite, plainWrite, {...plainWrite, answer: 'no ID', takes: 1}],
					listings: [{...plainListing, lag: 10_003}],
					during: 1,
				}),
			],
			lateListings,
			1,
		),
	],
	[
		'a create was killed before it was sent, and what a deletion of here has freed is given to the same create',
		lifeOf(
			[
				stepOf('bulk create', {pause: 120_000, isSecondHome: true}),
				stepOf('create', {isBold: true, killAt: 3}),
				stepOf('bulk delete', {which: 1, pause: 1}),
				stepOf('create', {isBold: true, pause: 1, writes: [{effect: 10_000, answer: 'reset', takes: 0}], during: 1}),
			],
			{...lateListings, ...reused},
			2,
		),
	],
	[
		'an edit is rolled back after a listing left out the new one, and its confirmed DELETE does nothing',
		lifeOf(
			[
				stepOf('edit', {pause: 120_000, writes: [{...plainWrite, answer: 'wrong ID'}], during: 1}),
				stepOf('delete', {pause: 120_000}),
				stepOf('roll back', {
					writes: [{...plainWrite, effect: 'never'}],
					listings: [{...plainListing, lag: 10_000, takes: 1, omits: 3}, plainListing],
				}),
			],
			{...lateListings, isForgetful: true},
			1,
		),
	],
	[
		'a set waits before its first POST, and another client creates what one of it is to create',
		lifeOf(
			[
				stepOf('set', {pause: 1, during: 1}),
				stepOf('bulk delete', {pause: 120_000, outside: [{after: 10_000, event: {kind: 'create', body: same}}]}),
				stepOf('set', {pause: 1, isSecondHome: true}),
				stepOf('delete', {pause: 120_000, during: 2}),
			],
			{...lateListings, ...reused},
			1,
		),
	],
	[
		'listings leave out what a create made for longer than the settling time, and show it while its set goes on',
		lifeOf(
			[
				stepOf('set', {
					writes: [{effect: 10_000, answer: 'reset', takes: 1}],
					listings: [{...plainListing, lag: 10_000, takes: 2000, omits: 5}],
				}),
			],
			lateListings,
			2,
		),
	],
	[
		'an edit overwrites what another one made of what another client had created alike, and that was displayed',
		lifeOf(
			[
				stepOf('edit', {outside: [{after: 0, event: {kind: 'create', body: same}}], killAt: 1, during: 1}),
				stepOf('bulk edit', {
					which: 3,
					content: 2,
					writes: [plainWrite, {...plainWrite, answer: 422}, plainWrite, {...lost, effect: 10_000}],
					listings: [{...plainListing, lag: 1}],
					during: 1,
				}),
				stepOf('edit', {
					content: 1,
					pause: 1,
					listings: [{...plainListing, lag: 24_411, takes: 6970}],
					isSecondHome: true,
				}),
				stepOf('finish', {pause: 15_651, isSecondHome: true, during: 1}),
				stepOf('finish', {outside: [{after: 10_000, event: {kind: 'renew the key'}}], during: 1}),
			],
			{...lateListings, isUpserting: true},
			4,
		),
	],
	[
		'two alike creates, of which one was killed, and a deletion of before that is found only after an ID was given again',
		lifeOf(
			[
				stepOf('bulk delete', {
					which: 1,
					pause: 1,
					outside: [{after: 1, event: {kind: 'renew the key'}}],
					isSecondHome: true,
				}),
				stepOf('bulk create', {pause: 1, clockChange: 3_600_000, during: 2}),
				stepOf('finish', {pause: 1, writes: [lost], isSecondHome: true}),
				stepOf('create', {
					content: 1,
					pause: 1,
					killAt: 2,
					clockChange: 3_600_000,
					isSecondHome: true,
					during: 1,
				}),
				stepOf('bulk delete', {pause: 120_000, clockChange: 3_600_000, during: 1}),
				stepOf('create', {content: 1, isBold: true, pause: 1, isSecondHome: true, during: 1}),
			],
			{...lateListings, ...reused},
			2,
		),
	],
	[
		'an edit is answered without an ID and overwrites what was created here, and another client creates the same',
		lifeOf(
			[
				stepOf('delete', {during: 1}),
				stepOf('finish', {outside: [{after: 0, event: {kind: 'create', body: theirs}}]}),
				stepOf('create', {content: 1}),
				stepOf('edit', {
					pause: 1,
					writes: [{...plainWrite, answer: 'no ID', takes: 1}],
					clockChange: 3_600_000,
					isRestarted: true,
				}),
				stepOf('finish', {
					pause: 1,
					outside: [{after: 10_000, event: {kind: 'create', body: same}}],
					clockChange: 3_600_000,
				}),
			],
			{...lateListings, isUpserting: true},
			1,
		),
	],
	[
		'one of two that are created again is answered with a job, the other overwrites it, and that is undone',
		lifeOf(
			[
				stepOf('delete', {pause: 120_000}),
				stepOf('finish', {
					pause: 1,
					outside: [
						{after: 0, event: {kind: 'delete', which: 1}},
						{after: 10_000, event: {kind: 'renew the key'}},
					],
					killAt: 1,
				}),
				stepOf('bulk delete', {which: 1, pause: 120_000, isRestarted: true}),
				stepOf('undo', {
					writes: [
						{effect: 'never', answer: 'job', takes: 0},
						{effect: 10_000, answer: 'confirmed', takes: 1},
					],
				}),
				stepOf('undo', {isRestarted: true, during: 1}),
			],
			{effectBound: 10_000, lagBound: 50_000, isUpserting: true},
			4,
		),
	],
	[
		'a create was killed when it had overwritten another one, which another client deletes and then creates the same',
		lifeOf(
			[
				stepOf('bulk create', {
					isBold: true,
					pause: 120_000,
					killAt: 4,
					clockChange: 3_600_000,
					isSecondHome: true,
					during: 1,
				}),
				stepOf('create', {
					content: 4,
					pause: 120_000,
					listings: [{...plainListing, lag: 10_000, takes: 1}],
					outside: [{after: 2, event: {kind: 'delete', which: 5}}],
					isRestarted: true,
					isSecondHome: true,
					during: 1,
				}),
				stepOf('finish', {pause: 1, outside: [{after: 10_000, event: {kind: 'create', body: same}}]}),
			],
			{...lateListings, isUpserting: true},
		),
	],
	[
		'a create is answered with an ID that was listed before, and listings leave out the new one until it ends',
		one(
			[
				stepOf('create', {
					isBold: true,
					pause: 120_000,
					writes: [{effect: 10_000, answer: 'two IDs', takes: 0}],
					isSecondHome: true,
					during: 1,
				}),
				stepOf('finish', {
					pause: 120_000,
					listings: [{...plainListing, lag: 10_000, takes: 1, omits: 3}],
					isSecondHome: true,
				}),
			],
			lateListings,
		),
	],
	[
		'a create whose answer was not recorded takes the ID of a deletion of unknown outcome, with the same content',
		lifeOf(
			[
				stepOf('delete', {
					pause: 1,
					writes: [{effect: 10_000, answer: 'reset', takes: 1}],
					killAt: 4,
					isSecondHome: true,
				}),
				stepOf('finish', {killAt: 4, isSecondHome: true}),
				stepOf('create', {
					outside: [{after: 1, event: {kind: 'renew the key'}}],
					killAt: 2,
					isSecondHome: true,
					during: 1,
				}),
			],
			{...lateListings, ...reused},
			1,
		),
	],
	[
		'a create whose answer was not recorded takes the ID of one of several deletions of unknown outcome',
		lifeOf(
			[
				stepOf('bulk delete', {which: 1, pause: 1, writes: [lost], isSecondHome: true, during: 1}),
				stepOf('create', {
					content: 1,
					listings: [{lag: 10_000, answer: 'reset', takes: 0}, plainListing],
					killAt: 5,
					isSecondHome: true,
				}),
			],
			{...lateListings, ...reused},
			2,
		),
	],
	[
		'a create is answered with a wrong ID and takes effect late, under the ID of the same that another client deleted',
		lifeOf(
			[
				stepOf('delete', {killAt: 3, during: 1}),
				stepOf('finish', {
					pause: 120_000,
					outside: [
						{after: 10_002, event: {kind: 'delete', which: 3}},
						{after: 1, event: {kind: 'delete', which: 5}},
					],
					killAt: 5,
				}),
				stepOf('edit', {content: 2, isSecondHome: true, during: 1}),
				stepOf('bulk create', {
					content: 3,
					isBold: true,
					pause: 1,
					writes: [{effect: 10_000, answer: 'wrong ID', takes: 1}],
					clockChange: 3_600_000,
					isRestarted: true,
				}),
			],
			{isUpserting: true},
			4,
		),
	],
	[
		'a create that was sent without a check overwrites the same that was displayed before, and is rolled back',
		lifeOf(
			[
				stepOf('edit', {content: 1, during: 1}),
				stepOf('create', {
					content: 1,
					isBold: true,
					pause: 1,
					listings: [{lag: 10_000, answer: 'reset', takes: 0}],
					isSecondHome: true,
				}),
				stepOf('roll back', {pause: 120_000, isSecondHome: true}),
			],
			{...lateListings, isUpserting: true},
			2,
		),
	],
	[
		'an edit is answered with the ID of the same that its listing left out, which is gone when it is rolled back',
		lifeOf(
			[
				stepOf('delete', {during: 1}),
				stepOf('edit', {pause: 120_000, writes: [{...lost, effect: 1}]}),
				stepOf('edit', {
					which: 3,
					content: 1,
					pause: 9500,
					writes: [{...plainWrite, answer: 'wrong ID'}],
					listings: [plainListing, {...plainListing, lag: 10_000, omits: 0}, {...plainListing, lag: 1, omits: 3}],
					clockChange: 3_600_000,
					isSecondHome: true,
					during: 5,
				}),
			],
			lateListings,
			2,
		),
	],
	[
		'an edit is answered without an ID and takes what another one made, and both are gone when it is rolled back',
		lifeOf(
			[
				stepOf('bulk delete', {which: 2, pause: 1}),
				stepOf('edit', {
					content: 1,
					pause: 1,
					writes: [{effect: 'never', answer: 'no ID', takes: 0}],
					listings: [{...plainListing, lag: 1}],
					during: 1,
				}),
				stepOf('bulk edit', {
					which: 1,
					content: 1,
					pause: 1,
					listings: [plainListing, plainListing, {...plainListing, lag: 10_000}],
					outside: [{after: 1001, event: {kind: 'delete', which: 0}}],
					isSecondHome: true,
					during: 2,
				}),
			],
			lateListings,
			5,
		),
	],
	[
		'a create was repeated, and the listing that decides leaves one of both out because its pages shift',
		one(
			[
				stepOf('bulk create', {
					isBold: true,
					pause: 1,
					writes: [{effect: 10_000, answer: 'no ID', takes: 0, isReplayed: true}],
					isSecondHome: true,
				}),
				stepOf('bulk create', {
					pause: 120_000,
					outside: [{after: 1, event: {kind: 'create', body: theirs}}],
					killAt: 1,
					isSecondHome: true,
					during: 1,
				}),
				stepOf('delete', {pause: 1, isSecondHome: true, during: 1}),
				stepOf('finish', {
					pause: 1,
					outside: [
						{after: 0, event: {kind: 'renew the key'}},
						{after: 0, event: {kind: 'delete', which: 0}},
					],
					killAt: 1,
					clockChange: 3_600_000,
					during: 1,
				}),
			],
			{...lateListings, pages: 'page', pageSize: 1, isShifting: true},
		),
	],
])('every invariant holds: %s', async (_name, life) => {
	expect(await report(life)).toBeUndefined();
});
