import {rmSync} from 'node:fs';
import path from 'node:path';
import {toCreateBody} from '../../source/api/create-body.ts';
import {settlingTime} from '../helpers/model-service/arbitraries.ts';
import {plainListing, plainWrite} from '../helpers/model-service/fates.ts';
import {createModelService} from '../helpers/model-service/model.ts';
import type {ModelServer} from '../helpers/model-service/server.ts';
import {pendingChanges, type PendingChange, type Told} from './adapter.ts';
import {judge} from './judge.ts';
import {judgeClaims} from './judge-claims.ts';
import {contents, type Life, type Step} from './life.ts';
import {createOperator} from './operator.ts';
import {startProgram, type Program} from './program.ts';
import {createRecorder} from './recorder.ts';
import type {Violation} from './record.ts';

/** How a life went. */
export type Outcome = {
	readonly violations: readonly Violation[];
	/** Everything that happened, a line each, with its time in milliseconds. */
	readonly trace: readonly string[];
};

/** Where lives take place. */
export type Place = {
	readonly server: ModelServer;
	/** For ledgers. */
	readonly folder: string;
};

/** 2026-11-20T23:49:00Z */
const epoch = Date.UTC(2026, 10, 20, 23, 49);

/** How often the operator decides about what is still pending when the service has come to rest. */
const lastRounds = 6;

let count = 0;

/** Lives a life, and judges it. */
export async function live({server, folder}: Place, {character, existing, steps}: Life): Promise<Outcome> {
	const trace: string[] = [];
	const model = createModelService({
		character,
		existing: Array.from({length: existing}, (_, index) => toCreateBody(contents[index % contents.length]!)),
		onEvent(line) {
			trace.push(line);
		},
	});
	const note = (line: string) => {
		trace.push(`${String(model.now()).padStart(7)}  * ${line}`);
	};

	const recorder = createRecorder(model, note);
	const operator = createOperator(recorder.operatorOptions);
	count++;
	const ledgerFile = path.join(folder, `life-${count}`, 'ledger.sqlite');
	let fates: Pick<Step, 'writes' | 'listings'> = {writes: [], listings: []};
	let used = {writes: 0, listings: 0};
	let clockChange = 0;
	let boot = {era: 1, at: 0};

	const start = (): Program => startProgram({
		model,
		server,
		ledgerFile,
		machine: {
			wallClock: () => epoch + model.now() + clockChange,
			uptime: () => ({era: `boot ${boot.era}`, at: model.now() - boot.at}),
		},
		fates: {
			nextWrite: () => fates.writes[used.writes++ % fates.writes.length] ?? plainWrite,
			nextListing: () => fates.listings[used.listings++ % fates.listings.length] ?? plainListing,
		},
		onWrite(announced) {
			recorder.takeWrite(announced, program.ledger);
		},
	});

	let program = start();

	const perform = async (what: string, act: (running: Program) => Promise<Told | undefined>, killAt?: number) => {
		note(what);
		const running = program;
		const told = await running.run(killAt, async () => act(running));
		if (told === 'killed') {
			note('killed');
			program = start();
		} else {
			note(told === undefined ? 'there was nothing to do' : `told: ${told.kind} ${told.reason ?? ''}`.trimEnd());
		}

		recorder.readJournal(program.ledger);
	};

	const takeStep = async (step: Step) => {
		model.advance(step.pause);
		({clockChange} = step);
		fates = step;
		used = {writes: 0, listings: 0};
		if (step.isRestarted) {
			note('the machine restarts');
			boot = {era: boot.era + 1, at: model.now()};
			program.close();
			program = start();
		}

		for (const {after, event} of step.outside) {
			model.schedule(after, event);
		}

		const {act, killAt} = step;
		await perform(killAt === undefined ? act : `${act}, to be killed at step ${killAt}`, async running => operator.act(running, step), killAt);
	};

	/** Nothing goes wrong any more: listings and the operator settle what is pending. */
	const comeToRest = async () => {
		note('nothing goes wrong from here on');
		fates = {writes: [], listings: []};
		model.advance(model.settledAt() - model.now());
		for (let round = 0; round < lastRounds && pendingChanges(program).length > 0; round++) {
			await perform('refresh', operator.refresh);
			const kind = round % 2 === 0 ? 'finish' : 'roll back';
			for (const change of pendingChanges(program)) {
				await perform(`${kind} ${nameOf(change)}`, async running => operator.settle(running, change, {kind, isBold: false}));
			}

			model.advance(settlingTime);
		}

		model.advance(model.settledAt() - model.now());
		recorder.readJournal(program.ledger);
		return pendingChanges(program).map((change): Violation => (
			{invariant: 'rest', what: `${nameOf(change)} is still pending: ${change.operation?.state ?? ''} ${change.operation?.detail ?? ''}`}
		));
	};

	try {
		for (const step of steps) {
			await takeStep(step);
		}

		const pending = await comeToRest();
		return {violations: [...recorder.violations, ...pending, ...judge(recorder.life), ...judgeClaims(recorder.life)], trace};
	} finally {
		program.close();
		rmSync(path.dirname(ledgerFile), {recursive: true, force: true});
	}
}

const nameOf = ({operation, batch}: PendingChange) => operation === undefined ? `batch ${batch}` : `operation ${operation.id} (${operation.kind})`;
