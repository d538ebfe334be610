import {rmSync} from 'node:fs';
import path from 'node:path';
import type {Operation} from '../../source/storage/journal/operation.ts';
import {finalStates} from '../../source/storage/journal/operation.ts';
import {toCreateBody} from '../../source/api/create-body.ts';
import {settlingTime} from '../helpers/model-service/arbitraries.ts';
import {plainListing, plainWrite} from '../helpers/model-service/fates.ts';
import {createModelService} from '../helpers/model-service/model.ts';
import type {ModelServer} from '../helpers/model-service/server.ts';
import {pendingChanges, type Decision, type PendingChange, type Told} from './adapter.ts';
import {judge, isAllowedDelete} from './judge.ts';
import {judgeClaims} from './judge-claims.ts';
import {contents, type Life, type Step} from './life.ts';
import {createOperator, type Operator} from './operator.ts';
import {startProgram, type AnnouncedRequest, type Program} from './program.ts';
import {requestsOf, type Claim, type LifeRecord, type Violation} from './record.ts';

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
	const violations: Violation[] = [];
	const bodies = Array.from({length: existing}, (_, index) => toCreateBody(contents[index % contents.length]!));
	const model = createModelService({character, existing: bodies, onEvent: line => {
		trace.push(line);
	}});
	const note = (line: string) => {
		trace.push(`${String(model.now()).padStart(7)}  * ${line}`);
	};

	const senders = new Map<number, number>();
	const operations = new Map<number, Operation>();
	const chosenTargets = new Set<string>();
	const chosenAsNew = new Map<number, Set<string>>();
	const toldOfSecond = new Set<number>();
	const claims: Claim[] = [];
	const life: LifeRecord = {model, senders, operations, chosenTargets, chosenAsNew, toldOfSecond, claims};

	count++;
	const ledgerFile = path.join(folder, `life-${count}`, 'ledger.sqlite');
	let fates: Pick<Step, 'writes' | 'listings'> = {writes: [], listings: []};
	let used = {writes: 0, listings: 0};
	let clockChange = 0;
	let boot = {era: 1, at: 0};
	let judged = 0;

	const onWrite = (announced: AnnouncedRequest | undefined) => {
		const request = model.requests.at(-1);
		if (request === undefined || request.number === judged) {
			// It was refused: the API key is not valid.
			return;
		}

		judged = request.number;
		const operation = announced === undefined ? undefined : program.ledger.journal.get(announced.operation);
		if (operation === undefined || announced?.method !== request.method) {
			violations.push({invariant: 'journal', what: `${request.method} ${request.id} was sent without an entry in the journal`});
			return;
		}

		senders.set(request.number, operation.id);
		note(`request ${request.number} is of operation ${operation.id} (${operation.kind})`);
		if (request.method === 'DELETE' && !isAllowedDelete(life, request, operation)) {
			violations.push({invariant: 'chosen', what: `operation ${operation.id} (${operation.kind}) sends DELETE ${request.id} at ${request.at}`});
		}
	};

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
		onWrite,
	});

	let program = start();

	/** Takes over what the journal says of every operation. */
	const read = () => {
		const {journal} = program.ledger;
		// Preparing a batch that is given up again leaves a gap.
		for (let id = 1, gap = 0; gap < 20; id++) {
			const operation = journal.get(id);
			gap = operation === undefined ? gap + 1 : 0;
			if (operation === undefined) {
				continue;
			}

			const before = operations.get(id)?.state;
			operations.set(id, operation);
			if (operation.state !== before && finalStates.includes(operation.state)) {
				claims.push({operation, at: model.now()});
				note(`the journal says that operation ${id} (${operation.kind}) is ${operation.state}: ${operation.detail ?? ''}`);
			}
		}
	};

	const perform = async (what: string, killAt: number | undefined, act: (program: Program) => Promise<Told | undefined>): Promise<Told | undefined> => {
		note(what);
		const told = await program.run(killAt, async () => act(program));
		if (told === 'killed') {
			note('killed');
			program = start();
		} else {
			note(`told: ${told === undefined ? 'nothing to do' : `${told.kind} ${told.reason ?? ''}`}`);
		}

		read();
		return told === 'killed' ? undefined : told;
	};

	const operator: Operator = createOperator({
		chooseTarget(id) {
			chosenTargets.add(id);
		},
		chooseAsNew(operation, id) {
			chosenAsNew.set(operation, (chosenAsNew.get(operation) ?? new Set()).add(id));
		},
		tellOfSecond(operation) {
			toldOfSecond.add(operation);
		},
		isCreatedBy: (operation, id) => requestsOf(life, operation).some(request => request.method === 'POST' && request.id === id),
	});

	try {
		for (const step of steps) {
			model.advance(step.pause);
			({clockChange} = step);
			if (step.isRestarted) {
				note('the machine restarts');
				boot = {era: boot.era + 1, at: model.now()};
				program.close();
				program = start();
			}

			for (const {after, event} of step.outside) {
				model.schedule(after, event);
			}

			fates = step;
			used = {writes: 0, listings: 0};
			await perform(`${step.act}${step.killAt === undefined ? '' : `, to be killed at step ${step.killAt}`}`, step.killAt, async () => operator.act(program, step));
		}

		note('nothing goes wrong from here on');
		fates = {writes: [], listings: []};
		model.advance(model.settledAt() - model.now());
		await settle({
			pending: () => pendingChanges(program),
			wait() {
				model.advance(settlingTime);
			},
			async refresh() {
				await perform('refresh', undefined, async () => operator.refresh(program));
			},
			decide: async (change, decision) => perform(`${decision.kind} ${nameOf(change)}`, undefined, async () => operator.settle(program, change, decision)),
		});
		model.advance(model.settledAt() - model.now());
		read();
		for (const change of pendingChanges(program)) {
			violations.push({invariant: 'rest', what: `${nameOf(change)} is still pending: ${change.operation?.state ?? ''} ${change.operation?.detail ?? ''}`});
		}
	} finally {
		program.close();
		rmSync(path.dirname(ledgerFile), {recursive: true, force: true});
	}

	return {violations: [...violations, ...judge(life), ...judgeClaims(life)], trace};
}

const nameOf = ({operation, batch}: PendingChange) => operation === undefined ? `batch ${batch}` : `operation ${operation.id} (${operation.kind})`;

type Settling = {
	readonly pending: () => readonly PendingChange[];
	readonly wait: () => void;
	readonly refresh: () => Promise<void>;
	readonly decide: (change: PendingChange, decision: Decision) => Promise<unknown>;
};

/** Has listings and the operator settle what is pending. */
async function settle({pending, wait, refresh, decide: decideOn}: Settling): Promise<void> {
	for (let round = 0; round < lastRounds && pending().length > 0; round++) {
		await refresh();
		for (const change of pending()) {
			await decideOn(change, {kind: round % 2 === 0 ? 'finish' : 'roll back'});
		}

		wait();
	}
}
