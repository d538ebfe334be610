import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {createPauseControl, type BulkOptions} from '../../source/session/account-operations.ts';
import {createAccountsBeside} from '../../source/session/accounts-beside.ts';
import {createServices} from '../../source/session/services.ts';
import type {Session} from '../../source/session/session.ts';
import {stillClock} from '../helpers/app.tsx';
import {list} from '../operations/harness.ts';
import {startRawService, type RawService} from '../operations/raw-service.ts';
import {input, temporaryDirectory} from '../storage/ledgers.ts';

const environment = {
	baseUrl: undefined,
	apiKey: undefined,
	profile: undefined,
	noColour: true,
	editor: undefined,
	get: () => undefined,
};

/** Services on a config.yaml with the profiles staging, which is open, production and the read-only audit. */
async function setUp() {
	const [staging, production] = [await startRawService(), await startRawService()];
	const directory = temporaryDirectory();
	const configFile = path.join(directory, 'config.yaml');
	const profileOf = (name: string, {baseUrl, apiKey}: RawService, rest = '') =>
		`  ${name}: {baseUrl: "${baseUrl}", apiKey: ${apiKey}${rest}}\n`;
	writeFileSync(
		configFile,
		`profile: staging\nprofiles:\n${profileOf('staging', staging)}${profileOf('production', production, ', colour: false')}${profileOf('audit', production, ', readOnly: true')}`,
		{mode: 0o600},
	);
	const displayed: string[] = [];
	const {services, close} = createServices({
		clock: stillClock,
		isReadOnly: false,
		profile: {environment, configFile},
		configFile,
		sandboxFile: path.join(directory, 'sandbox'),
		ledgerFile: path.join(directory, 'ledger.sqlite'),
		editor: 'false',
		timeout: 10_000,
		settlingTime: 5000,
		onOpen({name}) {
			displayed.push(name);
		},
	});
	onTestFinished(close);
	const opening = await services.open();
	const present = opening.state === 'open' ? opening.session : undefined;
	const left: Session[] = [];
	const beside = createAccountsBeside({
		...services,
		async leave(session) {
			left.push(session);
			await services.leave(session);
		},
	});
	const open = async (name: string): Promise<Session> => {
		const opened = await beside.open(name, present!, {});
		if (!opened.ok) {
			throw new Error(opened.problem);
		}

		return opened.session;
	};

	return {services, staging, production, open, beside, present: present!, displayed, left, configFile};
}

const options = (): BulkOptions => ({
	signal: new AbortController().signal,
	pauseControl: createPauseControl(),
	onProgress: () => undefined,
});
const sourceOf = ({profile: {name}, profileKey, connection}: Session) => ({name, profileKey, connection});

test('the template that this machine sent to one account goes along to the other, where the copy can be undone', async () => {
	const {services, staging, production, open} = await setUp();
	const [source, target] = [await open('staging'), await open('production')];
	const input2 = {...input, template: 'Payout of {value}'};
	expect(await source.operations.create(input2, {signal: new AbortController().signal})).toMatchObject({kind: 'done'});
	// The listing does not return it.
	staging.behaviour.listing = records => records.map(({template, ...record}) => record);
	const wanted = await list(staging);
	expect(await target.operations.surveyCopy(source, wanted, {source: wanted, target: []})).toMatchObject({
		count: 1,
		contentUnknown: 0,
	});

	const copied = await target.operations.bulkCopy(sourceOf(source), wanted, options());
	expect(copied).toMatchObject({kind: 'ended', counts: {done: 1}, skipped: []});
	expect(production.records).toMatchObject([{template: 'Payout of {value}'}]);
	const {ledger} = await services.openLedger();
	expect(ledger.sent.get(target.profileKey, '1')).toMatchObject({template: 'Payout of {value}'});
	expect(ledger.journal.history({profile: source.profileKey, limit: 10})).toHaveLength(1);
	expect(ledger.journal.history({profile: target.profileKey, limit: 10})).toHaveLength(1);
	const again = await target.operations.bulkCopy(sourceOf(source), wanted, options());
	expect(again).toMatchObject({
		kind: 'impossible',
		reason: expect.stringContaining('production has an identical one') as string,
	});
	expect(await target.operations.undoBatch(copied.kind === 'ended' ? copied.batch : 0, options())).toMatchObject({
		kind: 'ended',
		counts: {done: 1},
	});
	expect([production.records.length, staging.records.length]).toEqual([0, 1]);
});

test('nothing is sent to a read-only profile', async () => {
	const {staging, production, open} = await setUp();
	const [source, target] = [await open('staging'), await open('audit')];
	await source.operations.create(input, {signal: new AbortController().signal});
	expect(await target.operations.bulkCopy(sourceOf(source), await list(staging), options())).toEqual({
		kind: 'impossible',
		reason: 'Nothing was sent. This profile is read-only.',
	});
	expect(production.requests).toEqual([]);
});

test('the displayed account is not opened a second time, another one once, and its colours are not used', async () => {
	const {open, beside, present, displayed, left} = await setUp();
	expect(await open('staging')).toBe(present);
	const production = await open('production');
	expect(await open('production')).toBe(production);
	expect(production.profile).toMatchObject({name: 'production', hasColour: false});
	expect(displayed).toEqual(['staging']);
	const renewed = {...production, id: 77};
	beside.replace(renewed);
	expect(await open('production')).toBe(renewed);
	beside.replace(present);
	beside.close();
	expect(left).toEqual([renewed]);
	expect(await open('production')).not.toBe(renewed);
	expect(await beside.open('nowhere', present, {})).toMatchObject({
		ok: false,
		problem: expect.stringContaining('no profile nowhere') as string,
	});
});

test('what a policy of the account that is written to refuses is not copied, and said', async () => {
	const {staging, production, open, configFile} = await setUp();
	const [source, target] = [await open('staging'), await open('production')];
	for (const name of ['Copied', 'Refused']) {
		expect(
			await source.operations.create({...input, name, userId: name}, {signal: new AbortController().signal}),
		).toMatchObject({kind: 'done'});
	}

	const text = readFileSync(configFile, 'utf8');
	const rule = (profile: string, words: string) =>
		text.replace(`  ${profile}: {`, `  ${profile}: {policies: [{refuse: "${words}", say: Not here}], `);
	writeFileSync(configFile, rule('production', 'name:refused'));
	const wanted = await list(staging);
	const survey = await target.operations.surveyCopy(sourceOf(source), wanted, {source: wanted, target: []});
	expect(survey.plan).toMatchObject({copies: [{name: 'Copied'}], refused: [{record: {name: 'Refused'}}]});
	const said = expect.stringMatching(/1 skipped: it breaks a policy: Not here\./v) as unknown;
	expect(await target.operations.bulkCopy(sourceOf(source), wanted, options())).toMatchObject({
		kind: 'ended',
		counts: {done: 1},
		skipped: [said],
	});
	const copied = await list(production);
	expect(copied.map(({name}) => name)).toEqual(['Copied']);
	// The rules of the source are not those of the target.
	writeFileSync(configFile, rule('staging', 'name:refused'));
	expect(await target.operations.bulkCopy(sourceOf(source), wanted, options())).toMatchObject({
		kind: 'ended',
		counts: {done: 1},
	});
});
